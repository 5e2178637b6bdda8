import type { PageText } from './page.ts';

const OURS = 'this project';

const task = `task "mail.send" { input { to: String } output { id: String } }
`;

const step = (members: string): string => `${task}
workflow Mail {
    step send { worker "mail.send" with { to: "a@example.com" } ${members} }
}`;

const each = (key: string): string => `${task}
workflow Mail {
    input { people: List<String> }
    step send {
        worker "mail.send"
        for person in input.people
        with { to: person }
        idempotency_key: ${key}
    }
}`;

const returns = (expression: string): string => `workflow Sum {
    input { count: Int }
    return ${expression}
}`;

export const valuePages: readonly PageText[] = [
  {
    code: 'U2030',
    source: OURS,
    why: 'A step waits for those that it names behind after and for those whose output it reads. Steps that wait for each other would wait for ever.',
    wrong: `workflow Round {
    step first { after second sleep 1s }
    step second { after first sleep 1s }
}`,
    right: `workflow Round {
    step first { sleep 1s }
    step second { after first sleep 1s }
}`,
  },
  {
    code: 'U2031',
    source: OURS,
    why: 'A workflow that calls itself, perhaps through others, would begin anew until some bound stops it.',
    wrong: `workflow Again {
    step again { workflow Again }
}`,
    right: `workflow Once {
    step wait { sleep 1s }
}

workflow Again {
    step again { workflow Once }
}`,
  },
  {
    code: 'U2032',
    source: OURS,
    why: 'A record that must hold a record of its own kind would have to be endless. Through a list, a map or an optional field it may.',
    wrong: `record Person { name: String, boss: Person }

workflow Hire {
    input { person: Person }
}`,
    right: `record Person { name: String, boss: Person? }

workflow Hire {
    input { person: Person }
}`,
  },
  {
    code: 'U2040',
    source: OURS,
    why: 'The attempts count from the first on, from 1 to 1000; max_parallel is at least 1; a multiplier is not negative.',
    wrong: step('retry { attempts: 0 }'),
    right: step('retry { attempts: 1 }'),
  },
  {
    code: 'U2041',
    source: OURS,
    why: 'A timeout of nothing would fail each attempt before it begins, and no duration is longer than 2^53 − 1 ms.',
    wrong: step('timeout: 0s'),
    right: step('timeout: 30s'),
  },
  {
    code: 'U2042',
    source: OURS,
    why: 'The backoff says how the pauses before attempts grow: none, fixed, linear or exponential.',
    wrong: step('retry { attempts: 3, backoff: expotential }'),
    right: step('retry { attempts: 3, backoff: exponential }'),
  },
  {
    code: 'U2501',
    source: OURS,
    why: 'A document may hold tasks and records alone, for others to be checked with. But it cannot be run.',
    wrong: task.trim(),
    right: `${task}
workflow Nothing {}`,
  },
  {
    code: 'U2502',
    source: OURS,
    why: 'A comparison that always comes out the same is most often one with the wrong thing.',
    wrong: returns('input.count == "1"'),
    right: returns('input.count == 1'),
  },
  {
    code: 'U2503',
    source: OURS,
    why: 'The max_delay bounds every pause, so one that is below initial_delay makes all pauses as long as itself.',
    wrong: step('retry { attempts: 3, initial_delay: 1m, max_delay: 1s }'),
    right: step('retry { attempts: 3, initial_delay: 1s, max_delay: 1m }'),
  },
  {
    code: 'U2504',
    source: OURS,
    why: 'Pauses are made longer to give a service time; with a multiplier below 1 each is shorter than the one before.',
    wrong: step('retry { attempts: 3, multiplier: 0.5 }'),
    right: step('retry { attempts: 3, multiplier: 1.5 }'),
  },
  {
    code: 'U2505',
    source: OURS,
    why: 'A worker that honours keys does nothing for a key that it has seen. Elements with one key would be done once in all.',
    wrong: each('execution.id + "/mail"'),
    right: each('execution.id + "/mail/" + person'),
  },
  {
    code: 'U2506',
    source: OURS,
    why: 'An Int has 64 bits, but JSON and the runtimes here hold numbers as doubles, which are exact up to 2^53 − 1. An expression that needs such a number fails with EXPRESSION_ERROR instead of using one near it. Write it as a text if it is only passed on.',
    wrong: returns('9007199254740993'),
    right: returns('"9007199254740993"'),
  },
];
