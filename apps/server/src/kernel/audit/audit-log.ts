import { ApiError } from '@ecp/contract/declaring/errors';
import type { AuditLogEntry, AuditLogQuery } from '@ecp/contract/identity/audit-log';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../lists.ts';

const defaultPage = 50;

interface SeenRow extends AuditRow {
  /** The engagement that the entry is about, if the caller does not see it. */
  hidden: string | null;
}

interface ListedRow extends SeenRow {
  created_micros: string;
}

/** The column of SeenRow. */
const hiddenColumn = `case when about.id in (select platform.hidden_engagements()) then about.id end as hidden`;

/** Joins the engagement that an entry is about as `about`; `entry` names the whole row. */
const subjectOf = (entry: string): string => `cross join lateral (
    select case when not platform.sees_all_engagements() then platform.engagement_of_entry(${entry}) end as id
  ) about`;

export interface AuditLogPage {
  entries: AuditLogEntry[];
  head: string;
  nextCursor: string | null;
}

/**
 * Lists audit entries, newest first, from `from` to before `to`. Of entries about engagements that
 * the caller does not see only the id of the engagement is shown. Error: `invalid_request` for a
 * bad time or cursor.
 */
export async function listAuditLog(
  context: RequestContext,
  query: AuditLogQuery,
): Promise<AuditLogPage> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context.tenantId, query, limit + 1);
  const head = selectAuditHead(context.tenantId);
  const [found, [end]] = await context.services.database.batchTenant(context.tenantId, [
    statement,
    head,
  ]);
  const { rows, nextCursor } = cutPage(found, limit);
  return {
    entries: rows.map(toSeenEntry),
    head: end?.head ?? '',
    nextCursor,
  };
}

/** Each set of filters has one text, so that it is prepared once. */
function selectPage(tenantId: string, query: AuditLogQuery, rows: number): Statement<ListedRow> {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { tenant: `tenant_id = ${place(tenantId)}` };
  if (query.action !== undefined) conditions['action'] = `action = ${place(query.action)}`;
  if (query.userId !== undefined) conditions['user'] = `user_id = ${place(query.userId)}`;
  if (query.resourceType !== undefined)
    conditions['type'] = `resource_type = ${place(query.resourceType)}`;
  if (query.from !== undefined)
    conditions['from'] = `created_at >= ${place(readTime('from', query.from))}`;
  if (query.to !== undefined) conditions['to'] = `created_at < ${place(readTime('to', query.to))}`;
  if (query.cursor !== undefined) conditions['cursor'] = afterCursor(query.cursor, place);
  return {
    name: `list_audit_log ${Object.keys(conditions).join(' ')}`,
    text: `select ${auditColumns}, created_micros, ${hiddenColumn}
      from (
        select log as whole, log.*, ${createdMicrosColumn} from platform.audit_log log where ${Object.values(conditions).join(' and ')}
        order by created_at desc, id desc limit ${place(rows)}
      ) entry
      left join platform.audit_links link on link.entry_id = entry.id and link.tenant_id = entry.tenant_id
      ${subjectOf('entry.whole')}
      order by entry.created_at desc, entry.id desc`,
    values,
  };
}

function toSeenEntry(row: SeenRow): AuditLogEntry {
  return toAuditLogEntry(row.hidden === null ? row : withoutWords(row, row.hidden));
}

/** Leaves of an entry what tells who did which kind of thing when, and its place in the chain. */
function withoutWords(row: SeenRow, engagementId: string): SeenRow {
  const resource_id = row.resource_id === engagementId ? engagementId : null;
  const kept = { resource_id, metadata: { engagementId }, ip_address: null };
  return { ...row, ...kept, salt: null, committed: null };
}

/** Parses a time. A leap second passes the schema's format check, but `Date` rejects it. */
function readTime(name: string, given: string): Date {
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', {
    details: [{ path: `/${name}`, message: 'is not a time' }],
  });
}

/** Entries of one statement; an entry has about a kilobyte. */
const pageEntries = 500;

