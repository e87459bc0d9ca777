import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  DeliverableParams,
  EngagementParams,
  Id,
  NameText,
  Nullable,
  RequiredText,
  Timestamp,
} from '../declaring/scalars.ts';
import { VersionNumber } from './deliverables.ts';

export const columnTypes = ['text', 'number', 'date', 'boolean'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A typed column of a table or of a query's result. */
export const TableColumn = Type.Object({
  name: Type.String(),
  type: Type.Enum([...columnTypes]),
  unit: Nullable(
    Type.String({ description: 'What the head or the cells say, such as `EUR 000` or `%`' }),
  ),
});
export type TableColumn = Static<typeof TableColumn>;

/** Why a row is in no table. */
const leftOutReasons = ['total', 'head', 'note', 'comment'] as const;

/** The rows of a sheet or file that its table leaves out. */
export const LeftOut = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ description: 'The line of the file, or the row of the sheet, from 1' }),
      reason: Type.Enum([...leftOutReasons]),
    }),
    { description: 'The first 20' },
  ),
});
export type LeftOut = Static<typeof LeftOut>;

/**
 * A remark on how a table was read. Example: a column is text because its values can be read in two
 * ways.
 */
export const TableRemark = Type.Object({
  column: Nullable(Type.String({ description: 'Null for a remark on rows or on the file' })),
  kind: Type.String(),
  text: Type.String({ description: 'A sentence for people' }),
});
export type TableRemark = Static<typeof TableRemark>;

/** A sheet or delimited file as a typed table; `name` is its name in queries. */
export const DataTable = Type.Object({
  id: Id,
  attachmentId: Id,
  filename: Type.String(),
  sheet: Nullable(Type.String()),
  hidden: Type.Boolean({ description: 'True for a hidden sheet of a workbook' }),
  name: Type.String(),
  columns: Type.Array(
    Type.Object({
      ...TableColumn.properties,
      sqlName: Type.String({ description: 'The name in queries, which needs no quotes' }),
    }),
  ),
  rowCount: Type.Integer({ minimum: 0 }),
  leftOut: LeftOut,
  remarks: Type.Array(TableRemark),
});
export type DataTable = Static<typeof DataTable>;

/** A value of a cell. Dates are YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS with their time. */
export const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
export type Cell = Static<typeof Cell>;

/** What a column of a table holds. `min` and `max` are those of numbers and dates. */
export const ColumnSummary = Type.Object({
  ...TableColumn.properties,
  sqlName: Type.String(),
  filled: Type.Integer({ description: 'Rows with a value' }),
  /** Null unless numbers add up: percentages, years and numbers that name things do not. */
  sum: Nullable(Cell),
  mean: Nullable(Type.Number()),
  min: Nullable(Cell),
  max: Nullable(Cell),
});
export type ColumnSummary = Static<typeof ColumnSummary>;

/**
 * The chart that fits a table, with the statement that gives its values. `xHead` and `yHead` are
 * heads of the file.
 */
export const TableChart = Type.Object({
  sql: Type.String(),
  type: Type.Enum(['bar', 'line']),
  aggregate: Type.Enum(['sum', 'mean']),
  isGrouped: Type.Boolean({ description: 'False if each value is that of one row' }),
  x: Type.String(),
  xHead: Type.String(),
  y: Type.String(),
  yHead: Type.String(),
  unit: Nullable(Type.String()),
});
export type TableChart = Static<typeof TableChart>;

export const TableSummary = Type.Object({
  rowCount: Type.Integer(),
  columns: Type.Array(ColumnSummary, { description: 'The first 120' }),
  chart: Nullable(TableChart),
});
export type TableSummary = Static<typeof TableSummary>;

/** Why a sheet or file gives no table. The reasons from `encrypted` on are about a whole file. */
export const withoutTableReasons = [
  'empty',
  'no_table',
  'too_large',
  'encrypted',
  'damaged',
  'timeout',
  'memory',
  'unsupported',
  'unknown_encoding',
] as const;

/** A sheet of a workbook, or a file, that gives no table, or of which a part gives none. */
export const WithoutTable = Type.Object({
  attachmentId: Id,
  filename: Type.String(),
  sheet: Nullable(Type.String({ description: 'Null for the whole file' })),
  reason: Type.Enum([...withoutTableReasons]),
});
export type WithoutTable = Static<typeof WithoutTable>;

