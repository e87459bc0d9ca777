import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';
import { selectQuestion, toQuestionFields } from './question-rows.ts';

/**
 * Does the work `tellEngineAnswer`: gives a person's answer to the run that asked. The run takes it
 * once, and not after it has gone on from its assumption or is over.
 */
export async function tellEngineAnswer(
  { database, engine, log }: Services,
  { tenantId, engagementId, questionId }: DurableInputs['tellEngineAnswer'],
): Promise<void> {
  const [[row]] = await database.batchTenant(tenantId, [
    selectQuestion(tenantId, engagementId, questionId),
  ]);
  if (!row) return;
  const { answer, answeredBy } = toQuestionFields(row);
  if (answer === null || answeredBy === null) return;
  const question = { runId: row.run_id, questionId };
  if (!(await engine.answerQuestion(tenantId, question, { answer, answeredBy })))
    log.info(question, 'The run no longer waits for the answer to its question');
}
