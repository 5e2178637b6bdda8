/** How one and the same document is written: all that XML leaves free. */

import fc from 'fast-check';

export interface Style {
  /** For the many small choices; 0 makes all of them plain. */
  readonly seed: number;
  readonly byteOrderMark: boolean;
  readonly declaration: string;
  readonly newline: '\n' | '\r\n' | '\r';
  /** Between elements. */
  readonly indentation: 'none' | 'spaces' | 'tabs' | 'wild';
  readonly quotes: 'double' | 'single' | 'mixed';
  readonly namespaces: 'default' | 'prefix' | 'both';
  /** In [0, 1], how often what is free is written in an unusual way. */
  readonly variety: number;
  /** Comments and processing instructions where they may stand. */
  readonly comments: boolean;
  /** `xml:` attributes, `xsi:schemaLocation` and prefixes that nobody needs. */
  readonly decorations: boolean;
}

export const PLAIN: Style = {
  seed: 0,
  byteOrderMark: false,
  declaration: '',
  newline: '\n',
  indentation: 'spaces',
  quotes: 'double',
  namespaces: 'default',
  variety: 0,
  comments: false,
  decorations: false,
};

export const styles: fc.Arbitrary<Style> = fc.record({
  seed: fc.nat(),
  byteOrderMark: fc.constantFrom(false, false, false, true),
  declaration: fc.constantFrom(
    '',
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<?xml version='1.0'  encoding = 'utf-8'\tstandalone='yes' ?>",
    '<?xml version="1.0" encoding="Utf-8" standalone="no"?>',
  ),
  newline: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  indentation: fc.constantFrom('spaces', 'none', 'tabs', 'wild'),
  quotes: fc.constantFrom('double', 'single', 'mixed'),
  namespaces: fc.constantFrom('default', 'prefix', 'both'),
  variety: fc.constantFrom(0, 0.1, 0.5),
  comments: fc.boolean(),
  decorations: fc.boolean(),
});