/** Bounds of queries and results. */
export const queryLimits = {
  question: 1_000,
  sql: 20_000,
  title: 200,
  rows: 1_000,
  resultBytes: 5_000_000,
  ms: 10_000,
};

const resultFields = {
  columns: Type.Array(TableColumn),
  rows: Type.Array(Type.Array(Cell), { description: 'Cells in the order of `columns`' }),
  rowCount: Type.Integer({ description: 'The number of rows in this result' }),
  truncated: Type.Boolean({ description: 'True when the query has more rows' }),
  resultHash: Type.String({
    description: 'SHA-256 of columns and rows, hexadecimal; the same on any machine',
  }),
};

export const RecordedQuery = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  sql: Type.String(),
  ...resultFields,
  tables: Type.Array(Type.Object({ id: Id, sha256: Type.String() })),
  createdBy: Author,
  createdAt: Timestamp,
});
export type RecordedQuery = Static<typeof RecordedQuery>;

/** A recorded query in a list, without its rows. */
export const QueryListItem = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  sql: Type.String(),
  rowCount: Type.Integer(),
  truncated: Type.Boolean(),
  resultHash: Type.String(),
  usedIn: Type.Array(Type.String(), {
    description: 'File names of the documents whose latest version names it',
  }),
  createdBy: Author,
  createdAt: Timestamp,
});
export type QueryListItem = Static<typeof QueryListItem>;

export const CreateQueryBody = Type.Object({
  // A statement above `queryLimits.sql` is valid here, so that it is refused with a reason.
  sql: Type.String({ minLength: 1, maxLength: 10 * queryLimits.sql, pattern: '\\S' }),
  title: Type.Optional(Nullable(Type.String({ maxLength: queryLimits.title }))),
});
export type CreateQueryBody = Static<typeof CreateQueryBody>;

/**
 * The background that a picture is drawn for. `auto` has both colourings, and the reader's system
 * decides.
 */
const chartThemes = ['auto', 'light', 'dark'] as const;
export type ChartTheme = (typeof chartThemes)[number];
const theme = Type.Optional(Type.Enum([...chartThemes], { default: 'auto' }));

const ofEngagement = { tag: 'Data', params: EngagementParams } as const;
const TableParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  tableId: Type.String({ maxLength: 100 }),
});
const QueryParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  queryId: Type.String({ maxLength: 100 }),
});

export const listTables = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/tables',
  name: 'listTables',
  summary: 'List the typed tables of the attached workbooks and delimited files',
  responses: {
    200: Type.Object({ tables: Type.Array(DataTable), withoutTable: Type.Array(WithoutTable) }),
  },
});

/** A page of a table's rows. `offset` counts from 0. */
export const readTable = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/tables/:tableId/rows',
  name: 'readTable',
  summary: 'Read rows of a table, in the order of the file',
  params: TableParams,
  query: Type.Object({
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: queryLimits.rows, default: 100 })),
  }),
  responses: {
    200: Type.Object({
      columns: Type.Array(TableColumn),
      rows: Type.Array(Type.Array(Cell)),
      offset: Type.Integer(),
      rowCount: Type.Integer({ description: 'All rows of the table' }),
    }),
  },
  errors: ['not_found'],
});

export const summarizeTable = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/tables/:tableId/summary',
  name: 'summarizeTable',
  summary: 'Read what each column of a table holds, and the chart that fits the table',
  params: TableParams,
  responses: { 200: TableSummary },
  errors: ['not_found'],
});

export const TableChartBody = Type.Object({ title: NameText(300), theme });
export type TableChartBody = Static<typeof TableChartBody>;

/** Draws the chart of the summary. Without a fitting chart it is missing. */
export const drawTableChart = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/tables/:tableId/chart',
  name: 'drawTableChart',
  summary: 'Draw the chart that fits a table',
  params: TableParams,
  body: TableChartBody,
  responses: { 200: 'image/svg+xml' },
  errors: ['not_found', 'chart_not_drawn'],
});

