/** HX-3501: secrets where only their names may stand. Made of pieces, so that nobody's scanner
 * takes them for real ones. */

import type { Choices } from '../choices.ts';
import { type Element, element, setValue, type Values } from '../element.ts';
import { addArtifact, addNode, addPort, addResource, ensure, insert } from '../fresh.ts';
import { changing, type Mutation, type Target } from '../mutation.ts';

const CODE = 'HX-3501';

const FORMS = [
  ['AKIA', 'IOSFODNN7EXAMPLE'],
  ['gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['sk', '-ant-', 'api03-abcdefghijklmnopqrstuvwxyz'],
  ['sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'],
  ['xox', 'b-', '123456789012-abcdefghijkl'],
  ['-----BEGIN ', 'RSA PRIVATE', ' KEY-----'],
  ['-----BEGIN ', 'PRIVATE', ' KEY-----\nMIIE'],
  ['AIza', 'SyA1234567890abcdefghijklmnopqrstuv'],
];

const RANDOM = ['q7Zp', 'W2mK9xTb4Rn', 'V8sLd3HyJ6cA'];

/** Where a value may stand that could be a secret. */
function anyPlace(root: Element, choices: Choices, value: string, name: string): Target {
  const property = element('property', { name, value });
  const places: (() => Target)[] = [
    () => ({ element: insert(addResource(root), property), attribute: 'value' }),
    () => ({ element: insert(addArtifact(root), property), attribute: 'value' }),
    () => ({
      element: insert(ensure(addNode(root, {}), 'config'), property),
      attribute: 'value',
    }),
    () => ({ element: addPort(addNode(root, {}), 'input', { name, value }), attribute: 'value' }),
    () => {
      const port = addPort(addNode(root, {}), choices.oneOf(['input', 'output']), { name });
      setValue(port, 'required', 'false');
      setValue(port, 'default', value);
      return { element: port, attribute: 'default' };
    },
  ];
  return choices.oneOf(places)();
}

const WARNING = {
  severity: 'warning',
  also: { 'HX-3005': 'a document with an entry does not reach what is added beside it' },
} as const;

function addSource(root: Element, values: Values): Element {
  const provenance = ensure(ensure(root, 'metadata'), 'provenance');
  return insert(provenance, element('source', values));
}

export const credentialMutations: readonly Mutation[] = [
  changing(CODE, 'a value holds a credential', ({ root }, choices) => {
    const secret = choices.oneOf(FORMS).join('');
    const before = choices.oneOf(['', 'Bearer ', 'key=']);
    return anyPlace(root, choices, before + secret, 'setting');
  }),
  changing(CODE, 'a URI holds a password', ({ root }, choices) => {
    const uri = ['postgres://user', 'hunter22@db.example/x'].join(':');
    const add = choices.oneOf([addResource, addArtifact, addSource]);
    return { element: add(root, { uri }), attribute: 'uri' };
  }),
  changing(CODE, 'a property called a secret holds something random', ({ root }, choices) =>
    anyPlace(root, choices, RANDOM.join(''), choices.oneOf(['api_key', 'clientSecret'])),
  ),
  changing(
    CODE,
    'a value looks random',
    ({ root }, choices) => anyPlace(root, choices, RANDOM.join(''), 'setting'),
    WARNING,
  ),
  changing(
    CODE,
    'a property called a secret holds a word',
    ({ root }, choices) => anyPlace(root, choices, 'correct-horse', 'password'),
    WARNING,
  ),
];
