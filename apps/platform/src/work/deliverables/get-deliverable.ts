import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableDetail } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { selectTaskAgents, type TaskAgentRow } from '../tasks/select-task-agents.ts';
import {
  type ClientDecisionRow,
  listClientDecisions,
  readClientDecisions,
  selectClientDecisions,
} from './client-decisions/client-decision-rows.ts';
import { type AnsweringRow, selectDeliverable, toDeliverable } from './deliverable-rows.ts';
import { readText } from './old-texts/read-texts.ts';
import { selectVersionAuthors, toSections, type VersionAuthorRow } from './section-columns.ts';
import { readStaleness, type StaleRow, selectStaleCauses } from './stale-versions.ts';

/** Reads one complete version of a deliverable, or the latest without `version` (DEL-6). Error: `not_found`. */
export async function getDeliverable(
  { services, tenantId }: RequestContext,
  input: { engagementId: string; filename: string; version?: number | undefined },
): Promise<DeliverableDetail> {
  const { engagementId, filename, version } = input;
  const [[row], causes, people, agents, decisions] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
    selectStaleCauses(tenantId, engagementId, filename),
    selectVersionAuthors(tenantId, engagementId, filename),
    selectTaskAgents(tenantId, engagementId),
    selectClientDecisions(tenantId, engagementId, filename),
  ]);
  if (!row) throw new ApiError('not_found');
  return toDetail(await readText(services.storage, row), { causes, people, agents, decisions });
}

/** Returns the wire form of a version that the transaction has just written. */
export async function readDetail(tx: Transaction, tenantId: string, row: AnsweringRow): Promise<DeliverableDetail> {
  const { rows: causes } = await tx.query(selectStaleCauses(tenantId, row.engagement_id, row.filename));
  const { rows: people } = await tx.query(selectVersionAuthors(tenantId, row.engagement_id, row.filename));
  const { rows: agents } = await tx.query(selectTaskAgents(tenantId, row.engagement_id));
  const { rows: decisions } = await tx.query(selectClientDecisions(tenantId, row.engagement_id, row.filename));
  return toDetail(row, { causes, people, agents, decisions });
}

interface DetailRows {
  causes: StaleRow[];
  people: VersionAuthorRow[];
  agents: TaskAgentRow[];
  decisions: ClientDecisionRow[];
}

function toDetail(row: AnsweringRow, { causes, people, agents, decisions }: DetailRows): DeliverableDetail {
  return {
    ...toDeliverable(row),
    conflicts: row.conflicting_figures,
    noteAnswers: row.note_answers,
    objections: row.objections,
    sections: toSections(row, people, agents),
    clientDecision: readClientDecisions(decisions)(row.filename, row.version),
    clientDecisions: listClientDecisions(decisions, row.filename, row.version),
    ...readStaleness(causes)(row.id),
  };
}
