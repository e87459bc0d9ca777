import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';
import { Derivation } from '../values/citations.ts';
import { VersionNumber } from './deliverables.ts';
import { Cell, TableColumn } from './tables.ts';

/**
 * Why a source cannot be shown whole: missing, still being read, unreadable, or too large for a
 * page.
 */
const sourceProblems = ['missing', 'extracting', 'unreadable', 'too_large'] as const;
export type SourceProblem = (typeof sourceProblems)[number];

/** The largest PDF that is shown in a page; 100 MB is the largest file of any plan. */
export const maxShownPdfBytes = 30_000_000;

/**
 * Rows of a cited sheet or delimited file, the cited one among them. Rows count from 1 below the
 * head.
 */
export const CitedRange = Type.Object({
  sheet: Nullable(Type.String({ description: 'Null for a delimited file' })),
  columns: Type.Array(TableColumn),
  firstRow: Type.Integer({ minimum: 1 }),
  rows: Type.Array(Type.Array(Cell)),
  rowCount: Type.Integer({ description: 'All rows of the sheet' }),
  citedRow: Nullable(Type.Integer({ description: 'Null where no row holds the quoted cells' })),
  citedColumns: Type.Array(
    Type.Integer({ description: 'Indexes of the cited cells in their row' }),
  ),
});
export type CitedRange = Static<typeof CitedRange>;

/** The passage that a footnote cites, with the text of its page, sheet or section. */
export const sourceFields = {
  footnote: Type.String(),
  claim: Type.String(),
  quote: Nullable(Type.String()),
  passage: Nullable(Type.String({ description: 'The closest words in the source' })),
  /** `words`: there is nothing to show but the quoted words. */
  kind: Type.Enum(['file', 'page', 'document', 'query', 'words']),
  title: Type.String(),
  place: Nullable(Type.String({ description: 'Page, sheet, slide or section' })),
  text: Nullable(Type.String({ description: 'Readable text around the passage' })),
  /**
   * The place of the passage in `text`, in UTF-16 units; null where it is not found word for word.
   */
  mark: Nullable(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
  /** The address of an archived page, and when it was read. */
  url: Nullable(Type.String()),
  fetchedAt: Nullable(Timestamp),
  problem: Nullable(Type.Enum([...sourceProblems])),
  /**
   * Present when the cited file is a PDF that `…/file` gives. The page counts from 1; null where it
   * is not known.
   */
  pdf: Nullable(Type.Object({ page: Nullable(Type.Integer({ minimum: 1 })) })),
  range: Nullable(CitedRange),
  derivation: Nullable(Derivation),
  document: Nullable(Type.String({ description: 'Filename of the document that is cited' })),
  table: Nullable(
    Type.Object({
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Cell)),
      truncated: Type.Boolean(),
    }),
  ),
};

/**
 * The same for the team, with the query's SQL and the ids under which the source is to be had
 * whole.
 */
export const DeliverableSource = Type.Object({
  ...sourceFields,
  sql: Nullable(Type.String()),
  attachmentId: Nullable(Id),
  /** The table of `range`. */
  tableId: Nullable(Id),
  pageId: Nullable(Id),
  queryId: Nullable(Id),
});
export type DeliverableSource = Static<typeof DeliverableSource>;

const ofFootnote = {
  tag: 'Deliverables',
  method: 'GET',
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    filename: Type.String({ maxLength: 300 }),
    footnote: Type.String({ maxLength: 200 }),
  }),
  query: Type.Object({ version: Type.Optional(VersionNumber) }),
} as const;

export const getDeliverableSource = defineEndpoint({
  ...ofFootnote,
  path: '/api/engagements/:id/deliverables/:filename/sources/:footnote',
  name: 'getDeliverableSource',
  summary: 'Read the passage that a footnote cites, with the text around it',
  responses: { 200: DeliverableSource },
  errors: ['not_found'],
});

/** Only PDFs are given, to be shown in a page. */
export const getDeliverableSourceFile = defineEndpoint({
  ...ofFootnote,
  path: '/api/engagements/:id/deliverables/:filename/sources/:footnote/file',
  name: 'getDeliverableSourceFile',
  summary: 'Read the PDF that a footnote cites',
  responses: { 200: 'application/pdf' },
  errors: ['not_found'],
});
