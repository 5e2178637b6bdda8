/**
 * Reads a document. Behind a mistake it goes on at the next member, step or declaration, so
 * that one reading finds the mistakes of all of them. Blocks have a fixed depth, and what has
 * none is limited, so that no document exhausts a stack.
 */

import { quote } from '../../model/show.ts';
import { readExpression } from '../expression/parse.ts';
import type { Findings } from '../findings.ts';
import { advance, createCursor, expected, found, isSign, isWord, TooLarge } from './cursor.ts';
import type {
  Declaration,
  OrbitDocument,
  RecordDeclaration,
  Step,
  TaskDeclaration,
  WorkflowDeclaration,
} from './document.ts';
import { readMembers } from './parse-members.ts';
import { readDuration } from './parse-retry.ts';
import { readFields } from './parse-types.ts';
import {
  attempt,
  type Reader,
  readBlock,
  readName,
  readText,
  recover,
  refuseColon,
  report,
  startsOuter,
  takeColon,
} from './reader.ts';
import type { Span } from './token.ts';

export interface Parsed {
  readonly document: OrbitDocument;
  /** The document is larger than this reader takes; what is there is its beginning. */
  readonly stopped: boolean;
}

/** Reads a text; each mistake becomes a finding. Never throws. */
export function parseOrbit(source: string, findings: Findings): Parsed {
  const declarations: Declaration[] = [];
  try {
    let id: string | null = null;
    const cursor = createCursor(source, (message, span) => {
      findings.add('U2002', span, message, { id });
    });
    const reader: Reader = {
      cursor,
      findings,
      told: -1,
      mistakes: 0,
      get id() {
        return id;
      },
      set id(value) {
        id = value;
      },
    };
    while (cursor.token.kind !== 'end') {
      reader.id = null;
      const before = cursor.token.start;
      attempt(
        reader,
        () => readDeclaration(reader, declarations),
        () => recover(cursor, 'declaration', () => false),
      );
      if (cursor.token.start === before) advance(cursor);
    }
    return { document: { declarations }, stopped: false };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const message = `${error.message}; analysis stopped here`;
    findings.add('U2008', { start: error.at, end: error.at + 1 }, message);
    return { document: { declarations: [] }, stopped: true };
  }
}

const DECLARATIONS = ['task', 'record', 'workflow'];

function readDeclaration(reader: Reader, declarations: Declaration[]): void {
  const { cursor, findings } = reader;
  const { token } = cursor;
  switch (token.kind === 'name' ? token.text : '') {
    case 'task':
      declarations.push(readTask(reader));
      return;
    case 'record':
      declarations.push(readRecord(reader));
      return;
    case 'workflow':
      declarations.push(readWorkflow(reader));
      return;
  }
  const near = token.kind === 'name' ? findings.suggest(token.text, DECLARATIONS) : '';
  const hint = isWord(cursor, 'step') ? '; a step stands in a workflow' : near;
  const brace = isSign(cursor, '}') ? '; there is one } too many before here' : hint;
  report(reader, token, `expected 'task', 'record' or 'workflow', found ${found(cursor)}${brace}`);
  do advance(cursor);
  while (cursor.token.kind !== 'end' && !startsOuter(cursor, 'declaration'));
}

/** Keeps the first of what may be said once; a second is reported, and read all the same. */
function createOnce({ findings, id }: Reader) {
  const seen = new Map<string, Span>();
  return (word: string, span: Span): boolean => {
    const first = seen.get(word);
    if (first === undefined) {
      seen.set(word, { start: span.start, end: span.end });
      return true;
    }
    const related = [{ ...first, message: 'the first stands here' }];
    findings.add('U2004', span, `${quote(word)} is said twice`, { id, related });
    return false;
  };
}