/**
 * Exports the audit chain as JSON text `{head, entries}`, one entry a piece, up to the head at the
 * beginning. Entries about engagements that the caller does not see are as `listAuditLog` shows
 * them. Those about economics say only that they exist, unless `showsMoney`.
 */
export async function* exportAuditLog(
  { services, tenantId }: RequestContext,
  { showsMoney }: { showsMoney: boolean },
): AsyncGenerator<string> {
  const { database } = services;
  const [[end]] = await database.batchTenant(tenantId, [selectAuditHead(tenantId)]);
  yield `{"head":${JSON.stringify(end?.head ?? '')},"entries":[`;
  const entries = end?.entries ?? 0;
  let separator = '';
  for (let after = 0; after < entries; after += pageEntries) {
    const upTo = Math.min(entries, after + pageEntries);
    const [rows] = await database.batchTenant(tenantId, [selectEntries(tenantId, after, upTo)]);
    for (const row of rows) {
      const isBare = isAboutMoney(row) && !showsMoney;
      yield separator + JSON.stringify(isBare ? toBareEntry(row) : toSeenEntry(row));
      separator = ',';
    }
  }
  yield ']}';
}

function selectEntries(tenantId: string, after: number, upTo: number): Statement<SeenRow> {
  return {
    name: 'export_audit_log',
    text: `select ${auditColumns}, ${hiddenColumn}
      from platform.audit_links link
      join platform.audit_heads chain on chain.id = link.chain_id and chain.tenant_id = link.tenant_id
      join platform.audit_log entry on entry.id = link.entry_id and entry.tenant_id = link.tenant_id
      ${subjectOf('entry')}
      where link.tenant_id = $1 and link.position > $2 and link.position <= $3
      order by link.position`,
    values: [tenantId, after, upTo],
  };
}

/**
 * An entry with the hash before it, so that its link can be checked without the rest of the chain.
 */
type LinkedEntry = Omit<AuditLogEntry, 'ipAddress' | 'salt'> & { previousHash: string };

type LinkedRow = AuditRow & { previous_hash: string | null };

/** Limits the entries of an engagement's part of the log. */
export const maxAuditPart = 10_000;

/**
 * Selects an engagement's audit entries in the chain's order, one more than `maxAuditPart` if there
 * are more.
 */
export function selectAuditPart(tenantId: string, engagementId: string): Statement<LinkedRow> {
  return {
    name: 'select_audit_part',
    text: `select ${auditColumns}, before.hash as previous_hash
      from platform.audit_log entry
      join platform.audit_links link on link.entry_id = entry.id and link.tenant_id = entry.tenant_id
      left join platform.audit_links before
        on before.chain_id = link.chain_id and before.position = link.position - 1 and before.tenant_id = link.tenant_id
      where entry.tenant_id = $1 and (entry.resource_id = $2 or entry.metadata->>'engagementId' = $2)
      order by link.position limit $3`,
    values: [tenantId, engagementId, maxAuditPart + 1],
  };
}

/**
 * A person who has left the team, with the address, from the invitation or first sign-in on, where
 * that is recorded.
 */
interface DepartureRow {
  user_id: string | null;
  email: string | null;
  joined_at: Date | null;
  left_at: Date | null;
}

/** Selects who has left a tenant's team since a time, and when. */
export function selectDepartures(tenantId: string, since: Date): Statement<DepartureRow> {
  return {
    name: 'select_departures',
    text: `select resource_id as user_id, max(metadata ->> 'email') as email,
        min(created_at) filter (where action in ('team.invite', 'team.enter')) as joined_at,
        max(created_at) filter (where action = 'team.remove') as left_at
      from platform.audit_log
      where tenant_id = $1 and resource_type = 'user' and action in ('team.invite', 'team.enter', 'team.remove')
      group by resource_id having max(created_at) filter (where action = 'team.remove') >= $2
      order by 4, 1`,
    values: [tenantId, since],
  };
}

/** An entry of which nothing is told but that it exists, and its place in the chain. */
type BareEntry = Pick<AuditLogEntry, 'id' | 'action' | 'position' | 'hash'>;

