/** Cuts what a pipe brings into lines, none of them longer than it may be. */

export interface LineHandlers {
  readonly line: (text: string) => void;
  /** Once; nothing is read any more. */
  readonly tooLong: (limit: number) => void;
  /** What stood behind the last line break when the pipe was closed. */
  readonly halfLine: (text: string) => void;
}

export interface LineReader {
  push(piece: string): void;
  end(): void;
}

/** Blank lines say nothing and are passed over. */
export function createLineReader(limit: number, handlers: LineHandlers): LineReader {
  const pieces: string[] = [];
  let length = 0;
  let isOver = false;

  const take = (): string => {
    const text = pieces.join('');
    pieces.length = 0;
    length = 0;
    return text;
  };

  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
    if (length <= limit) return;
    isOver = true;
    pieces.length = 0;
    handlers.tooLong(limit);
  };

  return {
    push: (piece) => {
      let rest = piece;
      while (!isOver) {
        const end = rest.indexOf('\n');
        add(end < 0 ? rest : rest.slice(0, end));
        if (end < 0 || isOver) return;
        const line = take();
        if (line.trim() !== '') handlers.line(line);
        rest = rest.slice(end + 1);
      }
    },
    end: () => {
      if (isOver) return;
      const rest = take();
      if (rest.trim() !== '') handlers.halfLine(rest);
    },
  };
}
