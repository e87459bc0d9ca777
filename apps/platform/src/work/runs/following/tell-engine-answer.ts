import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';
import { selectQuestion, toQuestionFields } from '../../questions/question-rows.ts';
import { findRun, isActive, lockRun, type RunState } from '../records/lock-run.ts';
import { changeFollower } from './change-follower.ts';

/** Statuses by which the engine says that it does not know the run, that the run is over, or that the answer is bad. */
const refusals = new Set<number | null>([400, 404, 409]);

/**
 * Does the durable work `tellEngineAnswer`: gives the answer to the engine while the run is active, then follows the
 * run at once, because it may have been waiting for this. Ends if the engine refuses the answer. Throws
 * EngineUnavailableError if the engine cannot be reached, so that the queue tries again.
 */
export async function tellEngineAnswer(
  services: Services,
  { tenantId, engagementId, questionId }: DurableInputs['tellEngineAnswer'],
): Promise<void> {
  const { database } = services;
  const [[row]] = await database.batchTenant(tenantId, [selectQuestion(tenantId, engagementId, questionId)]);
  if (!row) return;
  const { answer, answeredBy } = toQuestionFields(row);
  const run = await findRun(database, tenantId, row.run_id);
  if (answer === null || answeredBy === null || !run || !isActive(run.status)) return;
  const question = { runId: run.id, questionId };
  if (!(await tell(services, tenantId, question, { answer, answeredBy }))) return;
  await followAgain(services, tenantId, run);
}

/** Returns false if the engine refuses for good, as for a run that it does not know. */
async function tell(
  { engine, log }: Services,
  tenantId: string,
  question: { runId: string; questionId: string },
  given: { answer: string; answeredBy: string },
): Promise<boolean> {
  try {
    await engine.answerQuestion(tenantId, question, given);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError && refusals.has(error.status))) throw error;
    log.warn({ err: error, ...question }, 'The engine refused the answer to a question');
    return false;
  }
}

/**
 * A wait that the engine announced before it had the answer is over, also if it is applied here only afterwards. So the
 * engine's last event goes with the new follower.
 */
async function followAgain(services: Services, tenantId: string, run: RunState): Promise<void> {
  const wokenAt = (await services.engine.getRun(tenantId, run.id))?.lastEvent ?? 0;
  await services.database.withTenant(tenantId, async (tx) => {
    const locked = await lockRun(tx, tenantId, { runId: run.id, engagementId: run.engagement_id });
    if (locked && isActive(locked.run.status)) {
      await changeFollower(tx, services, { tenantId, run: locked.run, wokenAt });
    }
  });
}
