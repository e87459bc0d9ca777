import type { ClientDecision } from '@ecp/contract/values/client-decisions';
import type { Statement } from '@ecp/database/statement';

/** The last decision of a client about one version. */
export interface ClientDecisionRow {
  filename: string;
  version: number;
  action: 'approve' | 'reject';
  notes: string | null;
  token_id: string | null;
  author_name: string;
  created_at: Date;
}

/** Selects the last decision about each version that has one, of one file or of all of an engagement (REL-9). */
export function selectClientDecisions(
  tenantId: string,
  engagementId: string,
  filename?: string,
): Statement<ClientDecisionRow> {
  return {
    name: 'select_client_decisions',
    text: `select distinct on (d.filename, d.version) d.filename, d.version, c.action, c.notes, c.token_id,
        c.author_name, c.created_at
      from platform.deliverables d
      join platform.client_decisions c on c.tenant_id = d.tenant_id and c.deliverable_id = d.id
      where d.tenant_id = $1 and d.engagement_id = $2 and ($3::text is null or d.filename = $3)
      order by d.filename, d.version, c.created_at desc, c.id desc`,
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
