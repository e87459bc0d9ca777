import type { AuditLogEntry, AuditLogQuery } from '@ecp/contract/identity/audit-log';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, nextCursor } from '../../../base/api/client.ts';
import { endOfDay, startOfDay } from '../../../base/format/days.ts';
import type { ChartTable } from '../../../base/ui/charts/csv.ts';
import { auditLogTexts } from './page-texts.ts';
import { auditActions } from './texts.ts';

/** Filter of the audit log, stored in the URL. `from` and `to` are days, both included. */
export interface AuditFilter {
  action?: string;
  userId?: string;
  resourceType?: string;
  from?: string;
  to?: string;
}

/**
 * Converts the filter to the query of the API, whose `to` is exclusive
 * (docs/requirements/audit-log.md).
 */
function toAuditQuery({ from, to, ...rest }: AuditFilter): AuditLogQuery {
  const [begin, end] = [from && startOfDay(from), to && endOfDay(to)];
  return { ...rest, ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}) };
}

const pageSize = 100;

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

export const auditHeadQuery = queryOptions({
  queryKey: ['audit-log', 'head'],
  queryFn: async ({ signal }) =>
    (await api.request('listAuditLog', { limit: 1 }, { signal })).data.head,
});

const { actors } = auditLogTexts;

/**
 * Names of people, keys and engagements by id. An id is missing if its record was deleted or has
 * not loaded yet.
 */
export type Names = ReadonlyMap<string, string>;

/**
 * Whether an entry is about an engagement that is hidden from the reader: then its words and its
 * proof are left out.
 */
function isRedacted(
  { metadata, committed }: Pick<AuditLogEntry, 'metadata' | 'committed'>,
  names: Names,
): boolean {
  const [first, ...more] = Object.entries(metadata);
  return (
    committed === null &&
    more.length === 0 &&
    first?.[0] === 'engagementId' &&
    !names.has(String(first[1]))
  );
}

/**
 * Names the actor (docs/requirements/audit-log.md): a person, an API key, a client, a directory, or
 * the service.
 */
export function describeActor({ userId, action, metadata }: AuditLogEntry, names: Names): string {
  if (userId !== null) return names.get(userId) ?? actors.gone;
  const keyId = metadata['apiKeyId' as keyof typeof metadata];
  if (typeof keyId === 'string') {
    const name = names.get(keyId);
    return name === undefined ? actors.unknownKey : actors.key(name);
  }
  const clientName = metadata['clientName' as keyof typeof metadata];
  if (typeof clientName === 'string') return clientName;
  if ('portalTokenId' in metadata) return actors.client;
  if ('scimTokenId' in metadata) return actors.directory;
  return action === 'auth.sign_in_failed' ? actors.somebody : actors.service;
}

/**
 * Describes the action as the rest of a sentence that starts with the actor, and names the
 * engagement at its end.
 */
export function describeAction(entry: AuditLogEntry, names: Names): string {
  const { action, metadata, resourceId } = entry;
  const word = (name: string) => {
    if (name === 'resource') return (resourceId !== null && names.get(resourceId)) || '';
    const value: unknown = Object.entries(metadata).find(([key]) => key === name)?.[1];
    if (name === 'engagementId') return (typeof value === 'string' && names.get(value)) || '';
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  if (!isKnown(action)) return auditLogTexts.unknownAction;
  if (isRedacted(entry, names)) return auditLogTexts.behindWall(auditActions[action].label);
  // A name that is missing leaves two spaces.
  const said = auditActions[action].says(word).replaceAll(/ +/g, ' ').trim();
  const engagement = word('engagementId');
  return said.includes(engagement) ? said : `${said} · ${engagement}`;
}

function isKnown(action: string): action is keyof typeof auditActions {
  return Object.hasOwn(auditActions, action);
}

/** Converts entries to a table for a spreadsheet: sentences with all recorded details. */
export function toAuditTable(
  entries: readonly AuditLogEntry[],
  names: Names,
): ChartTable<AuditLogEntry> {
  const { time, who, what, action, resourceType, resourceId, userId, ip, metadata } =
    auditLogTexts.csv;
  return {
    columns: [
      { title: time, value: ({ createdAt }) => createdAt },
      { title: who, value: (entry) => describeActor(entry, names) },
      { title: what, value: (entry) => describeAction(entry, names) },
      { title: action, value: (entry) => entry.action },
      { title: resourceType, value: (entry) => entry.resourceType },
      { title: resourceId, value: (entry) => entry.resourceId },
      { title: userId, value: (entry) => entry.userId },
      { title: ip, value: ({ ipAddress }) => ipAddress },
      { title: metadata, value: (entry) => JSON.stringify(entry.metadata) },
    ],
    rows: entries,
  };
}
