/** HX-1001, HX-1002, HX-1003 and HX-3401: values that are none of their datatype. */

import type { Choices } from '../choices.ts';
import { type Element, element, everyElement, only, setValue, valueIn } from '../element.ts';
import {
  addData,
  addDecision,
  addLoop,
  addNode,
  addResource,
  anyOf,
  ensure,
  isMentioned,
} from '../fresh.ts';
import { changing, type Mutation, splicing } from '../mutation.ts';
import { print } from '../print.ts';
import { attributesOf, type Datatype, shapeOf } from '../schema.ts';
import { PLAIN } from '../style.ts';

const STRUCTURE = 'HX-1001';
const UNKNOWN = 'HX-1003';

const IDENTIFIERS = [
  ...['', '1a', 'a b', ' a', 'a ', 'a\n', '-a', '.a', 'é', 'a:b', 'a😀', 'a/b', '${a}'],
  'x'.repeat(256),
];

const DURATIONS = [
  ...['', 'P', 'PT', '300', '1S', 'PT1', 'P1S', 'PT1D', 'P1W', '-PT1S', '+PT1S', 'PT1.S', 'PT.5S'],
  ...['PT1,5S', 'pt1s', 'PT1S1M', 'PT1H1H', 'P1DT', 'P0.5D', 'PT1H 1M', 'PT9007199254741S'],
];

const BAD: { readonly [datatype: string]: readonly string[] } = {
  boolean: ['', 'yes', 'no', 'TRUE', 'True', '2', '01', 'true false', '-1', 'null'],
  duration: DURATIONS,
  decimal: ['', 'x', '1e3', '1,5', 'INF', 'NaN', '.', '-', '1.2.3', '-1', '9'.repeat(400)],
  count: ['', '0', '-1', '1.0', '1e3', 'x', '٣', '0x10', '1 0', '+', 'unlimited'],
  attempts: ['', '0', '1001', '99999999999999999999', '1.5', '-3'],
  type: [''],
  version: ['', '1', '2.0', 'x', ' 1.0', '1.0 ', '1.0.0', '1.'],
};

const TIMES = [
  ...['', 'today', '2026-01-31', '2026-01-31 09:30:00', '2026-13-01T00:00:00', '09:30:00Z'],
  ...['2026-02-29T00:00:00Z', '2026-01-31T24:00:01', '2026-01-31T09:60:00', '0000-01-01T00:00:00'],
  ...['2026-1-1T00:00:00', '26-01-01T00:00:00', '2026-01-31T09:30:00+14:30', '2026-01-31T09:30'],
];

const YEARS_AND_MONTHS = ['P1Y', 'P1M', 'P1Y2M', 'P1Y2M3DT4H5M6S', 'P1MT1M', 'P0Y', 'P12M1D'];

/** A wrong word for each right one: like it, unlike it, and with blanks around it. */
function wrongWord(choices: Choices, words: readonly string[]): string {
  const word = choices.oneOf(words);
  return choices.oneOf([`${word}s`, word.toUpperCase(), ` ${word}`, `${word}\n`, '', 'xyz', 'é']);
}

function attributesOfType(
  root: Element,
  wanted: (datatype: Datatype) => boolean,
): { of: Element; name: string; datatype: Datatype }[] {
  return everyElement(root).flatMap((of) =>
    attributesOf(shapeOf(of.name))
      .filter(([, datatype]) => wanted(datatype))
      .map(([name, datatype]) => ({ of, name, datatype })),
  );
}

/** A wait says one thing alone, so a duration can't be added to it. */
function isHarmless({ of, name }: { of: Element; name: string }): boolean {
  return of.name !== 'wait' || valueIn(of, name) !== null;
}

function badValue(datatype: string): Mutation {
  return changing(STRUCTURE, `a ${datatype} is none`, ({ root }, choices) => {
    if (datatype === 'version')
      addNode(root, { type: 'subworkflow' }, [element('subworkflow', { href: 'a' })]);
    const chosen = anyOf(
      choices,
      attributesOfType(root, (each) => each === datatype).filter(isHarmless),
    );
    if (chosen === null) return null;
    setValue(chosen.of, chosen.name, choices.oneOf(BAD[datatype] ?? []));
    return { element: chosen.of, attribute: chosen.name };
  });
}

/** Ids and names that nothing else mentions. */
const NAMES = ['harness id', 'node id', 'edge id', 'resource id', 'artifact id', 'property name'];
const PORTS = ['input name', 'output name', 'loop var', 'loop indexVar'];

const NAMELESS = 'a name that is none is declared by nothing either';

function badReference(
  code: string,
  title: string,
  make: (root: Element) => readonly [Element | null, string],
): Mutation {
  return changing(
    STRUCTURE,
    `${title} is no identifier`,
    ({ root }, choices) => {
      const [of, attribute] = make(root);
      if (of === null) return null;
      setValue(of, attribute, choices.oneOf(IDENTIFIERS));
      return { element: of, attribute };
    },
    { also: { [code]: NAMELESS } },
  );
}

