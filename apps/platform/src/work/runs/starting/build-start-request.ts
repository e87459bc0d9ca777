import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../../kernel/services.ts';
import { listContextSources } from '../../attachments/reading/list-context-sources.ts';
import { listOfferedCards } from '../../cards/using/list-offered-cards.ts';
import { readLatestFigures } from '../../deliverables/figures/figures.ts';
import { listRunConflicts } from '../../deliverables/figures/told-conflicts.ts';
import { listPreviousVersions } from '../../deliverables/list-previous-versions.ts';
import { listReviewOutcomes } from '../../deliverables/reviewing/list-review-outcomes.ts';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { listRunQuestions } from '../../questions/list-run-questions.ts';
import type { RunToStart } from '../records/lock-run.ts';

/**
 * Builds the start request of a run from the database alone, so that it can be repeated after a crash. Returns null
 * when the engagement is deleted.
 */
export async function buildStartRequest(
  tx: Transaction,
  { texts }: Pick<Services, 'texts'>,
  tenantId: string,
  run: RunToStart,
): Promise<StartRunRequest | null> {
  const { rows } = await tx.query(selectEngagement(tenantId, run.engagement_id));
  const [engagement] = rows;
  if (!engagement) return null;
  const { id, name, client, brief, tasks, model, ask_back: askBack, adversary } = engagement;
  const figures = await readLatestFigures(tx, tenantId, id);
  return {
    runId: run.id,
    engagement: {
      ...{ id, name, client, brief, budgetUsd: nanoToUsd(engagement.budget_nano_usd), model, adversary },
      ...{ askBack, askBackHours: engagement.ask_back_hours },
    },
    tasks,
    sources: [
      ...(await listContextSources(tx, tenantId, engagement)),
      ...(await listOfferedCards(tx, tenantId, engagement)),
    ],
    previous: await listPreviousVersions(tx, tenantId, id, { runId: run.id, texts }),
    figures: figures.map((document) => ({ ...document, figures: [...document.figures] })),
    conflicts: await listRunConflicts(tx, tenantId, id),
    questions: await listRunQuestions(tx, tenantId, { engagementId: id, runId: run.id }),
    rerunTaskId: run.rerun_task_id,
    ...(run.rerun_task_ids && { rerunTaskIds: run.rerun_task_ids }),
    reviewOutcomes: await listReviewOutcomes(tx, tenantId),
  };
}