const isAboutMoney = ({ action }: Pick<AuditRow, 'action'>): boolean =>
  action.startsWith('economics.');

const toBareEntry = ({ id, action, position, hash }: AuditRow): BareEntry => {
  return { id, action, position, hash };
};

/**
 * Turns a row into an entry for a reader outside the firm, with the hash before it. Entries about
 * economics say only that they exist. No network address is told; the salt goes with it, because
 * whoever has the salt finds a salted address by trying all of them.
 */
export function toLinkedEntry(row: LinkedRow): LinkedEntry | BareEntry {
  if (isAboutMoney(row)) return toBareEntry(row);
  const { ipAddress: _address, salt: _salt, ...entry } = toAuditLogEntry(row);
  return { ...entry, previousHash: row.previous_hash ?? '' };
}

/**
 * Entries that one statement changes, so that each stays far below the time limit of a statement.
 */
const batchEntries = 10_000;

/**
 * Anonymizes a tenant's audit entries and returns their number; the chain stays intact, as it holds
 * salted hashes, and the salts go. Requires the system transaction.
 */
export async function anonymizeAuditLog(tx: Transaction, tenantId: string): Promise<number> {
  const anonymizeEntries: Statement = {
    name: 'anonymize_audit_log',
    text: `update platform.audit_log
      set tenant_id = null, user_id = null, metadata = '{}', ip_address = null,
        resource_id = case when resource_id = $1 or resource_type = 'user' then null else resource_id end
      where id in (select id from platform.audit_log where tenant_id = $1 limit ${batchEntries})`,
    values: [tenantId],
  };
  const anonymizeLinks: Statement = {
    name: 'anonymize_audit_links',
    text: `update platform.audit_links set tenant_id = null, salt = null
      where entry_id in (select entry_id from platform.audit_links where tenant_id = $1 limit ${batchEntries})`,
    values: [tenantId],
  };
  const anonymized = await repeatWhileFull(tx, anonymizeEntries);
  await repeatWhileFull(tx, anonymizeLinks);
  await tx.query({
    name: 'anonymize_audit_head',
    text: 'update platform.audit_heads set tenant_id = null where tenant_id = $1',
    values: [tenantId],
  });
  return anonymized;
}

/** Runs a statement until it finds less than a batch. Returns the rows of all. */
async function repeatWhileFull(tx: Transaction, statement: Statement): Promise<number> {
  let changed = 0;
  for (;;) {
    const { rowCount } = await tx.query(statement);
    changed += rowCount;
    if (rowCount < batchEntries) return changed;
  }
}

/** An entry with its link of the chain; without a link these columns are null. */
interface AuditRow {
  id: string;
  tenant_id: string | null;
  user_id: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  metadata: Record<string, unknown>;
  ip_address: string | null;
  created_at: Date;
  position: number | null;
  salt: string | null;
  committed: string | null;
  hash: string | null;
}

/** Columns of an AuditRow, selected from `entry` and `link`. */
const auditColumns = `entry.id, entry.tenant_id, entry.user_id, entry.action, entry.resource_type,
  entry.resource_id, entry.metadata, entry.ip_address, entry.created_at, link.position, link.salt, link.committed, link.hash`;

function toAuditLogEntry(row: AuditRow): AuditLogEntry {
  return {
    id: row.id,
    action: row.action,
    userId: row.user_id,
    tenantId: row.tenant_id,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    metadata: row.metadata,
    ipAddress: row.ip_address,
    createdAt: row.created_at.toISOString(),
    position: row.position,
    salt: row.salt,
    committed: row.committed,
    hash: row.hash,
  };
}

/** Selects the last hash of the tenant's chain and its length; no row without entries. */
export function selectAuditHead(tenantId: string): Statement<{ head: string; entries: number }> {
  return {
    name: 'select_audit_head',
    text: 'select head, entries from platform.audit_heads where tenant_id = $1',
    values: [tenantId],
  };
}
