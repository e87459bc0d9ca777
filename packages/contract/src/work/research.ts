import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { EngagementParams, Id, Nullable, Timestamp, Usd } from '../declaring/scalars.ts';
import { researchRefusals } from '../values/research-refusals.ts';

const pageFields = {
  id: Id,
  url: Type.String({ description: 'The final address' }),
  title: Type.String({ description: 'The title that footnotes cite; unique in the engagement' }),
  fetchedAt: Timestamp,
  sha256: Type.String({ description: 'SHA-256 of the archived bytes, hexadecimal' }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  author: Nullable(Type.String({ description: 'The author that the page names' })),
  publishedOn: Nullable(
    Type.String({ description: 'The date that the page gives, as YYYY-MM-DD' }),
  ),
};

/** A page that an agent has read, as it was archived. */
export const ArchivedPage = Type.Object(pageFields);
export type ArchivedPage = Static<typeof ArchivedPage>;

/** An archived page in the list, with the documents whose latest version cites it, by filename. */
export const ListedPage = Type.Object({
  ...pageFields,
  citedBy: Type.Array(
    Type.Object({
      filename: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      citations: Type.Integer({
        minimum: 1,
        description: 'Number of citations of the page in the version',
      }),
    }),
  ),
});
export type ListedPage = Static<typeof ListedPage>;

export const ArchivedPageText = Type.Object({
  ...pageFields,
  text: Type.String({ description: 'The readable text; markdown for HTML' }),
});
export type ArchivedPageText = Static<typeof ArchivedPageText>;

const refusalFields = {
  reason: Nullable(
    Type.Enum([...researchRefusals], { description: 'The reason of a refusal; null without one' }),
  ),
  detail: Nullable(
    Type.String({ description: 'The subject of the reason, such as a host or a status' }),
  ),
};
const asked = { agent: Type.String(), taskId: Nullable(Type.String()), runId: Id };

export const RunSearch = Type.Object({
  id: Id,
  query: Type.String(),
  ...asked,
  results: Type.Integer({ minimum: 0, description: 'Number of results' }),
  ...refusalFields,
  costUsd: Usd,
  createdAt: Timestamp,
});
export type RunSearch = Static<typeof RunSearch>;

/**
 * An address that an agent has asked for. `pageId` is null until the page has been read, and if
 * there is none.
 */
export const PageRead = Type.Object({
  id: Id,
  url: Type.String({ description: 'The address as it was asked for' }),
  ...asked,
  pageId: Nullable(Id),
  ...refusalFields,
  createdAt: Timestamp,
});
export type PageRead = Static<typeof PageRead>;

/** Limits the searches, reads and pages of one list, the newest. */
export const researchListLimit = 2_000;

const ofEngagement = { tag: 'Research', params: EngagementParams } as const;
const PageParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  pageId: Type.String({ maxLength: 100 }),
});

export const getResearchProvider = defineEndpoint({
  tag: 'Research',
  method: 'GET',
  path: '/api/research',
  name: 'getResearchProvider',
  summary: 'Read the search provider and its price for a thousand searches',
  responses: {
    200: Type.Object({
      configured: Type.Boolean(),
      provider: Nullable(Type.String()),
      usdPer1000: Nullable(Usd),
    }),
  },
});

export const getResearch = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/research',
  name: 'getResearch',
  summary: 'List the searches and reads of agents, newest first',
  responses: { 200: Type.Object({ searches: Type.Array(RunSearch), reads: Type.Array(PageRead) }) },
});

export const listPages = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/pages',
  name: 'listPages',
  summary: 'List the archived pages, newest first, with the documents that cite them',
  responses: { 200: Type.Object({ pages: Type.Array(ListedPage) }) },
});

export const getPage = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/pages/:pageId',
  name: 'getPage',
  summary: 'Read an archived page with its text',
  params: PageParams,
  responses: { 200: ArchivedPageText },
  errors: ['not_found'],
});

/** The bytes are always a download, because a page may do harm in a browser. */
export const downloadPage = defineEndpoint({
  ...ofEngagement,
  method: 'GET',
  path: '/api/engagements/:id/pages/:pageId/original',
  name: 'downloadPage',
  summary: 'Download the archived bytes of a page',
  params: PageParams,
  responses: { 200: 'application/octet-stream' },
  errors: ['not_found'],
});
