import type {
  Cell,
  DataTable,
  QueryListItem,
  RecordedQuery,
  TableColumn,
  TableSummary,
  WithoutTable,
} from '@ecp/contract/work/tables';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';

export type {
  Cell,
  DataTable,
  QueryListItem,
  RecordedQuery,
  TableColumn,
  TableSummary,
  WithoutTable,
};

export const rowsPerPage = 100;

const listOptions = (engagementId: string) =>
  queryOptions({
    queryKey: ['data', engagementId, 'tables'],
    queryFn: ({ signal }) => api.listTables({ id: engagementId }, { signal }),
  });

/**
 * The typed tables of an engagement's attachments. All query keys of tables and queries begin with
 * `data`.
 */
export const tablesQuery = (engagementId: string) => ({
  ...listOptions(engagementId),
  select: ({ tables }: { tables: DataTable[] }) => tables,
});

/** The sheets and files of an engagement that give no table, by the same request. */
export const withoutTableQuery = (engagementId: string) => ({
  ...listOptions(engagementId),
  select: ({ withoutTable }: { withoutTable: WithoutTable[] }) => withoutTable,
});

/**
 * `limit` rows of a table from `offset`, which counts from 0. Without a `tableId` it sends no
 * request.
 */
export const tableRowsQuery = (
  engagementId: string,
  tableId: string | undefined,
  offset = 0,
  limit = rowsPerPage,
) =>
  queryOptions({
    queryKey: ['data', engagementId, 'rows', tableId, offset, limit],
    queryFn:
      tableId === undefined
        ? skipToken
        : ({ signal }) => api.readTable({ id: engagementId, tableId, offset, limit }, { signal }),
  });

/** The recorded queries of an engagement without their rows, newest first. */
export const queriesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['data', engagementId, 'queries'],
    queryFn: async ({ signal }) =>
      (await api.listQueries({ id: engagementId }, { signal })).queries,
  });

/**
 * A recorded query with its result, which never changes. Without a `queryId` it sends no request.
 */
export const recordedQuery = (engagementId: string, queryId: string | undefined) =>
  queryOptions({
    queryKey: ['data', engagementId, 'query', queryId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      queryId === undefined
        ? skipToken
        : ({ signal }) => api.getQuery({ id: engagementId, queryId }, { signal }),
  });

/**
 * What the columns of a table hold, and the chart that fits it. Without a `tableId` it sends no
 * request.
 */
export const tableSummaryQuery = (engagementId: string, tableId: string | undefined) =>
  queryOptions({
    queryKey: ['data', engagementId, 'summary', tableId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn:
      tableId === undefined
        ? skipToken
        : ({ signal }) => api.summarizeTable({ id: engagementId, tableId }, { signal }),
  });
