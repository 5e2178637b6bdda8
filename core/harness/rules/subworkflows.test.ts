import { document, testRule } from '../testing/cases.ts';

const calling = (href: string, mark = '') =>
  document(`<node id="s" type="subworkflow"><subworkflow ${mark}href="${href}"/></node>`);
const plain = document('<node id="a" type="task"/>');
const given = (documents: { readonly [name: string]: string }, reference?: string) => ({
  documents: new Map(Object.entries(documents)),
  ...(reference === undefined ? {} : { reference }),
});

testRule(
  'HX-3002',
  [
    calling('other.hxml'),
    { document: calling('b.hxml'), options: given({ 'b.hxml': plain }, 'a.hxml') },
    // One document may be called twice, on different ways.
    {
      document: calling('b.hxml'),
      options: given({
        'b.hxml': document(
          '<node id="s" type="subworkflow"><subworkflow href="c.hxml"/></node><node id="t" type="subworkflow"><subworkflow href="./c.hxml"/></node>',
        ),
        'c.hxml': plain,
      }),
    },
    { document: calling('b.hxml'), options: given({ 'b.hxml': 'not XML' }, 'a.hxml') },
  ],
  [
    {
      document: calling('a.hxml', '¦'),
      id: 's',
      options: given({}, 'flows/a.hxml'),
      says: 'a.hxml',
    },
    {
      document: calling('../flows/./a.hxml', '¦'),
      id: 's',
      options: given({}, 'flows/a.hxml'),
    },
    {
      document: calling('https://x.example/a/../b.hxml', '¦'),
      id: 's',
      options: given({}, 'https://x.example/b.hxml'),
    },
    {
      document: calling('b.hxml', '¦'),
      id: 's',
      options: given({ 'b.hxml': calling('c.hxml'), 'c.hxml': calling('a.hxml') }, 'a.hxml'),
      says: "this document → 'b.hxml' → 'c.hxml' → this document",
    },
    // A recursion further down counts as well, and a document is known by its text, too.
    {
      document: calling('./b.hxml', '¦'),
      id: 's',
      options: given({ 'b.hxml': calling('c.hxml'), 'c.hxml': calling('b.hxml') }),
      says: "'b.hxml' → 'c.hxml' → 'b.hxml'",
    },
    // Wherever the document lies, an empty reference means it (RFC 3986 §4.4).
    { document: calling('', '¦'), id: 's' },
    { document: calling('#part', '¦'), id: 's' },
    { document: calling('?x', '¦'), id: 's', options: given({}, 'flows/a.hxml?x') },
    {
      document: calling('b.hxml', '¦'),
      id: 's',
      options: given({ 'b.hxml': calling('') }, 'a.hxml'),
    },
    {
      document: calling('b.hxml', '¦'),
      id: 's',
      options: given({ 'b.hxml': calling(' a.hxml\n') }, 'a.hxml'),
    },
    {
      document: calling('self.hxml', '¦'),
      id: 's',
      options: given({ 'self.hxml': calling('self.hxml') }),
    },
  ],
);
