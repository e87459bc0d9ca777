import { type Static, Type } from 'typebox';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { notebookLimits } from '../work/notebook.ts';
import { Cell, DataTable, queryLimits, TableColumn } from '../work/tables.ts';

/** A table of the engagement as agents see it, with its first rows. */
export const EngineTable = Type.Object({
  ...DataTable.properties,
  columns: Type.Array(
    Type.Object({
      ...TableColumn.properties,
      sqlName: Type.Optional(
        Type.String({ description: 'The name in queries, which needs no quotes' }),
      ),
    }),
  ),
  sample: Type.Array(Type.Array(Cell), { description: 'The first rows' }),
});
export type EngineTable = Static<typeof EngineTable>;

/** The result of a recorded query, as agents and the check see it. */
export const EngineQuery = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  sql: Type.String(),
  columns: Type.Array(TableColumn),
  rows: Type.Array(Type.Array(Cell)),
  truncated: Type.Boolean(),
  resultHash: Type.String(),
});
export type EngineQuery = Static<typeof EngineQuery>;

/**
 * A query of an agent. `id` is chosen by the engine: the same id and statement give the same record
 * again.
 */
export const RunQueryBody = Type.Object({
  id: Type.String({ minLength: 8, maxLength: 64, pattern: '^[a-z0-9]+$' }),
  sql: Type.String({ minLength: 1 }),
  title: Type.Optional(Nullable(Type.String({ maxLength: queryLimits.title }))),
  finding: Type.Optional(
    Type.String({ maxLength: notebookLimits.finding, description: 'What it shows, in a sentence' }),
  ),
  agentSlug: Type.String({ maxLength: 100 }),
  taskId: Nullable(Type.String({ maxLength: 100 })),
});
export type RunQueryBody = Static<typeof RunQueryBody>;

/** The recorded query, or why there is none; a failed statement is an answer, not an error. */
export const RunQueryAnswer = Type.Union([
  Type.Object({ query: EngineQuery }),
  Type.Object({ refused: Type.String({ description: 'Why the statement was refused or failed' }) }),
]);
export type RunQueryAnswer = Static<typeof RunQueryAnswer>;

/** Quotes that the engine did not find in the texts of its run. */
export const QuotedPassagesBody = Type.Object({
  quotes: Type.Array(
    Type.Object({
      title: Type.String({ maxLength: 1_000, description: 'The source, as the footnote names it' }),
      place: Nullable(
        Type.String({ maxLength: 1_000, description: 'The page, sheet or section that it names' }),
      ),
      words: Type.String({ maxLength: 4_000 }),
    }),
    { maxItems: 400 },
  ),
});
export type QuotedPassagesBody = Static<typeof QuotedPassagesBody>;

/** The pages, sheets or stretches of texts in which they stand. */
export const QuotedPassagesAnswer = Type.Object({
  sources: Type.Array(
    Type.Object({ title: Type.String(), location: Nullable(Type.String()), text: Type.String() }),
  ),
});
export type QuotedPassagesAnswer = Static<typeof QuotedPassagesAnswer>;

/** What the research of a run in the web is bound to. */
export const ResearchBounds = Type.Object({
  domains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 50 }),
  maxPages: Type.Integer({ minimum: 1 }),
  /** Price of one search, in nano-USD. */
  searchNanoUsd: Type.Integer({ minimum: 0 }),
});
export type ResearchBounds = Static<typeof ResearchBounds>;

/** Bounds of agents' research. Lengths count characters. */
export const researchBounds = { query: 400, url: 2_000, results: 10, pageText: 400_000 } as const;

/** An id that the engine chooses: the same id gives the same outcome again. */
const CallId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[a-z0-9]+$' });
const asked = {
  id: CallId,
  agentSlug: Type.String({ maxLength: 100 }),
  taskId: Nullable(Type.String({ maxLength: 100 })),
};

export const SearchWebBody = Type.Object({
  ...asked,
  query: Type.String({ minLength: 1, maxLength: researchBounds.query }),
});
export type SearchWebBody = Static<typeof SearchWebBody>;

export const SearchHit = Type.Object({
  title: Type.String(),
  url: Type.String(),
  snippet: Type.String(),
});
export type SearchHit = Static<typeof SearchHit>;

/** A search's results, or its refusal for the model; `paid` if the provider may have billed it. */
export const SearchWebAnswer = Type.Union([
  Type.Object({
    hits: Type.Array(SearchHit, { maxItems: researchBounds.results }),
    paid: Type.Boolean(),
  }),
  Type.Object({ refused: Type.String(), paid: Type.Boolean() }),
]);
export type SearchWebAnswer = Static<typeof SearchWebAnswer>;

export const ReadPageBody = Type.Object({
  ...asked,
  url: Type.String({ minLength: 1, maxLength: researchBounds.url }),
});
export type ReadPageBody = Static<typeof ReadPageBody>;

/** An archived page as agents and the check see it. `text` is cut at `researchBounds.pageText`. */
export const EnginePage = Type.Object({
  id: Id,
  /** The title to cite, unique in the engagement. */
  title: Type.String(),
  /** The final address. */
  url: Type.String(),
  author: Nullable(Type.String()),
  /** The page's own date, as YYYY-MM-DD. */
  publishedOn: Nullable(Type.String()),
  fetchedAt: Timestamp,
  /** SHA-256 of the archived bytes, hexadecimal. */
  sha256: Type.String(),
  text: Type.String(),
});
export type EnginePage = Static<typeof EnginePage>;

export const ReadPageAnswer = Type.Union([
  Type.Object({ page: EnginePage }),
  Type.Object({ refused: Type.String() }),
]);
export type ReadPageAnswer = Static<typeof ReadPageAnswer>;
