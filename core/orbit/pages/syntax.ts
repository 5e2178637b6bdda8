import type { PageText } from './page.ts';

const OURS = 'this project';

const task = `task "mail.send" { input { to: String } }
`;

const step = (members: string): string => `${task}
workflow Mail {
    step send { ${members} }
}`;

const sound = 'worker "mail.send" with { to: "a@example.com" }';

export const syntaxPages: readonly PageText[] = [
  {
    code: 'U2001',
    source: OURS,
    why: 'Something else stands here than can stand here. Reading goes on at the next member, step or declaration, so mistakes behind it are found in the same pass.',
    wrong: step('worker "mail.send" with { to "a@example.com" }'),
    right: step(sound),
  },
  {
    code: 'U2002',
    source: OURS,
    why: 'A text that is not closed, a number with letters behind it, a sign that has no meaning. Texts stand in double quotes on one line, durations are a whole number with one of ms, s, m, h and d, comments begin with //.',
    wrong: step(`${sound} timeout: 1h30m`),
    right: step(`${sound} timeout: 90m`),
  },
  {
    code: 'U2003',
    source: OURS,
    why: 'What is not known is refused, not passed over: a timeout with a slip in its name would be no timeout.',
    wrong: step(`${sound} timeuot: 30s`),
    right: step(`${sound} timeout: 30s`),
  },
  {
    code: 'U2004',
    source: OURS,
    why: 'Of two members, fields, steps or declarations of one name only one could count, and readers would not know which. A step has at most one compensation.',
    wrong: step(`${sound} timeout: 30s timeout: 1m`),
    right: step(`${sound} timeout: 1m`),
  },
  {
    code: 'U2005',
    source: OURS,
    why: 'A retry without a number of attempts would say how to wait and not how often to try.',
    wrong: step(`${sound} retry { backoff: fixed }`),
    right: step(`${sound} retry { attempts: 3, backoff: fixed }`),
  },
  {
    code: 'U2006',
    source: OURS,
    why: 'A step calls a worker, runs another workflow, sleeps or waits for a signal: one of these. For two of them write two steps, the second with an after.',
    wrong: step(`${sound} sleep 5m`),
    right: `${task}
workflow Mail {
    step pause { sleep 5m }
    step send { after pause ${sound} }
}`,
  },
  {
    code: 'U2007',
    source: OURS,
    why: 'A member that could have no effect here is more likely a slip than meant: a retry on a sleep, a bound on the elements of a for where there is none.',
    wrong: step(`${sound} max_parallel: 4`),
    right: step(sound),
  },
  {
    code: 'U2008',
    source: OURS,
    why: 'The reader has limits, so that no document can take its memory, its stack or its time: 64 levels of brackets, 65536 characters of one expression, 32 types inside each other, five million words and signs. No document that a person writes comes near.',
    wrong: `workflow Deep {
    return ${'('.repeat(65)}1${')'.repeat(65)}
}`,
    right: `workflow Deep {
    return (1)
}`,
  },
  {
    code: 'U2009',
    source: OURS,
    why: 'A step that is named input, execution or as a word of the language could not be read by any expression, a loop variable with the name of a step would hide it, and a record cannot be named as a type of the language.',
    wrong: `${task}
workflow Mail {
    step input { ${sound} }
}`,
    right: `${task}
workflow Mail {
    step send { ${sound} }
}`,
  },
];
