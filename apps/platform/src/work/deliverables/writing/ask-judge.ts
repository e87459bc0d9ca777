import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { EngineJudgement } from '@ecp/contract/engine/engine-judgements';
import type { JudgeAnswer, JudgeQuestion } from '@ecp/contract/values/judging';
import type { Services } from '../../../kernel/services.ts';
import { selectEngagement } from '../../engagements/engagement-rows.ts';
import { EngineUnavailableError } from '../../engine-client/engine-client.ts';

/** What a judge said about a text. */
export interface Judged {
  answers: { question: JudgeQuestion; answer: JudgeAnswer }[];
  /** What all judgements of the engagement have cost. */
  spentUsd: number;
}

/** Tells whether a judge may answer: some model is connected, or the engine does not say. */
export async function mayBeJudged({ engine }: Pick<Services, 'engine'>): Promise<boolean> {
  try {
    return (await engine.listModels()).some(({ provider }) => provider !== 'local');
  } catch (error) {
    if (error instanceof EngineUnavailableError) return true;
    throw error;
  }
}

/**
 * Asks a judge about the statements of a person's text, behind the engagement's budget (contract 14). Repeating it with
 * the same id costs nothing.
 * @returns null while there is no answer and the engine may still give one
 */
export async function askJudge(
  { database, engine }: Pick<Services, 'database' | 'engine'>,
  tenantId: string,
  asked: {
    engagementId: string;
    judgementId: string;
    taskId: string | null;
    date: string;
    questions: JudgeQuestion[];
  },
): Promise<Judged | null> {
  const { engagementId, ...judgement } = asked;
  const [[engagement]] = await database.batchTenant(tenantId, [selectEngagement(tenantId, engagementId)]);
  if (!engagement) return null;
  const { id, name, client, brief, budget_nano_usd: budgetNanoUsd } = engagement;
  const about = { id, name, client, brief, budgetUsd: nanoToUsd(budgetNanoUsd) };
  try {
    return readJudgement(await engine.judge(tenantId, { ...judgement, engagement: about }));
  } catch (error) {
    if (error instanceof EngineUnavailableError) return null;
    throw error;
  }
}

function readJudgement({ status, judged, judgingSpentUsd }: EngineJudgement): Judged | null {
  if (status !== 'completed' && status !== 'failed') return null;
  const answers = judged.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
  return { answers, spentUsd: judgingSpentUsd };
}
