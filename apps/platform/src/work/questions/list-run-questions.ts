import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { type QuestionRow, questionColumns, toQuestionFields } from './question-rows.ts';

/** Most questions that a run is told. */
const maxQuestions = 200;

/**
 * Lists the newest questions of an engagement, oldest first, for the start of a run: its agents do not ask them again,
 * and cite their answers as `Answer <id>` (ASK-7). Those that the run asked itself are left out, so that a repeated
 * start sends the same; without `runId` none is.
 */
export async function listRunQuestions(
  tx: Transaction,
  tenantId: string,
  { engagementId, runId }: { engagementId: string; runId: string | null },
): Promise<NonNullable<StartRunRequest['questions']>> {
  const { rows } = await tx.query<QuestionRow>({
    name: 'list_run_questions',
    text: `select ${questionColumns} from (
        select * from platform.questions where tenant_id = $1 and engagement_id = $2 and run_id is distinct from $3
        order by created_at desc, id desc limit ${maxQuestions}
      ) newest order by created_at, id`,
    values: [tenantId, engagementId, runId],
  });
  return rows.map((row) => {
    const { id, question, assumption, answer, answeredBy, answeredAt } = toQuestionFields(row);
    const given = answer !== null && answeredBy !== null && answeredAt !== null;
    const told = given ? { text: answer, by: answeredBy, at: answeredAt } : null;
    return { id, taskId: row.task_id, question, assumption, answer: told };
  });
}
