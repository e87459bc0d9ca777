import { type Static, Type } from 'typebox';
import { Nullable, Usd } from '../declaring/scalars.ts';
import { JudgeQuestionSchema } from '../values/judging.ts';
import { StartRunRequest } from './engine-api.ts';
import { engineRunStatuses } from './engine-events.ts';

const { runId, engagement } = StartRunRequest.properties;

/** Limits the questions about one text. */
export const maxJudgeQuestions = 400;

/** Statements of a person that only a judge can confirm. Repeating a judgementId costs nothing. */
export const EngineJudgementRequest = Type.Object({
  judgementId: runId,
  engagement,
  /** The task of the document. The models that wrote for it do not judge. */
  taskId: Nullable(Type.String({ maxLength: 200 })),
  /** The day of the document, YYYY-MM-DD. */
  date: Nullable(Type.String({ maxLength: 10 })),
  questions: Type.Array(JudgeQuestionSchema, { maxItems: maxJudgeQuestions }),
});
export type EngineJudgementRequest = Static<typeof EngineJudgementRequest>;

const Answer = Type.Object({ holds: Type.Boolean(), reason: Type.String() });

export const EngineJudgement = Type.Object({
  judgementId: Type.String(),
  /**
   * `running` means no answer within `waitMs`: repeat the request. Any other end has what the judge
   * answered.
   */
  status: Type.Enum([...engineRunStatuses]),
  /**
   * The questions of the first request with this id, each with its answer; null where the judge
   * gave none.
   */
  judged: Type.Array(Type.Object({ question: JudgeQuestionSchema, answer: Nullable(Answer) })),
  /** What all judgements of the engagement together have cost. */
  judgingSpentUsd: Usd,
});
export type EngineJudgement = Static<typeof EngineJudgement>;
