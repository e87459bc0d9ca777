import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import {
  Author,
  EngagementParams,
  GivenTime,
  Id,
  NameText,
  Nullable,
  RequiredText,
  Timestamp,
  Usd,
} from '../declaring/scalars.ts';
import { gridLimits } from '../values/limits.ts';
import { GridFailureReason } from '../values/run-facts.ts';
import { DeliverableSource } from './sources.ts';
import { columnTypes } from './tables.ts';

/**
 * A grid is at work, has an answer in each cell, was ended by an error, or was stopped by a person
 * or the budget.
 */
export const gridStatuses = ['running', 'completed', 'failed', 'stopped'] as const;
export type GridStatus = (typeof gridStatuses)[number];

/**
 * States of a cell. `waiting`: not answered yet; `edited`: a person wrote it; `failed`: the file
 * has no text, or no model answered. The others are those of a citation.
 */
export const gridCellStates = [
  'waiting',
  'verified',
  'computed',
  'unjudged',
  'altered',
  'unsupported',
  'not_found',
  'edited',
  'failed',
] as const;
export type GridCellState = (typeof gridCellStates)[number];

/** A question that is asked of each file, and the type of its answers. */
export const GridQuestion = Type.Object({
  name: NameText(gridLimits.name),
  question: RequiredText(gridLimits.question),
  type: Type.Enum([...columnTypes]),
});
export type GridQuestion = Static<typeof GridQuestion>;

export const GridColumn = Type.Object({
  id: Id,
  name: Type.String(),
  question: Type.String(),
  type: Type.Enum([...columnTypes]),
});
export type GridColumn = Static<typeof GridColumn>;

const Value = Nullable(
  Type.Union([Type.String({ maxLength: gridLimits.value }), Type.Number(), Type.Boolean()]),
);
/** The value of a cell by the type of its column; a date is YYYY-MM-DD. */
export type GridValue = Static<typeof Value>;

/** The answer to one question from one file alone, with the words of the file that say it. */
export const GridCell = Type.Object({
  value: Value,
  unit: Nullable(
    Type.String({
      description: 'What a number counts: EUR, $, %, kg; null if the file does not say',
    }),
  ),
  text: Type.String({ description: 'The answer in words; empty without one' }),
  state: Type.Enum([...gridCellStates]),
  quote: Nullable(Type.String({ description: 'The words of the file' })),
  place: Nullable(Type.String({ description: 'Page, sheet, slide or section of these words' })),
  passage: Nullable(Type.String({ description: 'The words of the file around the quote' })),
  reason: Nullable(Type.String({ description: 'What is wrong, or why there is no answer' })),
  editedBy: Type.Optional(Author),
  editedAt: Type.Optional(Timestamp),
});
export type GridCell = Static<typeof GridCell>;

export const GridRow = Type.Object({
  attachmentId: Id,
  filename: Type.String(),
  cells: Type.Array(GridCell, { description: 'In the order of `columns`' }),
});
export type GridRow = Static<typeof GridRow>;

const head = {
  id: Id,
  title: Type.String(),
  status: Type.Enum([...gridStatuses]),
  failureReason: Nullable(GridFailureReason),
  cost: Usd,
  createdAt: Timestamp,
  createdBy: Author,
};

const progress = {
  progress: Type.Object({
    asked: Type.Integer({ description: 'Cells that no longer wait' }),
    total: Type.Integer(),
  }),
  changedAt: Type.String({
    format: 'date-time',
    description: 'The time of the last change of a cell',
  }),
};

/** Documents × questions. Documents cite it as `Grid <id>`. */
export const Grid = Type.Object({
  ...head,
  columns: Type.Array(GridColumn),
  rows: Type.Array(GridRow),
  ...progress,
});
export type Grid = Static<typeof Grid>;

/** The head of a grid, and the cells that have changed, in the order of their changes. */
export const GridChanges = Type.Object({
  ...head,
  ...progress,
  cells: Type.Array(Type.Object({ attachmentId: Id, columnId: Id, cell: GridCell })),
});
export type GridChanges = Static<typeof GridChanges>;

const { footnote: _footnote, ...citedFields } = DeliverableSource.properties;
/**
 * The passage that a cell cites, with the text around it. A cell without words shows its file from
 * the beginning.
 */
export const GridCellSource = Type.Object(citedFields);
export type GridCellSource = Static<typeof GridCellSource>;

const count = Type.Integer({ minimum: 0 });

/** A grid in a list: how many columns, files, and cells in each state it has. */
export const GridListItem = Type.Object({
  ...head,
  columns: count,
  files: count,
  cells: Type.Object(
    Object.fromEntries(gridCellStates.map((state) => [state, count])) as Record<
      GridCellState,
      typeof count
    >,
  ),
});
export type GridListItem = Static<typeof GridListItem>;

const AttachmentIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: gridLimits.files,
  uniqueItems: true,
});

export const CreateGridBody = Type.Object({
  title: NameText(gridLimits.title),
  columns: Type.Array(GridQuestion, { minItems: 1, maxItems: gridLimits.columns }),
  attachmentIds: Type.Optional(AttachmentIds),
});
export type CreateGridBody = Static<typeof CreateGridBody>;

const AddGridFilesBody = Type.Object({ attachmentIds: AttachmentIds });

/**
 * `column` is a column's id. With `value` null and `ask` true the cell is asked anew, and with it
 * all that failed. A number without `unit` keeps that of the cell.
 */
