import { createHash } from 'node:crypto';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ExportPart } from '../../../kernel/export-part.ts';

/**
 * A judge's answer that is kept, so that the same question about the same passages is never asked
 * again.
 */
export interface KeptAnswer extends JudgeAnswer {
  /** The hash of the question, see `hashQuestion`. */
  hash: string;
}

/** Limits the answers of an engagement that a check reads: the newest ones. */
const maxAnswers = 5_000;

/** Names a question by everything that the judge is told of it. */
export function hashQuestion({
  statement,
  ask,
  figures,
  doubts,
  plea,
  passages,
}: JudgeQuestion): string {
  const told = [statement, ask, figures, doubts.map(sorted), plea ?? null, passages.map(sorted)];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

const sorted = (facts: object) =>
  Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));

/** Selects the kept answers of an engagement. */
export function selectJudgeAnswers(tenantId: string, engagementId: string): Statement<KeptAnswer> {
  return {
    name: 'select_judge_answers',
    text: `select question_hash as hash, holds, reason from platform.judge_answers
      where tenant_id = $1 and engagement_id = $2 order by judged_at desc limit ${maxAnswers}`,
    values: [tenantId, engagementId],
  };
}

/** Keeps what a judge has answered. The first answer to a question stays. */
export async function recordJudgeAnswers(
  tx: Transaction,
  { tenantId, engagementId, judgedAt }: { tenantId: string; engagementId: string; judgedAt: Date },
  judged: readonly { question: JudgeQuestion; answer: JudgeAnswer }[],
): Promise<void> {
  await tx.query({
    name: 'insert_judge_answers',
    text: `insert into platform.judge_answers (tenant_id, engagement_id, question_hash, statement, holds, reason, judged_at)
      select $1, $2, hash, statement, holds, reason, $3
      from unnest($4::text[], $5::text[], $6::boolean[], $7::text[]) as judged (hash, statement, holds, reason)
      on conflict do nothing`,
    values: [
      tenantId,
      engagementId,
      judgedAt,
      judged.map(({ question }) => hashQuestion(question)),
      judged.map(({ question }) => question.statement),
      judged.map(({ answer }) => answer.holds),
      judged.map(({ answer }) => answer.reason),
    ],
  });
}

/** The endings of the ids of a version's judgements: a check may ask about an answer once more. */
export const judgementRounds = ['', '-again'] as const;

interface AnswerRow extends JudgeAnswer {
  id: string;
  engagement_id: string;
  statement: string;
  judged_at: Date;
}

/** Exports every answer of a judge about statements of people for the account’s export. */
export const exportedJudgeAnswers: ExportPart<AnswerRow> = {
  name: 'judgeAnswers',
  page: {
    text: `select engagement_id || ' ' || question_hash as id, engagement_id, statement, holds, reason, judged_at
      from platform.judge_answers
      where tenant_id = $1 and engagement_id || ' ' || question_hash > $2
      order by engagement_id || ' ' || question_hash limit $3`,
  },
  pageRows: 100,
  toRecord: ({ engagement_id: engagementId, statement, holds, reason, judged_at: judgedAt }) => ({
    engagementId,
    statement,
    holds,
    reason,
    judgedAt: judgedAt.toISOString(),
  }),
};
