import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeliverableListItem } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';
import type { Static } from 'typebox';
import type { RequestContext } from '../../kernel/context.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import { readTaskScores, selectTaskScores } from '../scores/task-scores.ts';
import { type CitationCountColumns, citationCountColumns, toCitationCounts } from './citations/citation-counts.ts';
import {
  listClientDecisions,
  readClientDecisions,
  selectClientDecisions,
} from './client-decisions/client-decision-rows.ts';
import { type DeliverableRow, newestFirst } from './deliverable-rows.ts';
import { type EditorColumns, editorColumns, toEditor } from './editor-columns.ts';
import { readStaleness, selectStaleCauses } from './stale-versions.ts';

type ListedRow = CitationCountColumns &
  EditorColumns & { run_id: string | null; conflicting_figures: number } & Pick<
    DeliverableRow,
    'id' | 'filename' | 'version' | 'word_count' | 'task_id' | 'created_at' | 'approval_status'
  >;

/** Lists all versions of all deliverables, newest first, internal files only on request. Error: `not_found`. */
export async function listDeliverables(
  { services, tenantId }: RequestContext,
  engagementId: string,
  includeInternal: boolean,
): Promise<Static<typeof DeliverableListItem>[]> {
  const [engagements, rows, causes, scores, decisions] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectVersions(tenantId, engagementId, includeInternal),
    selectStaleCauses(tenantId, engagementId),
    selectTaskScores(tenantId, engagementId),
    selectClientDecisions(tenantId, engagementId),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  const staleness = readStaleness(causes);
  const scoreOf = readTaskScores(scores);
  const decisionOf = readClientDecisions(decisions);
  const decisionsOf = Map.groupBy(decisions, ({ filename }) => filename);
  return rows.map((row) => ({
    id: row.id,
    filename: row.filename,
    version: row.version,
    wordCount: row.word_count,
    taskId: row.task_id,
    createdAt: row.created_at.toISOString(),
    runId: row.run_id,
    score: scoreOf(row.run_id, row.task_id),
    ...toEditor(row),
    citations: toCitationCounts(row),
    conflicts: row.conflicting_figures,
    approvalStatus: row.approval_status,
    clientDecision: decisionOf(row.filename, row.version),
    clientDecisions: listClientDecisions(decisionsOf.get(row.filename) ?? [], row.filename, row.version),
    ...staleness(row.id),
  }));
}

function selectVersions(tenantId: string, engagementId: string, includeInternal: boolean): Statement<ListedRow> {
  return {
    name: 'list_deliverables',
    text: `select id, run_id, filename, version, word_count, task_id, created_at, approval_status,
        conflicting_figures,        ${citationCountColumns}, ${editorColumns}
      from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and ($3 or not starts_with(filename, '_')) order by ${newestFirst}`,
    values: [tenantId, engagementId, includeInternal],
  };
}
