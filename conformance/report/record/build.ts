/** Puts the lines of a record together again, which a schema has let through. */

import { quote } from '../../../core/model/show.ts';
import type {
  Certification,
  Counterexample,
  Incident,
  ProfileReport,
  QuestionReport,
  RanCase,
  RulePart,
  RuleReport,
  SampledRun,
} from '../../suite/certification.ts';
import type { About } from '../../suite/course.ts';
import { MOST_RAN } from '../../suite/note-ran.ts';
import type { Line } from './lines.ts';

export interface Builder {
  /** @returns Why the line can't stand there; null where it can. */
  add(line: Line): string | null;
  /** @returns The certification; a text says why there is none. */
  end(footer: Ending | null): Certification | string;
}

/** What the footer says of the whole; there is none where the record broke off. */
export interface Ending {
  readonly interrupted?: true;
  readonly truncated?: true;
}

interface Draft {
  readonly profile: string;
  readonly planned: number;
  readonly ran: RanCase[];
  readonly rules: Map<string, RuleReport>;
  readonly questions: QuestionReport[];
  /** Events of the rule whose verdict comes next. */
  events: Events;
  /** Its samples. */
  samples: Samples;
  end: object | null;
}

interface Events {
  readonly rule: string | null;
  readonly observed: unknown[];
  readonly reference: unknown[];
  readonly trace: unknown[];
}

interface Samples {
  readonly rule: string | null;
  readonly runs: SampledRun[];
}

const noSamples = (rule: string | null = null): Samples => ({ rule, runs: [] });

const noEvents = (rule: string | null = null): Events => ({
  ...{ rule, observed: [], reference: [], trace: [] },
});

export const createBuilder = (): Builder => {
  let about: About | null = null;
  const incidents: Incident[] = [];
  let stderr: string | null = null;
  const drafts = new Map<string, Draft>();

  const add = (line: Line): string | null => {
    const { kind, ...members } = line;
    switch (kind) {
      case 'header':
        about = aboutOf(members);
        return null;
      case 'log':
        if (members['of'] === 'stderr') stderr = members['text'] as string;
        else incidents.push(members['incident'] as Incident);
        return null;
      case 'profile': {
        const { profile, planned } = members as unknown as Draft;
        if (drafts.has(profile)) return `profile ${profile} begins a second time`;
        const lists = { ran: [], rules: new Map(), questions: [] };
        const before = { events: noEvents(), samples: noSamples() };
        drafts.set(profile, { profile, planned, ...lists, ...before, end: null });
        return null;
      }
      case 'case':
      case 'event':
      case 'sample':
      case 'verdict':
      case 'question':
      case 'profile-end': {
        const { profile, ...rest } = members;
        const draft = drafts.get(String(profile));
        if (draft === undefined) return `profile ${profile} has not begun`;
        if (draft.end !== null) return `profile ${profile} has ended`;
        return addTo(draft, kind, rest);
      }
      default:
        return null;
    }
  };

  return {
    add,
    end: (footer) => {
      if (about === null) return 'it has no header';
      const open = [...drafts.values()].find(({ end }) => end === null);
      if (footer !== null && open !== undefined) return `profile ${open.profile} has no end`;
      const isTruncated = footer === null || footer.truncated === true;
      return {
        ...about,
        ...(footer?.interrupted === true ? { interrupted: true } : {}),
        ...(isTruncated ? { truncated: true } : {}),
        profiles: [...drafts.values()].map(profileReportOf),
        incidents,
        ...(stderr === null ? {} : { stderr }),
      };
    },
  };
};

const aboutOf = ({ version, of, ...rest }: { readonly [member: string]: unknown }): About =>
  ({ kind: of, ...rest }) as unknown as About;

const addTo = (
  draft: Draft,
  kind: 'case' | 'event' | 'sample' | 'verdict' | 'question' | 'profile-end',
  members: { readonly [member: string]: unknown },
): string | null => {
  switch (kind) {
    case 'case':
      if (draft.ran.length < MOST_RAN) draft.ran.push(members as unknown as RanCase);
      return null;
    case 'event': {
      const { rule, of, event } = members as { rule: string; of: keyof Events; event: unknown };
      if (draft.events.rule !== rule) draft.events = noEvents(rule);
      (draft.events[of] as unknown[]).push(event);
      return null;
    }
    case 'sample': {
      const { rule, from, samples } = members as unknown as { rule: string } & SampledRun;
      if (draft.samples.rule !== rule) draft.samples = noSamples(rule);
      draft.samples.runs.push({ from, samples });
      return null;
    }
    case 'verdict':
      return addVerdict(draft, members as unknown as RuleReport);
    case 'question':
      draft.questions.push(members as unknown as QuestionReport);
      return null;
    case 'profile-end':
      draft.end = members;
      return null;
  }
};

type Counted = Omit<Counterexample, 'observed' | 'reference' | 'trace'> & {
  readonly events: {
    readonly observed: number;
    readonly reference: number;
    readonly trace?: number;
  };
};

const addVerdict = (draft: Draft, line: RuleReport): string | null => {
  const { events, samples } = draft;
  draft.events = noEvents();
  draft.samples = noSamples();
  if (draft.rules.has(line.id)) return `there is a second verdict on ${quote(line.id)}`;
  const report = withSamples(line, samples.rule === line.id ? samples.runs : []);
  if (typeof report === 'string') return report;
  const whole = withEvents(report, events.rule === report.id ? events : noEvents());
  if (typeof whole === 'string') return whole;
  draft.rules.set(report.id, whole);
  return null;
};

/** @returns A text where something is missing. */
const withSamples = (report: RuleReport, runs: readonly SampledRun[]): RuleReport | string => {
  if (report.part === undefined) return report;
  const wanted = report.part.sampled as unknown as number;
  if (runs.length !== wanted) {
    return `of the samples of ${quote(report.id)} ${runs.length} runs are there, not ${wanted}`;
  }
  const part: RulePart = { ...report.part, sampled: runs };
  return { ...report, part };
};

/** @returns A text where something is missing. */
const withEvents = (report: RuleReport, own: Events): RuleReport | string => {
  const { counterexample } = report;
  if (counterexample === null) return report;
  const { events: counts, ...rest } = counterexample as unknown as Counted;
  for (const of of ['observed', 'reference', 'trace'] as const) {
    const wanted = counts[of] ?? 0;
    if (own[of].length !== wanted) {
      return `of the events of ${quote(report.id)} (${of}) ${own[of].length} are there, not ${wanted}`;
    }
  }
  const { observed, reference, trace } = own;
  const found = {
    ...rest,
    ...{ observed, reference },
    ...(counts.trace === undefined ? {} : { trace }),
  };
  return { ...report, counterexample: found as unknown as Counterexample };
};

/** Of a profile that did not come to its end, what its cases tell. */
const profileReportOf = ({
  profile,
  planned,
  ran,
  rules,
  questions,
  end,
}: Draft): ProfileReport => {
  const count = (part: string) =>
    ran.filter(({ id }) => id.startsWith(`${profile}/${part}/`)).length;
  const soFar = {
    ...{ cases: count('case'), generated: count('run'), unsent: 0 },
    blocked: ran.filter(({ blocked }) => blocked !== undefined).length,
    notes: [],
  };
  return {
    profile,
    ran,
    planned,
    ...(end ?? soFar),
    rules: [...rules.values()],
    questions,
  } as unknown as ProfileReport;
};
