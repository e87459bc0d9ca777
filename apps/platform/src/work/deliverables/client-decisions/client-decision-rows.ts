import type { ClientDecision, ClientDecisions } from '@ecp/contract/values/review-answers';
import type { Statement } from '@ecp/database/statement';

/** The last decision about one version by one link. */
export interface ClientDecisionRow {
  filename: string;
  version: number;
  action: 'approve' | 'reject';
  notes: string | null;
  token_id: string | null;
  author_name: string;
  created_at: Date;
}

/** Selects each link's last decision about each version, of one file or of all of an engagement, oldest first (REL-9). */
export function selectClientDecisions(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<ClientDecisionRow> {
  return {
    name: 'select_client_decisions',
    text: `select filename, version, action, notes, token_id, author_name, created_at from (
        select distinct on (d.filename, d.version, c.token_id) d.filename, d.version, c.action, c.notes, c.token_id,
          c.author_name, c.created_at, c.id
        from platform.deliverables d
        join platform.client_decisions c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
        where d.tenant_id = $1 and d.engagement_id = $2 and ($3::text is null or d.filename = $3)
        order by d.filename, d.version, c.token_id, c.created_at desc, c.id desc
      ) latest order by filename, version, created_at, id`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/** Finds the decision that a version shows: the last one about it, or about the newest version before it (REL-9). */
export function readClientDecisions(
  rows: readonly ClientDecisionRow[],
): (filename: string, version: number) => ClientDecision {
  const ofFile = Map.groupBy(rows, ({ filename }) => filename);
  return (filename, version) => {
    const row = ofFile.get(filename)?.findLast((decided) => decided.version <= version);
    return row === undefined ? null : toClientDecision(row);
  };
}

/** Lists what each link has decided last about a version or the ones before it, the newest decision first. */
export function listClientDecisions(
  rows: readonly ClientDecisionRow[],
  filename: string,
  version: number,
): ClientDecisions {
  const about = rows.filter((row) => row.filename === filename && row.version <= version);
  const ofLink = Map.groupBy(about, (row) => row.token_id);
  return [...ofLink.values()]
    .flatMap((decided) => decided.at(-1) ?? [])
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .map((row) => ({
      linkId: row.token_id,
      clientName: row.author_name,
      action: row.action,
      notes: row.notes,
      at: row.created_at.toISOString(),
      version: row.version,
    }));
}

/** Turns a row into the wire form. */
export function toClientDecision(row: Omit<ClientDecisionRow, 'filename'>): NonNullable<ClientDecision> {
  return {
    action: row.action,
    author: { kind: 'client', id: row.token_id, name: row.author_name },
    notes: row.notes,
    at: row.created_at.toISOString(),
    version: row.version,
  };
}
