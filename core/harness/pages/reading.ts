import type { NotePage } from './note.ts';

const note = (code: string, title: string, why: string, mend: string): NotePage => ({
  code,
  severity: 'error',
  title,
  family: 'reading',
  source: 'this project',
  why,
  mend,
});

/** Codes of the readers themselves: they say that something was not looked at. */
export const readingPages: readonly NotePage[] = [
  note(
    'U0001',
    'there are more findings than are shown',
    'One slip can break a rule in thousands of places, and nobody reads thousands of findings. A document shows its first thousand, and this one counts the rest. It is a warning where all findings are warnings.',
    'Mend the findings that are shown and check again.',
  ),
  note(
    'U0002',
    'the document is of a language that is not read',
    'No reader gives this code any more: it said that a document was ORBIT when HarnessXML and plans alone were read. Codes are never used again for something else.',
    'Nothing is to be done; all three languages are read.',
  ),
  note(
    'U0003',
    'the plan is no well-formed JSON',
    'The text begins as a plan and then breaks the grammar of JSON: a comma too many, a quote that is not closed, a member that is given twice. Analysis stops at that place.',
    'Mend the place that the finding names; what comes behind it has not been looked at.',
  ),
  note(
    'U0004',
    'the JSON is not a valid plan',
    'A plan states every field of every node, and knows no others. The finding names the field by its JSON pointer: a value of another type, a field that is missing or not known, an edge that leads to no node.',
    'Write what the finding asks for at the place that it names.',
  ),
];
