import type { PageText } from './page.ts';

const OURS = 'this project';

const tasks = `record Item { sku: String, price: Float }

task "orders.load" { input { id: String } output { total: Float, items: List<Item> } }
task "mail.send" { input { text: String } }
`;

const mail = (expression: string): string => `${tasks}
workflow Mail {
    input { order: String }
    step load { worker "orders.load" with { id: input.order } }
    step send { worker "mail.send" with { text: ${expression} } }
}`;

const load = (members: string, declarations = tasks): string => `${declarations}
workflow Load {
    step load { ${members} }
}`;

const child = (call: string): string => `workflow Pause {
    step wait { sleep 1h }
}

workflow Main {
    step pause { workflow ${call} }
}`;

const waits = (name: string): string => `workflow Main {
    step first { sleep 1h }
    step second { after ${name} sleep 1h }
}`;

export const namePages: readonly PageText[] = [
  {
    code: 'U2010',
    source: OURS,
    why: 'An expression reads input, execution, steps by their names and the loop variable of its own for. An input is read as a field of input.',
    wrong: mail('order'),
    right: mail('input.order'),
  },
  {
    code: 'U2011',
    source: OURS,
    why: 'What a step gives is in the contract of its task, and what a record holds in its declaration. A field that is not there would always be null.',
    wrong: mail('string(load.totl)'),
    right: mail('string(load.total)'),
  },
  {
    code: 'U2012',
    source: OURS,
    why: 'The functions are a closed set, so that every runtime has them and all give the same: len empty has contains first last slice reverse concat range keys values sum min max abs round floor ceil join split lower upper trim starts_with ends_with string coalesce.',
    wrong: mail('uppercase(input.order)'),
    right: mail('upper(input.order)'),
  },
  {
    code: 'U2013',
    source: OURS,
    why: 'Types are String, Int, Float, Bool, Bytes, Duration, Timestamp, UUID, JSON, List and Map of others, each with ? behind it where it may be left out, and the records of the document.',
    wrong: load(
      'worker "orders.load" with { id: "o-1" }',
      'task "orders.load" { input { id: Text } }\n',
    ),
    right: load(
      'worker "orders.load" with { id: "o-1" }',
      'task "orders.load" { input { id: String } }\n',
    ),
  },
  {
    code: 'U2014',
    source: OURS,
    why: 'A call is checked against the contract of its task, so there must be one: in this document, or in one that is given beside it. That holds for compensated_by as well.',
    wrong: load('worker "orders.lod" with { id: "o-1" }'),
    right: load('worker "orders.load" with { id: "o-1" }'),
  },
  {
    code: 'U2015',
    source: OURS,
    why: 'A child workflow is one of this document, or of one that is given beside it; nothing is fetched.',
    wrong: child('Pasue'),
    right: child('Pause'),
  },
  {
    code: 'U2016',
    source: OURS,
    why: 'A step waits for steps of its own workflow.',
    wrong: waits('frist'),
    right: waits('first'),
  },
];
