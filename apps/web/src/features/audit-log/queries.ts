import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { nextCursor } from '../../api/next-cursor.ts';
import { type AuditFilter, toAuditQuery } from './audit-filter.ts';

const pageSize = 100;

/** The audit log, newest first, in pages (AUD-3). */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', filter],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    async queryFn({ pageParam, signal }) {
      const input = { limit: pageSize, cursor: pageParam, ...toAuditQuery(filter) };
      const { data, headers } = await api.request('listAuditLog', input, { signal });
      return { entries: data.entries, next: nextCursor(headers) };
    },
    getNextPageParam: ({ next }) => next,
  });

/** The last hash of the audit log's chain (AUD-5). */
export const auditHeadQuery = queryOptions({
  queryKey: ['audit-log', 'head'],
  queryFn: async ({ signal }) => (await api.request('listAuditLog', { limit: 1 }, { signal })).data.head,
});
