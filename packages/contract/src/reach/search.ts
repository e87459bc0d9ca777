import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, RequiredText } from '../declaring/scalars.ts';

/**
 * The kinds of results. A source is an attachment; a page is one that agents have read on the web
 * and archived.
 */
const searchKinds = ['engagement', 'deliverable', 'source', 'comment', 'page'] as const;
export type SearchKind = (typeof searchKinds)[number];
const Kind = Type.Enum([...searchKinds]);

/** One text that has the words. Fields that its kind does not have are null. */
export const SearchResult = Type.Object({
  kind: Kind,
  engagementId: Id,
  engagementName: Type.String(),
  filename: Nullable(
    Type.String({ description: 'Of the document, the attachment, or what a comment is about' }),
  ),
  title: Type.String({
    description: 'The heading, the name of the file or page, or who wrote the comment',
  }),
  snippet: Type.String({
    description: 'A passage with the words, as people read it; `…` stands where it is cut',
  }),
  marks: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]), {
    description: 'Where the words stand in the snippet, as [start, end) in UTF-16 units, in order',
  }),
  version: Nullable(Type.Integer()),
  attachmentId: Nullable(Id),
  commentId: Nullable(Id),
  pageId: Nullable(Id),
  location: Nullable(
    Type.String({ description: 'Page, sheet, slide or section of the attachment' }),
  ),
  url: Nullable(Type.String({ description: 'Address of the archived page' })),
});
export type SearchResult = Static<typeof SearchResult>;

export const SearchQuery = Type.Object({
  q: RequiredText(200),
  kind: Type.Optional(Kind),
  engagementId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});
export type SearchQuery = Static<typeof SearchQuery>;

export const search = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  name: 'search',
  summary:
    'Find words in engagements, latest documents, sources, comments and archived pages, best first',
  tag: 'Search',
  engagementKeyAccess: 'open',
  query: SearchQuery,
  responses: { 200: Type.Object({ results: Type.Array(SearchResult) }) },
});