const references: readonly Mutation[] = [
  badReference('HX-2001', 'entry', (root) => [root, 'entry']),
  badReference('HX-2001', 'to of a case', (root) => {
    const cases = only(addDecision(root), 'cases');
    return [cases === null ? null : only(cases, 'case'), 'to'];
  }),
  badReference('HX-2001', 'ref of a loop body', (root) => {
    const loop = only(addLoop(root), 'loop');
    return [loop === null ? null : only(loop, 'body'), 'ref'];
  }),
  badReference('HX-2001', 'from of an edge', (root) => [addData(root), 'from']),
  badReference('HX-2001', 'to of an edge', (root) => [addData(root), 'to']),
  badReference('HX-2302', 'fromPort', (root) => [addData(root), 'fromPort']),
  badReference('HX-2303', 'toPort', (root) => [addData(root), 'toPort']),
  badReference('HX-2004', 'compensates', (root) => [addNode(root, {}), 'compensates']),
  badReference('HX-2002', 'ref of a resourceRef', (root) => {
    const ref = element('resourceRef', { ref: '' });
    addNode(root, {}, [ref]);
    return [ref, 'ref'];
  }),
  badReference('HX-2003', 'ref of an artifactRef', (root) => {
    const ref = element('artifactRef', { ref: '' });
    addNode(root, {}, [ref]);
    return [ref, 'ref'];
  }),
];

export const valueMutations: readonly Mutation[] = [
  ...Object.keys(BAD).map(badValue),
  ...references,
  changing(STRUCTURE, 'an identifier is none', ({ root }, choices) => {
    const candidates = attributesOfType(root, (each) => each === 'identifier').filter(
      ({ of, name }) => {
        const role = `${of.name} ${name}`;
        if (!NAMES.includes(role) && !PORTS.includes(role)) return false;
        const byDefault = name === 'var' ? 'item' : name === 'indexVar' ? 'index' : null;
        const value = valueIn(of, name) ?? byDefault;
        return value === null || !isMentioned(root, value, of);
      },
    );
    const chosen = anyOf(choices, candidates);
    if (chosen === null) return null;
    setValue(chosen.of, chosen.name, choices.oneOf(IDENTIFIERS));
    return { element: chosen.of, attribute: chosen.name };
  }),
  changing(STRUCTURE, 'a time is none', ({ root }, choices) => {
    const metadata = ensure(root, 'metadata');
    const time = ensure(metadata, choices.oneOf(['created', 'modified']));
    time.children = [choices.oneOf(TIMES)].filter((text) => text !== '');
    return { element: time };
  }),
  changing('HX-3401', 'a duration has years or months', ({ root }, choices) => {
    const chosen = anyOf(
      choices,
      attributesOfType(root, (each) => each === 'duration').filter(isHarmless),
    );
    if (chosen === null) return null;
    setValue(chosen.of, chosen.name, choices.oneOf(YEARS_AND_MONTHS));
    return { element: chosen.of, attribute: chosen.name };
  }),
  changing(UNKNOWN, 'a word is of no enumeration', ({ root }, choices) => {
    addResource(root, { classification: null });
    const chosen = anyOf(
      choices,
      attributesOfType(root, (each) => typeof each !== 'string'),
    );
    if (chosen === null || typeof chosen.datatype === 'string') return null;
    setValue(chosen.of, chosen.name, wrongWord(choices, chosen.datatype));
    return { element: chosen.of, attribute: chosen.name };
  }),
  changing('HX-1002', 'specVersion is missing', ({ root }) => {
    root.attributes = root.attributes.filter(({ name }) => name !== 'specVersion');
    return { element: root };
  }),
  changing('HX-1002', 'specVersion is malformed', ({ root }, choices) => {
    const wrong = [
      '',
      '1',
      'one',
      '1.',
      '.1',
      '1.0.0',
      ' 1.0',
      '1.0\n',
      '1.0-draft',
      '1,0',
      'v1.0',
    ];
    setValue(root, 'specVersion', choices.oneOf(wrong));
    return { element: root, attribute: 'specVersion' };
  }),
  changing('HX-1002', 'specVersion is of another major version', ({ root }, choices) => {
    setValue(root, 'specVersion', choices.oneOf(['2.0', '0.9', '10.1', '01.0']));
    return { element: root, attribute: 'specVersion' };
  }),
  splicing('HX-1002', 'the namespace is of another major version', ({ root }) => {
    const { text, spots } = print(root, PLAIN);
    return {
      text: text.replaceAll('harnessxml.com/spec/1.0', 'harnessxml.com/spec/2.0'),
      at: spots.get(root)?.start ?? 0,
    };
  }),
];
