import type { AuditLogVerification } from '@ecp/contract/identity/audit-log';
import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** Links that one statement checks. */
const batchLinks = 2_000;

/** The end of a tenant's chain, and the numbers of linked and logged rows. */
interface ChainEnd {
  chain_id: string;
  entries: number;
  head: string;
  linked: number;
  logged: number;
}

/** The result of one batch: the number of links, the first broken place, and the last hash. */
interface CheckedBatch {
  found: number;
  broken: number | null;
  broken_id: string | null;
  last_hash: string | null;
}

/**
 * Returns a function that checks a tenant's audit chain up to the head at its start, in batches of
 * one statement each. Concurrent callers share a check.
 */
export function createAuditLogVerifier(
  database: Database,
): (tenantId: string) => Promise<AuditLogVerification> {
  const running = new Map<string, Promise<AuditLogVerification>>();
  return (tenantId) => {
    const shared = running.get(tenantId);
    if (shared) return shared;
    const check = verifyChain(database, tenantId).finally(() => running.delete(tenantId));
    running.set(tenantId, check);
    return check;
  };
}

async function verifyChain(database: Database, tenantId: string): Promise<AuditLogVerification> {
  const [[end]] = await database.batchTenant(tenantId, [selectEnd(tenantId)]);
  if (!end) throw new Error('The end of the chain was not selected');
  const { entries, head } = end;
  const brokenAt = (firstBroken: number, firstBrokenId: string | null): AuditLogVerification => ({
    entries,
    head,
    intact: false,
    firstBroken,
    firstBrokenId,
  });
  let previousHash = '';
  for (let checked = 0; checked < entries; checked += batchLinks) {
    const upTo = Math.min(entries, checked + batchLinks);
    const [[batch]] = await database.batchTenant(tenantId, [
      checkLinks(tenantId, end, { checked, upTo, previousHash }),
    ]);
    if (!batch) throw new Error('No batch was checked');
    if (batch.broken !== null) return brokenAt(batch.broken, batch.broken_id);
    if (batch.found < upTo - checked) return brokenAt(checked + batch.found + 1, null);
    previousHash = batch.last_hash ?? '';
  }
  if (previousHash !== head) return brokenAt(Math.max(1, entries), null);
  if (end.linked === entries && end.logged === entries) {
    return { entries, head, intact: true, firstBroken: null, firstBrokenId: null };
  }
  const [[stray]] = await database.batchTenant(tenantId, [selectStray(tenantId, end)]);
  return brokenAt(entries + 1, stray?.id ?? null);
}

/**
 * One statement reads head and rows of the same moment, because an entry, its link and the head
 * commit together.
 */
function selectEnd(tenantId: string): Statement<ChainEnd> {
  return {
    name: 'select_audit_end',
    text: `select coalesce(max(id), '') as chain_id, coalesce(max(entries), 0) as entries, coalesce(max(head), '') as head,
        (select count(*) from platform.audit_links where tenant_id = $1) as linked,
        (select count(*) from platform.audit_log where tenant_id = $1) as logged
      from platform.audit_heads where tenant_id = $1`,
    values: [tenantId],
  };
}

interface BatchBounds {
  /** Last place that was checked before. */
  checked: number;
  upTo: number;
  previousHash: string;
}

/** The lateral join reads each entry by its id, so that no batch scans the whole log. */
function checkLinks(
  tenantId: string,
  { chain_id }: ChainEnd,
  { checked, upTo, previousHash }: BatchBounds,
): Statement<CheckedBatch> {
  return {
    name: 'check_audit_links',
    text: `select count(*) as found, min(place) filter (where not fits) as broken,
        (array_agg(case when position = place then entry_id end order by place) filter (where not fits))[1] as broken_id,
        (array_agg(hash order by place desc))[1] as last_hash
      from (
        select link.position, $3::bigint + row_number() over chain as place, link.entry_id, link.hash,
          link.position = $3 + row_number() over chain
            and (logged.entry).id is not null and link.salt is not null
            and link.committed = platform.audit_committed(logged.entry, link.position, platform.audit_names(logged.entry, link.salt))
            and link.hash = platform.hash_text(coalesce(lag(link.hash) over chain, $5) || E'\\n' || link.committed) as fits
        from platform.audit_links link
        left join lateral (
          select entry from platform.audit_log entry
          where entry.id = link.entry_id and entry.tenant_id = link.tenant_id limit 1
        ) logged on true
        where link.tenant_id = $1 and link.chain_id = $2 and link.position > $3 and link.position <= $4
        window chain as (order by link.position)
      ) checked`,
    values: [tenantId, chain_id, checked, upTo, previousHash],
  };
}

/**
 * Finds a row beyond the head: an entry without a link, or a link that no entry of the chain has.
 */
function selectStray(tenantId: string, { chain_id, entries }: ChainEnd): Statement<{ id: string }> {
  return {
    name: 'select_audit_stray',
    text: `select id from (
        select entry.id, entry.created_at from platform.audit_log entry
        where entry.tenant_id = $1
          and not exists (select from platform.audit_links link where link.entry_id = entry.id and link.tenant_id = $1)
        union all
        select entry_id, null from platform.audit_links
        where tenant_id = $1 and (chain_id <> $2 or position > $3)
      ) stray order by created_at, id limit 1`,
    values: [tenantId, chain_id, entries],
  };
}
