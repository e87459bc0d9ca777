import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { selectTaskAgents, type TaskAgentRow } from '../tasks/select-task-agents.ts';
import { type AnsweringRow, selectDeliverable, toDeliverable } from './deliverable-rows.ts';
import { selectVersionAuthors, toSections, type VersionAuthorRow } from './section-columns.ts';
import { readStaleness, type StaleRow, selectStaleCauses } from './stale-versions.ts';

/** Reads one complete version of a deliverable, or the latest without `version` (DEL-6). Error: `not_found`. */
export async function getDeliverable(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version?: number | undefined },
): Promise<DeliverableDetail> {
  const { engagementId, filename, version } = input;
  const [[row], causes, people, agents] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
    selectStaleCauses(tenantId, engagementId, filename),
    selectVersionAuthors(tenantId, engagementId, filename),
    selectTaskAgents(tenantId, engagementId),
  ]);
  if (!row) throw new ApiError('not_found');
  return toDetail(row, causes, people, agents);
}

/** Returns the wire form of a version that the transaction has just written. */
export async function readDetail(tx: Transaction, tenantId: string, row: AnsweringRow): Promise<DeliverableDetail> {
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, row.engagement_id, row.filename));
  const { rows: people } = await tx.query(selectVersionAuthors(tenantId, row.engagement_id, row.filename));
  const { rows: agents } = await tx.query(selectTaskAgents(tenantId, row.engagement_id));
  return toDetail(row, causes, people, agents);
}

function toDetail(
  row: AnsweringRow,
  causes: StaleRow[],
  people: VersionAuthorRow[],
  agents: TaskAgentRow[],
): DeliverableDetail {
  return {
    ...toDeliverable(row),
    conflicts: row.conflicting_figures,
    noteAnswers: row.note_answers,
    objections: row.objections,
    sections: toSections(row, people, agents),
    ...readStaleness(causes)(row.id),
  };
}
