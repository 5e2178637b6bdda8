import { expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.ts';
import { readOrbitText } from './read.ts';
import { renderOrbitFindings } from './render.ts';

const render = (source: string): string =>
  renderOrbitFindings('a.orbit', source.split('\n'), readOrbitText(source).findings);

test('nothing is written where nothing was found', () => {
  expect(render('workflow W { step a { sleep 1s } }')).toBe('');
});

test('related places stand below the finding, with the wider of all line numbers', () => {
  const source = `workflow W {
    step a { sleep 1s }
${'\n'.repeat(7)}
    step a { sleep 2s }
}`;
  expect(render(source)).toBe(`error[U2004]: there is a step 'a' already
  --> a.orbit:11:10
   |
11 |     step a { sleep 2s }
   |          ^
  ::: a.orbit:2:10: the first stands here
   |
 2 |     step a { sleep 1s }
   |          ^

error: compilation failed: 1 error(s), 0 warning(s)
`);
});

test('warnings are counted, and fail nothing by themselves', () => {
  expect(
    render('task "t" { }'),
  ).toBe(`warning[U2501]: no workflow is declared here, so nothing can run
 --> a.orbit:1:1
  |
1 | task "t" { }
  | ^
`);
  expect(render('workflow W { return [nobody, 1 == "a"] }')).toMatch(
    /\n\nerror: compilation failed: 1 error\(s\), 1 warning\(s\)\n$/,
  );
});

test('of a long line a stretch around the place is shown', () => {
  const source = `workflow W { return [${'1, '.repeat(200)}nobody, ${'2, '.repeat(200)}] }`;
  const [, , , line = '', carets = ''] = render(source).split('\n');
  expect(line.length).toBeLessThan(300);
  expect(line).toMatch(/^1 \| …[1, ]*nobody, [2, ]*…$/);
  expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('nobody');
});

test('of many findings the first fifty are shown', () => {
  const source = `workflow W { return [${'nobody, '.repeat(60)}] }`;
  const text = render(source);
  expect(text.match(/^error\[U2010\]/gm)).toHaveLength(50);
  expect(text).toMatch(
    /\n10 more finding\(s\) are not shown here\n\nerror: compilation failed: 60/,
  );
});

test('characters and columns are as the place of output has them', () => {
  const finding: Diagnostic = {
    ...{ code: 'U2010', severity: 'error', line: 1, column: 2, endLine: 1, endColumn: 4 },
    ...{ id: null, message: 'a\tb', related: [] },
  };
  const text = renderOrbitFindings('x', ['\t日本 z'], [finding], {
    show: (character) => (character === '\t' ? '  ' : character),
    width: (part) => [...part].reduce((sum, each) => sum + (each > '\u2e80' ? 2 : 1), 0),
    paint: (tone, part) => `<${tone}:${part}>`,
  });
  expect(text).toBe(`<error:error[U2010]>: a  b
 <faint:-->> x:1:2
  <faint:|>
1 <faint:|>   日本 z
  <faint:|>   <error:^^^^>

<error:error>: compilation failed: 1 error(s), 0 warning(s)
`);
});
