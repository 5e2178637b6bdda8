import { describe, expect, test } from 'vitest';
import { readOrbitText } from '../read.ts';
import { IMPORT, JOURNEY } from '../testing/documents.ts';
import { formatOrbit } from './index.ts';

function formatted(source: string): string {
  const result = formatOrbit(source);
  return result.ok ? result.text : `? ${result.findings[0]?.message}`;
}

describe('formatting', () => {
  test('leaves alone what is laid out already', () => {
    expect(formatted(JOURNEY)).toBe(JOURNEY);
    expect(formatted(IMPORT)).toBe(IMPORT);
  });

  test('gives each member a line, and each declaration and step room', () => {
    expect(
      formatted(
        'record R{a:Int,b:String?}task "t"{input{r:R}compensated_by "u"}task "u"{}workflow W{version "1" timeout 1h step a{sleep 5m}step b{worker "t" after a with{r:{a:1}}}return 1}',
      ),
    ).toBe(`record R { a: Int, b: String? }

task "t" {
    input { r: R }
    compensated_by "u"
}

task "u" {}

workflow W {
    version "1"
    timeout 1h

    step a {
        sleep 5m
    }

    step b {
        worker "t"
        after a
        with { r: { a: 1 } }
    }

    return 1
}
`);
  });

  test('breaks what is longer than a line: fields, arguments, operators, branches', () => {
    const long = (letter: string): string => `"${letter.repeat(40)}"`;
    expect(
      formatted(
        `workflow W { return { a: [${long('a')}, ${long('b')}, ${long('c')}], b: if x and y then ${long('d')} else join([${long('e')}], ${long('f')}), c: input.first_of_all == 1 and input.second_of_all == 2 or not input.third_of_them_all and true } }`,
      ),
    ).toBe(`workflow W {
    return {
        a: [
            ${long('a')},
            ${long('b')},
            ${long('c')},
        ],
        b: if x and y
            then ${long('d')}
            else join(
                [${long('e')}],
                ${long('f')},
            ),
        c: input.first_of_all == 1 and input.second_of_all == 2
            or not input.third_of_them_all and true,
    }
}
`);
  });

  test('keeps comments where they stand: above, behind, between, and at the end', () => {
    const source = `// head

/* above */
workflow W { // behind the brace
    // above the step

    step a { sleep /* how long */ 5m // behind


        // alone
        timeout: 1m
        // at the end
    } // behind a step
    return [ // first
      1, // one
      2 // two
      // rest
    ]
}
// tail`;
    expect(formatted(source)).toBe(`// head

/* above */
workflow W { // behind the brace
    // above the step

    step a {
        sleep /* how long */ 5m // behind

        // alone
        timeout: 1m
        // at the end
    } // behind a step

    return [ // first
        1, // one
        2, // two
        // rest
    ]
}
// tail
`);
  });

  test('line ends become one of a kind, and blanks at the ends of lines go', () => {
    expect(formatted('workflow W {\r\n  step a { sleep 1s } // x  \r\n}\r\n/* a\r\n b */')).toBe(
      'workflow W {\n    step a {\n        sleep 1s\n    } // x\n}\n/* a\n b */\n',
    );
    expect(formatted('')).toBe('');
    expect(formatted('// only\n\n\n')).toBe('// only\n');
  });

  test.each([
    ['(', ')'],
    ['[', ']'],
    ['{ a: ', '}'],
    ['coalesce(1, ', ')'],
    ['not ', ''],
    ['if true then ', ' else 2'],
    ['[1][', ']'],
  ])('goes as deep as reading does: %s', (open, close) => {
    const nested = `workflow W { return ${open.repeat(64)}1${close.repeat(64)} }`;
    const once = formatted(nested);
    expect(once).not.toMatch(/^\?/);
    expect(formatted(once)).toBe(once);
    expect(formatted(nested.replace('return ', `return ${open}`))).toMatch(/^\? more than 64/);
    readOrbitText(nested);
  });

  test('refuses what does not follow the grammar', () => {
    expect(formatted('workflow W { step a { sleep } }')).toMatch(/^\? expected a duration/);
    expect(formatted('workflow W { step a { slep 5m } }')).toMatch(/^\? a step has no 'slep'/);
    expect(formatted('workflow W { return "a }')).toMatch(/^\? this text is not closed/);
  });

  test('does not look at names and types', () => {
    expect(formatted('workflow W { return nobody + 1 }')).toBe(
      'workflow W {\n    return nobody + 1\n}\n',
    );
  });
});