/** A block whose members are words of a list. */
function readWords(
  reader: Reader,
  what: () => string,
  words: readonly string[],
  outer: 'declaration' | 'step',
  member: (word: string, span: Span) => void,
): void {
  const { cursor, findings } = reader;
  const stops = ({ kind, text }: { kind: string; text: string }): boolean =>
    kind === 'name' && words.includes(text);
  readBlock(reader, {
    what,
    outer,
    stops,
    member: () => {
      const { token } = cursor;
      if (isSign(cursor, ',')) {
        report(reader, token, 'members stand one behind the other, without commas');
        advance(cursor);
        return;
      }
      if (token.kind !== 'name') throw expected(cursor, `one of ${words.join(', ')}`);
      advance(cursor);
      if (words.includes(token.text)) {
        member(token.text, { start: token.start, end: token.end });
        return;
      }
      const message = `${what()} has no ${quote(token.text)}${findings.suggest(token.text, words)}`;
      findings.add('U2003', token, message, { id: reader.id });
      recover(cursor, outer, stops);
    },
  });
}

type Draft<Whole> = { -readonly [name in keyof Whole]: Whole[name] };

function readTask(reader: Reader): TaskDeclaration {
  const { cursor } = reader;
  const { start } = advance(cursor);
  const name = readText(cursor, 'the name of a task in quotes');
  reader.id = name.text;
  const task: Draft<TaskDeclaration> = {
    ...{ kind: 'task', name, input: [], output: [], compensatedBy: null, start, end: name.end },
  };
  const once = createOnce(reader);
  const what = (): string => `task ${quote(name.text)}`;
  readWords(reader, what, ['input', 'output', 'compensated_by'], 'declaration', (word, span) => {
    const isFirst = once(word, span);
    refuseColon(reader, word);
    if (word === 'compensated_by') {
      const by = readText(cursor, 'the name of a task in quotes');
      if (isFirst) task.compensatedBy = by;
      return;
    }
    const fields = readFields(reader, () => `${quote(word)} of ${what()}`, 'declaration');
    if (isFirst) task[word === 'input' ? 'input' : 'output'] = fields;
  });
  task.end = cursor.behind;
  return task;
}

function readRecord(reader: Reader): RecordDeclaration {
  const { cursor } = reader;
  const { start } = advance(cursor);
  const name = readName(cursor, 'the name of a record');
  reader.id = name.text;
  const fields = readFields(reader, () => `record ${quote(name.text)}`, 'declaration');
  return { kind: 'record', name, fields, start, end: cursor.behind };
}

function readWorkflow(reader: Reader): WorkflowDeclaration {
  const { cursor } = reader;
  const { start } = advance(cursor);
  const name = readName(cursor, 'the name of a workflow');
  reader.id = name.text;
  const steps: Step[] = [];
  const workflow: Draft<WorkflowDeclaration> = {
    ...{ kind: 'workflow', name, version: null, input: [], timeout: null, returns: null, steps },
    ...{ start, end: name.end },
  };
  const once = createOnce(reader);
  const what = (): string => `workflow ${quote(name.text)}`;
  const words = ['version', 'input', 'step', 'timeout', 'return'];
  readWords(reader, what, words, 'declaration', (word, span) => {
    reader.id = name.text;
    if (word === 'step') {
      steps.push(readStep(reader, span));
      reader.id = name.text;
      return;
    }
    const isFirst = once(word, span);
    if (word === 'version' || word === 'timeout') takeColon(cursor);
    else refuseColon(reader, word);
    const kept = isFirst ? workflow : { ...workflow };
    switch (word) {
      case 'version':
        kept.version = readText(cursor, 'a version in quotes');
        break;
      case 'timeout':
        kept.timeout = readDuration(reader);
        break;
      case 'input':
        kept.input = readFields(reader, () => `'input' of ${what()}`, 'step');
        break;
      default:
        kept.returns = readExpression(cursor);
    }
  });
  workflow.end = cursor.behind;
  return workflow;
}

function readStep(reader: Reader, { start }: Span): Step {
  const { cursor } = reader;
  const name = readName(cursor, 'the name of a step');
  reader.id = name.text;
  const { mistakes } = reader;
  const members = readMembers(reader, () => `step ${quote(name.text)}`);
  return { name, members, isBroken: reader.mistakes > mistakes, start, end: cursor.behind };
}
