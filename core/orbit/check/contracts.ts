/**
 * What documents declare: tasks, records and workflows by their names. The document that is
 * read comes first; others that were given are looked into only for names that it lacks.
 */

import { quote } from '../../model/show.ts';
import { createFindings, type Findings, type Related } from '../findings.ts';
import type {
  Declaration,
  Field,
  Name,
  OrbitDocument,
  RecordDeclaration,
  TaskDeclaration,
  TypeExpression,
  WorkflowDeclaration,
} from '../syntax/document.ts';
import { parseOrbit } from '../syntax/parse.ts';
import type { Span } from '../syntax/token.ts';
import {
  listOf,
  mapOf,
  type OrbitType,
  optional,
  PRIMITIVES,
  primitiveOf,
  UNKNOWN,
} from '../types.ts';

/** A document's text, and where its findings go. */
export interface SourceFile {
  readonly source: string;
  readonly document: OrbitDocument;
  readonly findings: Findings;
  /** Whether it is the document that is read; places in others cannot be shown. */
  readonly isMain: boolean;
}

export interface TaskContract {
  readonly name: string;
  readonly declaration: TaskDeclaration;
  readonly file: SourceFile;
  readonly isMain: boolean;
  readonly input: ReadonlyMap<string, OrbitType>;
  readonly output: ReadonlyMap<string, OrbitType>;
}

export interface WorkflowContract {
  readonly name: string;
  readonly declaration: WorkflowDeclaration;
  readonly file: SourceFile;
  readonly isMain: boolean;
  readonly input: ReadonlyMap<string, OrbitType>;
}

export interface Contracts {
  readonly main: SourceFile;
  /** Each in the order of its document. */
  readonly tasks: readonly TaskContract[];
  readonly workflows: readonly WorkflowContract[];
  readonly records: readonly RecordEntry[];
  task(name: string): TaskContract | null;
  workflow(name: string): WorkflowContract | null;
  taskNames(): Iterable<string>;
  workflowNames(): Iterable<string>;
}

interface Tables {
  readonly tasks: Map<string, TaskContract>;
  readonly workflows: Map<string, WorkflowContract>;
  readonly records: Map<string, RecordEntry>;
}

export interface RecordEntry {
  readonly declaration: RecordDeclaration;
  readonly file: SourceFile;
  readonly fields: Map<string, OrbitType>;
  readonly type: OrbitType;
}

const emptyTables = (): Tables => ({ tasks: new Map(), workflows: new Map(), records: new Map() });

/** @param others Texts of further documents. */
export function readContracts(main: SourceFile, others: Iterable<string>): Contracts {
  const own = emptyTables();
  const given = emptyTables();
  let isLoaded = false;
  const load = (): Tables => {
    if (!isLoaded) {
      isLoaded = true;
      declareAll([...new Set(others)].map(readOther), given, typeOf);
    }
    return given;
  };
  const record = (name: string): RecordEntry | null =>
    own.records.get(name) ?? load().records.get(name) ?? null;

  /** The type that is written; one that is not known is reported. */
  const typeOf: TypeOf = (written, file, id) => {
    switch (written.kind) {
      case 'list':
        return listOf(typeOf(written.of, file, id));
      case 'map':
        return mapOf(typeOf(written.of, file, id));
      case 'optional':
        return optional(typeOf(written.of, file, id));
      case 'name':
        return primitiveOf(written.name) ?? record(written.name)?.type ?? unknownType(written);
    }
    function unknownType({ name, start, end }: Span & { readonly name: string }): OrbitType {
      const names = [...PRIMITIVES, 'List', 'Map', ...own.records.keys()];
      const hint = file.findings.suggest(name, names);
      file.findings.add('U2013', { start, end }, `there is no type ${quote(name)}${hint}`, { id });
      return UNKNOWN;
    }
  };

  declareAll([main], own, typeOf);
  return {
    main,
    tasks: [...own.tasks.values()],
    workflows: [...own.workflows.values()],
    records: [...own.records.values()],
    task: (name) => own.tasks.get(name) ?? load().tasks.get(name) ?? null,
    workflow: (name) => own.workflows.get(name) ?? load().workflows.get(name) ?? null,
    taskNames: () => chain(own.tasks.keys(), load().tasks.keys()),
    workflowNames: () => chain(own.workflows.keys(), load().workflows.keys()),
  };
}

