import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id, Timestamp } from '../declaring/scalars.ts';
import { RunPattern } from '../values/run-facts.ts';

/** An entry of the library. `engagementName` is the name that the engagement has now. */
export const LibraryEntry = Type.Object({
  id: Id,
  engagementId: Id,
  engagementName: Type.String(),
  title: Type.String({ description: 'A sentence for people; its facts are in `jsonData`' }),
  jsonData: RunPattern,
  createdAt: Timestamp,
});
export type LibraryEntry = Static<typeof LibraryEntry>;

export const ListLibraryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListLibraryQuery = Static<typeof ListLibraryQuery>;

export const listLibrary = defineEndpoint({
  method: 'GET',
  path: '/api/library',
  name: 'listLibrary',
  summary: 'List the library entries of completed runs, newest first',
  tag: 'Library and insights',
  query: ListLibraryQuery,
  responses: { 200: Type.Object({ entries: Type.Array(LibraryEntry) }) },
});