export const createQuery = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/queries',
  name: 'createQuery',
  summary: 'Run one select over the tables of the engagement and record it with its result',
  level: 'write',
  body: CreateQueryBody,
  responses: { 201: RecordedQuery },
  errors: ['query_refused', 'query_failed', 'query_limit_reached'],
});

/** A statement for a question. It has not run; what it gives is recorded by `createQuery`. */
export const QueryDraft = Type.Object({
  sql: Nullable(Type.String({ description: 'Null if the tables do not hold the answer' })),
  note: Type.String({ description: 'What is counted and how, or what the tables lack' }),
});
export type QueryDraft = Static<typeof QueryDraft>;

export const DraftQueryBody = Type.Object({
  question: RequiredText(queryLimits.question),
  attempt: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: 1,
      description: 'A higher one asks for another statement',
    }),
  ),
});

export const draftQuery = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/query-drafts',
  name: 'draftQuery',
  summary: 'Let a model write a select for a question in plain words, paid from the budget',
  level: 'write',
  tier: 'engine',
  subscription: true,
  body: DraftQueryBody,
  responses: { 200: QueryDraft },
  errors: [
    'no_model_connected',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'engine_error',
  ],
});

export const listQueries = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/queries',
  name: 'listQueries',
  summary: 'List the recorded queries, newest first',
  responses: { 200: Type.Object({ queries: Type.Array(QueryListItem) }) },
});

export const getQuery = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/queries/:queryId',
  name: 'getQuery',
  summary: 'Read a recorded query with its result',
  params: QueryParams,
  responses: { 200: RecordedQuery },
  errors: ['not_found'],
});

/** Tables are bound by name. With one gone, `same` is false and `resultHash` null. */
export const verifyQuery = defineEndpoint({
  ...ofEngagement,
  method: 'POST',
  path: '/api/engagements/:id/queries/:queryId/verify',
  name: 'verifyQuery',
  summary: 'Run a recorded query again and compare the results',
  params: QueryParams,
  responses: { 200: Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) }) },
  errors: ['not_found', 'query_failed'],
});

/** Charts count from 1, in the order of the text. One that cannot be drawn is missing. */
const ChartParams = Type.Object({
  ...DeliverableParams.properties,
  number: Type.Integer({ minimum: 1, maximum: 1_000 }),
});

export const getChart = defineEndpoint({
  method: 'GET',
  path: '/api/engagements/:id/deliverables/:filename/charts/:number',
  name: 'getChart',
  summary: 'Draw a chart of a deliverable, by default of its latest version',
  tag: 'Deliverables',
  params: ChartParams,
  query: Type.Object({ version: Type.Optional(VersionNumber), theme }),
  responses: { 200: 'image/svg+xml' },
  errors: ['text_too_complex', 'not_found'],
});

/** The same chart for a client. */
export const getPortalChart = defineEndpoint({
  tag: 'Client portal',
  credentials: 'portal',
  engagementKeyAccess: 'open',
  method: 'GET',
  path: '/api/portal/deliverables/:filename/charts/:number',
  name: 'getPortalChart',
  summary: 'Draw a chart of the latest version of a deliverable',
  portalPermission: 'read',
  params: Type.Pick(ChartParams, ['filename', 'number']),
  query: Type.Object({ theme }),
  responses: { 200: 'image/svg+xml' },
  errors: ['text_too_complex', 'not_found'],
});

/** A chart of a query that no document has yet: the fields of a `chart` block without its query. */
export const PreviewChartBody = Type.Object({
  type: Type.Enum(['bar', 'line', 'area', 'scatter']),
  x: RequiredText(300),
  y: Type.Array(RequiredText(300), { minItems: 1, maxItems: 6, uniqueItems: true }),
  title: NameText(300),
  unit: Type.Optional(Nullable(NameText(60))),
  theme,
});
export type PreviewChartBody = Static<typeof PreviewChartBody>;

export const previewChart = defineEndpoint({
  tag: 'Data',
  method: 'POST',
  path: '/api/engagements/:id/queries/:queryId/chart',
  name: 'previewChart',
  summary: 'Draw a chart of a recorded query',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    queryId: Type.String({ maxLength: 100 }),
  }),
  body: PreviewChartBody,
  responses: { 200: 'image/svg+xml' },
  errors: ['not_found', 'chart_not_drawn'],
});
