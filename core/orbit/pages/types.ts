import type { PageText } from './page.ts';

const OURS = 'this project';

const tasks = `task "stock.take" { input { count: Int, note: String? } output { left: Int } }
`;

const take = (given: string, when = ''): string => `${tasks}
workflow Stock {
    input { count: Int, note: String? }
    step take { worker "stock.take"${when} with { count: input.count } }
    step again { worker "stock.take" with { ${given} } }
}`;

export const typePages: readonly PageText[] = [
  {
    code: 'U2020',
    source: OURS,
    why: 'A value of another type than is wanted fails when it is used, far from where it was written. Int stands for Float, UUID and Timestamp for String, an object for a record or a map; JSON is looked at when it is there.',
    wrong: take('count: "3"'),
    right: take('count: 3'),
  },
  {
    code: 'U2021',
    source: OURS,
    why: 'What is optional may be null: a field with ? behind its type, an element that may not be there, and all that a step gives that a when may skip. Say what to take instead, or ask whether it is there.',
    wrong: take('count: take.left', ' when input.count > 0'),
    right: take('count: coalesce(take.left, 0)', ' when input.count > 0'),
  },
  {
    code: 'U2022',
    source: OURS,
    why: 'A task is called with all that its contract asks for; only what is optional may be left out.',
    wrong: take('note: "all"'),
    right: take('note: "all", count: 1'),
  },
  {
    code: 'U2023',
    source: OURS,
    why: 'What a task does not take would be dropped in silence, and is most often a slip in a name.',
    wrong: take('count: 1, nots: "all"'),
    right: take('count: 1, note: "all"'),
  },
];