export const EditGridCellBody = Type.Object({
  attachmentId: Type.String({ maxLength: 100 }),
  column: Type.String({ maxLength: 100 }),
  value: Value,
  unit: Type.Optional(Nullable(NameText(gridLimits.unit))),
  ask: Type.Optional(Type.Boolean()),
});
export type EditGridCellBody = Static<typeof EditGridCellBody>;

const ofEngagement = { tag: 'Grids', params: EngagementParams } as const;
const GridParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  gridId: Type.String({ maxLength: 100 }),
});
const ofGrid = { tag: 'Grids', params: GridParams } as const;
/** Endpoints that may make a model work. */
const asking = { level: 'write', tier: 'engine', subscription: true } as const;

export const createGrid = defineEndpoint({
  ...ofEngagement,
  ...asking,
  method: 'POST',
  path: '/api/engagements/:id/grids',
  name: 'createGrid',
  summary: 'Ask questions of each attached file; without `attachmentIds` of all that have text',
  body: CreateGridBody,
  responses: { 201: Grid },
  errors: [
    'grid_limit_reached',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
  ],
});

export const listGrids = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/grids',
  name: 'listGrids',
  summary: 'List the grids, newest first',
  responses: { 200: Type.Object({ items: Type.Array(GridListItem) }) },
});

export const getGrid = defineEndpoint({
  ...ofGrid,
  method: 'GET',
  path: '/api/engagements/:id/grids/:gridId',
  name: 'getGrid',
  summary: 'Read a grid with its cells',
  responses: { 200: Grid },
  errors: ['not_found'],
});

export const listGridChanges = defineEndpoint({
  ...ofGrid,
  method: 'GET',
  path: '/api/engagements/:id/grids/:gridId/changes',
  name: 'listGridChanges',
  summary: 'Read what has changed since the `changedAt` of an earlier answer',
  query: Type.Object({ since: Type.Optional(GivenTime) }),
  responses: { 200: GridChanges },
  errors: ['not_found'],
});

export const renameGrid = defineEndpoint({
  ...ofGrid,
  method: 'PATCH',
  path: '/api/engagements/:id/grids/:gridId',
  name: 'renameGrid',
  summary: 'Give a grid another title',
  level: 'write',
  body: Type.Object({ title: NameText(gridLimits.title) }),
  responses: { 200: Grid },
  errors: ['not_found'],
});

const ofCell = {
  tag: 'Grids',
  method: 'GET',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    gridId: Type.String({ maxLength: 100 }),
    attachmentId: Type.String({ maxLength: 100 }),
    column: Type.String({ maxLength: 100 }),
  }),
} as const;

export const getGridCellSource = defineEndpoint({
  ...ofCell,
  path: '/api/engagements/:id/grids/:gridId/cells/:attachmentId/:column/source',
  name: 'getGridCellSource',
  summary: 'Read the passage that a cell cites, with the text around it',
  responses: { 200: GridCellSource },
  errors: ['not_found'],
});

/** Only PDFs are given, to be shown in a page. */
export const getGridCellSourceFile = defineEndpoint({
  ...ofCell,
  path: '/api/engagements/:id/grids/:gridId/cells/:attachmentId/:column/file',
  name: 'getGridCellSourceFile',
  summary: 'Read the PDF that a cell cites',
  responses: { 200: 'application/pdf' },
  errors: ['not_found'],
});

export const stopGrid = defineEndpoint({
  ...ofGrid,
  method: 'POST',
  path: '/api/engagements/:id/grids/:gridId/stop',
  name: 'stopGrid',
  summary: 'Stop a grid; what is not answered yet waits',
  level: 'write',
  responses: { 200: Grid },
  errors: ['not_found'],
});

export const deleteGrid = defineEndpoint({
  ...ofGrid,
  method: 'DELETE',
  path: '/api/engagements/:id/grids/:gridId',
  name: 'deleteGrid',
  summary: 'Delete a grid with its cells',
  level: 'write',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

export const addGridColumn = defineEndpoint({
  ...ofGrid,
  ...asking,
  method: 'POST',
  path: '/api/engagements/:id/grids/:gridId/columns',
  name: 'addGridColumn',
  summary: 'Add a question, which each file is asked',
  body: GridQuestion,
  responses: { 202: Grid },
  errors: [
    'not_found',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
  ],
});

export const addGridFiles = defineEndpoint({
  ...ofGrid,
  ...asking,
  method: 'POST',
  path: '/api/engagements/:id/grids/:gridId/files',
  name: 'addGridFiles',
  summary: 'Add files, which are asked each question',
  body: AddGridFilesBody,
  responses: { 202: Grid },
  errors: [
    'not_found',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
  ],
});

export const editGridCell = defineEndpoint({
  ...ofGrid,
  level: 'write',
  method: 'PATCH',
  path: '/api/engagements/:id/grids/:gridId/cells',
  name: 'editGridCell',
  summary: 'Write a cell, or ask it anew and with it the failed ones',
  body: EditGridCellBody,
  responses: { 200: GridCell },
  errors: [
    'not_found',
    'budget_exhausted',
    'budget_too_high',
    'tenant_spend_limit',
    'model_key_required',
    'subscription_required',
  ],
});

export const exportGrid = defineEndpoint({
  ...ofGrid,
  method: 'GET',
  path: '/api/engagements/:id/grids/:gridId/export',
  name: 'exportGrid',
  summary: 'Read a grid as a table, by default as CSV',
  query: Type.Object({ format: Type.Optional(Type.Enum(['csv', 'xlsx'], { default: 'csv' })) }),
  responses: { 200: 'application/octet-stream' },
  errors: ['not_found', 'document_too_large', 'text_too_complex'],
});
