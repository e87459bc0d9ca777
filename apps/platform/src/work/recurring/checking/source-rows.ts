import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { CheckedSource, UpdateChange } from '@ecp/contract/work/recurring';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { CitedSource } from './gather-cited.ts';

/** A row of platform.update_sources. */
export interface SourceRow {
  kind: CheckedSource['kind'];
  source_id: string;
  title: string;
  url: string | null;
  outcome: CheckedSource['outcome'];
  refusal: ResearchRefusal | null;
  changes: UpdateChange[];
}

/** The finding of a check in one source. */
export interface SourceFinding {
  outcome: CheckedSource['outcome'];
  refusal: ResearchRefusal | null;
  changes: UpdateChange[];
}

/** Nothing that documents cite has changed. */
export const sameFinding: SourceFinding = { outcome: 'same', refusal: null, changes: [] };

/** Returns the finding for changes of a source that was read. */
export const findingOf = (changes: UpdateChange[]): SourceFinding =>
  changes.length === 0 ? sameFinding : { outcome: 'changed', refusal: null, changes };

/** Selects what a check has found so far, in the order of reading. */
export function selectFindings(tenantId: string, updateId: string): Statement<SourceRow> {
  return {
    name: 'select_findings',
    text: `select kind, source_id, title, url, outcome, refusal, changes from platform.update_sources
      where tenant_id = $1 and update_id = $2 order by position`,
    values: [tenantId, updateId],
  };
}

/** Records what a check found in a source, once. */
export async function recordFinding(
  tx: Transaction,
  tenantId: string,
  { updateId, source, position }: { updateId: string; source: CitedSource; position: number },
  { outcome, refusal, changes }: SourceFinding,
): Promise<void> {
  const { id, title, url } = source.source;
  await tx.query({
    name: 'record_finding',
    text: `insert into platform.update_sources
        (tenant_id, update_id, kind, source_id, title, url, outcome, refusal, changes, position)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    values: [
      ...[tenantId, updateId, source.kind, id, title, url, outcome],
      ...[refusal && JSON.stringify(refusal), JSON.stringify(changes), position],
    ],
  });
}
