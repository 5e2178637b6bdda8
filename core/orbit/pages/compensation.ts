import type { PageText } from './page.ts';

const BOOK = 'ORBIT, Compensation';

const tasks = `task "a.run" { input { n: Int } output { v: Int } }
task "a.undo" { input { v: Int } }
`;

const paired = `task "a.run" { output { v: Int } compensated_by "a.undo" }
task "a.undo" { input { v: Int } }
task "a.other" { input { v: Int } }
`;

const undo = (members: string, more = ''): string => `${tasks}
workflow Undo {
    step first {
        worker "a.run"
        with { n: 1 }
        compensate { ${members} }
    }${more}
}`;

const single = (members: string): string => `${paired}
workflow Undo {
    step first {
        worker "a.run"${members}
    }
}`;

export const compensationPages: readonly PageText[] = [
  {
    code: 'E0102',
    source: BOOK,
    why: 'A compensation undoes a step, and nothing undoes a compensation: where it fails for good, that is recorded, and a person looks at it.',
    wrong: undo('worker "a.undo" with { v: first.v } compensate { worker "a.undo" with { v: 1 } }'),
    right: undo('worker "a.undo" with { v: first.v }'),
  },
  {
    code: 'E0307',
    source: BOOK,
    why: 'When a compensation runs is not its own to say: it runs if its step succeeded and the workflow is undone, newest first, once for each element of a for.',
    wrong: undo('when true worker "a.undo" with { v: first.v }'),
    right: undo('worker "a.undo" with { v: first.v }'),
  },
  {
    code: 'E0308',
    source: BOOK,
    why: 'A compensation must be able to run whenever its step has succeeded. So it calls a worker and nothing else, stands on a task or workflow step, and reads only the input, the execution, the output of its own step, and the steps that its step depends on: any other may not have run by then.',
    wrong: undo(
      'worker "a.undo" with { v: second.v }',
      '\n    step second { worker "a.run" with { n: 2 } }',
    ),
    right: undo(
      'worker "a.undo" with { v: first.v }',
      '\n    step second { worker "a.run" with { n: 2 } }',
    ),
  },
  {
    code: 'W0601',
    source: BOOK,
    why: 'The contract of the task says that its effect must be undone, and by which task. Without a compensation the effect stays when the workflow fails.',
    wrong: single(''),
    right: single('\n        compensate { worker "a.undo" with { v: first.v } }'),
  },
  {
    code: 'W0602',
    source: BOOK,
    why: 'The contract of the task names the task that undoes it, and the compensation calls another one. Call the one that is named, or change the contract.',
    wrong: single('\n        compensate { worker "a.other" with { v: first.v } }'),
    right: single('\n        compensate { worker "a.undo" with { v: first.v } }'),
  },
];
