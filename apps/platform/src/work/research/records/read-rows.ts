import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import { type PageRead, researchListLimit } from '@ecp/contract/work/research';
import type { Statement } from '@ecp/database/statement';
import { type CallRow, callColumns, type NewCall, newCallColumns, newCallValues, toCallFields } from './call-rows.ts';

/** A row of platform.page_reads. */
export interface ReadRow extends CallRow {
  url: string;
  addresses: string[];
  state: 'claimed' | 'read' | 'refused';
  page_id: string | null;
}

/** The columns of ReadRow. */
export const readColumns = `${callColumns}, url, addresses, state, page_id`;

/** Turns a row into the wire form. */
export function toPageRead(row: ReadRow): PageRead {
  return { ...toCallFields(row), url: row.url, pageId: row.page_id };
}

/** Selects one read of a tenant. */
export function selectRead(tenantId: string, id: string): Statement<ReadRow> {
  return {
    name: 'select_page_read',
    text: `select ${readColumns} from platform.page_reads where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  };
}

/** Selects the read of a run that fetched an address or fetches it. */
export function selectFetchOf(tenantId: string, runId: string, address: string): Statement<ReadRow> {
  return {
    name: 'select_fetch',
    text: `select ${readColumns} from platform.page_reads
      where tenant_id = $1 and run_id = $2 and claimed_by is not null and $3 = any(addresses)
      order by created_at, id limit 1`,
    values: [tenantId, runId, address],
  };
}

/** Inserts a read. */
export function insertRead(tenantId: string, row: NewCall & Pick<ReadRow, 'url' | 'addresses'>): Statement<ReadRow> {
  return {
    name: 'insert_page_read',
    text: `insert into platform.page_reads (${newCallColumns}, url, addresses)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${readColumns}`,
    values: [...newCallValues(tenantId, row), row.url, row.addresses],
  };
}

/** The end of a read. */
export type ReadOutcome = { pageId: string } | { refusal: ResearchRefusal };

/** Ends a read that has not ended. */
export function endRead(tenantId: string, id: string, outcome: ReadOutcome): Statement<ReadRow> {
  const [state, pageId, refusal] =
    'pageId' in outcome ? ['read', outcome.pageId, null] : ['refused', null, JSON.stringify(outcome.refusal)];
  return {
    name: 'end_page_read',
    text: `update platform.page_reads set state = $3, page_id = $4, refusal = $5
      where tenant_id = $1 and id = $2 and state = 'claimed' returning ${readColumns}`,
    values: [tenantId, id, state, pageId, refusal],
  };
}

/** Selects the newest reads of an engagement, newest first. */
export function selectReadsOf(tenantId: string, engagementId: string): Statement<ReadRow> {
  return {
    name: 'select_page_reads',
    text: `select ${readColumns} from platform.page_reads where tenant_id = $1 and engagement_id = $2
      order by created_at desc, id desc limit $3`,
    values: [tenantId, engagementId, researchListLimit],
  };
}