function* chain(one: Iterable<string>, other: Iterable<string>): Generator<string> {
  yield* one;
  yield* other;
}

/** Findings of another document are its own: it is checked where it is the one that is read. */
function readOther(source: string): SourceFile {
  const findings = createFindings(source);
  return { source, findings, document: parseOrbit(source, findings).document, isMain: false };
}

type TypeOf = (written: TypeExpression, file: SourceFile, id: string) => OrbitType;

/** Records first, so that types can name them wherever they stand; then what has types. */
function declareAll(files: readonly SourceFile[], tables: Tables, typeOf: TypeOf): void {
  const kept = files.map((file) => ({ file, declarations: firstOfEachName(file) }));
  const open: RecordEntry[] = [];
  for (const { file, declarations } of kept) {
    for (const declaration of declarations) {
      const name = declaration.name.text;
      if (declaration.kind !== 'record' || tables.records.has(name)) continue;
      const fields = new Map<string, OrbitType>();
      const entry = { declaration, file, fields, type: { kind: 'record', name, fields } as const };
      tables.records.set(name, entry);
      open.push(entry);
    }
  }
  for (const { declaration, file, fields } of open) {
    fillFields(declaration.fields, declaration.name.text, file, typeOf, fields);
  }
  for (const { file, declarations } of kept) {
    for (const declaration of declarations) declareTyped(declaration, file, tables, typeOf);
  }
}

function declareTyped(
  declaration: Declaration,
  file: SourceFile,
  { tasks, workflows }: Tables,
  typeOf: TypeOf,
): void {
  const name = declaration.name.text;
  const { isMain } = file;
  const fieldsOf = (fields: readonly Field[]): Map<string, OrbitType> =>
    fillFields(fields, name, file, typeOf, new Map());
  if (declaration.kind === 'task') {
    const [input, output] = [fieldsOf(declaration.input), fieldsOf(declaration.output)];
    if (!tasks.has(name)) tasks.set(name, { name, declaration, file, isMain, input, output });
  } else if (declaration.kind === 'workflow') {
    const input = fieldsOf(declaration.input);
    if (!workflows.has(name)) workflows.set(name, { name, declaration, file, isMain, input });
  }
}

/** Of declarations of one kind and name the first counts; the others are reported. */
function firstOfEachName({ document, findings }: SourceFile): readonly Declaration[] {
  const seen = new Map<string, Name>();
  return document.declarations.filter(({ kind, name }) => {
    const { text } = name;
    if (kind === 'record' && (primitiveOf(text) !== null || text === 'List' || text === 'Map')) {
      findings.add('U2009', name, `${quote(text)} is a type of the language`, { id: text });
      return false;
    }
    const first = seen.get(`${kind} ${text}`);
    if (first === undefined) {
      seen.set(`${kind} ${text}`, name);
      return true;
    }
    const message = `there is a ${kind} ${quote(text)} already`;
    findings.add('U2004', name, message, { id: text, related: [firstOf(first)] });
    return false;
  });
}

function fillFields(
  fields: readonly Field[],
  id: string,
  file: SourceFile,
  typeOf: TypeOf,
  types: Map<string, OrbitType>,
): Map<string, OrbitType> {
  const spans = new Map<string, Name>();
  for (const { name, type } of fields) {
    const first = spans.get(name.text);
    const fieldType = typeOf(type, file, id);
    if (first === undefined) {
      spans.set(name.text, name);
      types.set(name.text, fieldType);
    } else {
      const message = `${quote(name.text)} is declared twice`;
      file.findings.add('U2004', name, message, { id, related: [firstOf(first)] });
    }
  }
  return types;
}

export function firstOf({ start, end }: Span): Related {
  return { start, end, message: 'the first stands here' };
}
