import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { Cell, TableColumn } from './tables.ts';

/** Bounds of a notebook: characters of texts, and how many facts an engagement holds. */
export const notebookLimits = {
  title: 200,
  finding: 1_000,
  label: 200,
  unit: 40,
  period: 60,
  factText: 1_000,
  factId: 80,
  facts: 2_000,
  /** Entries of an engagement, of people and agents together. */
  entries: 2_000,
} as const;

/** The form of a fact's id. */
export const factIdPattern = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** What an entry was made by: a query, a program, the words of a source, or the answer's model. */
export const entryKinds = ['query', 'code', 'passage', 'model'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The value of a fact: a finite number, a text or a truth value. */
export const FactValue = Type.Union([Type.Number(), Type.String(), Type.Boolean()]);
export type FactValue = Static<typeof FactValue>;

/** A named result of an entry of the notebook. */
export const Fact = Type.Object({
  id: Type.String({ description: 'Kebab case, unique in the engagement' }),
  label: Type.String(),
  value: FactValue,
  unit: Nullable(Type.String()),
  period: Nullable(Type.String()),
  entryId: Id,
  path: Nullable(
    Type.String({ description: 'Place of the value in its entry: `rows/<row>/<column>`' }),
  ),
});
export type Fact = Static<typeof Fact>;

/** What an entry read, under the hash of its content. */
export const EntryInput = Type.Object({
  kind: Type.Enum(['table', 'text', 'fact']),
  name: Type.String(),
  sha256: Type.String({ description: 'Hexadecimal' }),
});
export type EntryInput = Static<typeof EntryInput>;

const entryFields = {
  id: Id,
  number: Type.Integer({ minimum: 1, description: 'Unique in the engagement' }),
  kind: Type.Enum([...entryKinds]),
  title: Type.String(),
  finding: Type.String({ description: 'What the entry shows, in a sentence' }),
  runId: Nullable(Id),
  taskId: Nullable(Type.String()),
  createdAt: Timestamp,
  facts: Type.Array(Fact),
};

/** An entry of the notebook in a list. */
export const NotebookItem = Type.Object(entryFields);
export type NotebookItem = Static<typeof NotebookItem>;

/** A named table of an entry's result, with its first rows. */
export const EntryTable = Type.Object({
  name: Type.String(),
  columns: Type.Array(TableColumn),
  rows: Type.Array(Type.Array(Cell)),
  totalRows: Type.Integer({ minimum: 0 }),
});
export type EntryTable = Static<typeof EntryTable>;

/** An entry of the notebook with its source and result. */
export const NotebookEntry = Type.Object({
  ...entryFields,
  source: Type.String({ description: 'SQL, TypeScript, or the words of a passage' }),
  inputs: Type.Array(EntryInput),
  tables: Type.Array(EntryTable),
  output: Type.String({ description: 'What a program printed, or the place of a passage' }),
  durationMs: Nullable(Type.Integer({ minimum: 0 })),
});
export type NotebookEntry = Static<typeof NotebookEntry>;

/** Whether an entry gives the same result again, and what differs. */
export const Reproduction = Type.Object({
  identical: Type.Boolean(),
  differences: Type.Array(Type.String()),
});
export type Reproduction = Static<typeof Reproduction>;

const EntryParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  entryId: Type.String({ maxLength: 100 }),
});

export const listNotebook = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/notebook',
  name: 'listNotebook',
  summary: 'List the entries of the notebook with their facts, in the order of their numbers',
  tag: 'Notebook',
  params: EngagementParams,
  responses: { 200: Type.Object({ entries: Type.Array(NotebookItem) }) },
});

export const getNotebookEntry = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/notebook/:entryId',
  name: 'getNotebookEntry',
  summary: 'Read an entry of the notebook with its source, inputs and result',
  tag: 'Notebook',
  params: EntryParams,
  responses: { 200: NotebookEntry },
  errors: ['not_found'],
});

export const reproduceNotebookEntry = defineEndpoint({
  method: 'POST',
  path: '/api/engagements/:id/notebook/:entryId/reproduce',
  name: 'reproduceNotebookEntry',
  summary: 'Run an entry again on its inputs and compare the results',
  tag: 'Notebook',
  level: 'write',
  params: EntryParams,
  responses: { 200: Reproduction },
  errors: ['not_found', 'query_failed', 'service_unavailable'],
});

export const exportNotebook = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/notebook/export',
  name: 'exportNotebook',
  summary: 'Download the notebook as a zip that runs without the product',
  tag: 'Notebook',
  params: EngagementParams,
  responses: { 200: 'application/zip' },
});
