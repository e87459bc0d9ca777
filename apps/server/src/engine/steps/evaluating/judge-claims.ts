import { createHash } from 'node:crypto';
import type { Judge, JudgeAnswer, JudgeQuestion } from '@ecp/evidence/material';
import type { DraftInput, EngagementBrief, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { readCallOrder, storeOutcome } from '../../kernel/call-orders.ts';
import type { RunRef } from '../../kernel/events.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { taskDifficulty } from '../../routing/estimates.ts';
import { readWriters, readWritersOfTask, supportJudges } from '../../routing/judges.ts';
import { logLack, type TaskModels, type TaskWorkflowInput } from '../calling/call-model.ts';

/**
 * Opens the judge of a task's document, which did not write it. What no judge has read is
 * `unjudged`, and the log gives the reason. Versions of the document share the answers.
 * @returns undefined without a model. The judge throws JudgeStoppedError if the run is stopped
 */
export async function openTaskJudge(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  given: Pick<DraftInput, 'engagement'>,
): Promise<Judge | undefined> {
  const { tenantId, runId, engagementId, task } = input;
  const writers = await readWriters(
    services.database,
    input,
    task.id,
    services.models,
    models.required,
  );
  return openJudge(services, {
    tenantId,
    runId,
    engagementId,
    taskId: task.id,
    difficulty: taskDifficulty(task),
    engagement: given.engagement,
    judges: supportJudges(services, writers),
    onLeftOut: (message) => {
      const lack = 'no judge has read whether the cited passages support their claims';
      return logLack(services, input, 'judge', `${task.name}: ${lack}. ${message}`);
    },
  });
}

/** Each answer is one sentence, which needs little reasoning. */
const difficulty = 0.3;

/**
 * Asks a judge other than the writers the questions of a `judge` run, and stores the answers once.
 */
export async function judgeQuestions(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
): Promise<void> {
  const { database, log } = services;
  const { order, engagement } = await readCallOrder(database, ref, 'judge');
  const { questions, taskId, date } = order;
  const writers =
    taskId === null ? [] : await readWritersOfTask(database, { ...ref, taskId }, services.models);
  const { tenantId, runId, engagementId } = ref;
  const judge = openJudge(services, {
    tenantId,
    runId,
    engagementId,
    taskId: null,
    difficulty,
    engagement,
    judges: supportJudges(services, writers),
    onLeftOut: async (message) =>
      log.warn({ runId, reason: message }, 'A text of a person is left unjudged'),
  });
  if (!judge) return;
  try {
    const answers = await judge(questions, { date });
    await storeOutcome(database, ref, 'judge', answers);
  } catch (error) {
    if (!(error instanceof JudgeStoppedError)) throw error;
  }
}

/**
 * Limits the `questions` and `characters` of one call, and the questions about all versions of a
 * `document`.
 */
const most = { questions: 80, characters: 120_000, document: 400 };
/** Limits the characters of a passage, and of the text around it. */
const shown = { words: 6_000, context: 2_000 };
/**
 * Limits the models that a document asks one after another, so that late judges do not hold up the
 * run.
 */
const mostJudges = 2;
const patience = { timeoutMs: 120_000, triesWithFallback: 1, maxTries: 2 };

export class JudgeStoppedError extends Error {
  override readonly name = 'JudgeStoppedError';
}

interface JudgeOrder extends RunRef {
  engagementId: string;
  taskId: string | null;
  difficulty: number;
  engagement: EngagementBrief;
  judges: readonly CatalogModel[];
  /** Called once with the reason if a call fails. */
  onLeftOut: (message: string) => Promise<void>;
}

/**
 * Opens the judge of a document's statements. A call is named by its questions, so that a repeated
 * check gets the recorded answers.
 * @returns undefined without a model. The judge throws JudgeStoppedError if the run is stopped
 */
export function openJudge(services: EngineServices, order: JudgeOrder): Judge | undefined {
  const judges = order.judges.slice(0, mostJudges);
  if (judges.length === 0) return undefined;
  const patient = { ...services, limits: { ...services.limits, ...patience } };
  /** Null for a question that a call left open. It is not asked again. */
  const answers = new Map<string, JudgeAnswer | null>();
  let isLeftOut = false;
  const ask = async (questions: readonly JudgeQuestion[], date: string | null): Promise<void> => {
    const { tenantId, runId, engagementId, taskId, difficulty, engagement } = order;
    const outcome = await makeCall(patient, {
      tenantId,
      runId,
      engagementId,
      taskId,
      difficulty,
      callKey: `${taskId ?? 'text'}/judge:${digest(questions, date)}`,
      purpose: 'judge',
      agentSlug: services.roster.evaluator.slug,
      models: judges,
      gather: async () => ({ engagement, date, questions: questions.map(shorten) }),
    });
    if (outcome.outcome === 'stopped') throw new JudgeStoppedError();
    if (outcome.outcome === 'answered') {
      const read = readAnswers(outcome.answer, questions.length);
      for (const [at, question] of questions.entries())
        answers.set(keyOf(question), read[at] ?? null);
      return;
    }
    isLeftOut = true;
    await order.onLeftOut(outcome.message);
  };
  return async (questions, { date }) => {
    const open = [...new Map(questions.map((question) => [keyOf(question), question]))]
      .flatMap(([key, question]) => (answers.has(key) ? [] : [question]))
      .slice(0, Math.max(0, most.document - answers.size));
    for (const batch of cutBatches(open)) {
      if (!isLeftOut) await ask(batch, date);
    }
    return questions.map((question) => answers.get(keyOf(question)) ?? null);
  };
}

/**
 * Returns the answers by question number. Null without an answer, or if answers contradict each
 * other.
 */
export function readAnswers(
  { answers }: PromptOutputs['judge'],
  count: number,
): (JudgeAnswer | null)[] {
  const byQuestion = Map.groupBy(answers, ({ question }) => question);
  return Array.from({ length: count }, (_, at) => {
    const given = byQuestion.get(at + 1) ?? [];
    const [first] = given;
    if (!first || given.some(({ holds }) => holds !== first.holds)) return null;
    return { holds: first.holds, reason: first.reason };
  });
}

/** Cuts questions into as few calls as possible. */
export function cutBatches(questions: readonly JudgeQuestion[]): JudgeQuestion[][] {
  const batches: JudgeQuestion[][] = [];
  let room = 0;
  for (const question of questions) {
    const size = JSON.stringify(shorten(question)).length;
    const batch = batches.at(-1);
    if (batch && batch.length < most.questions && size <= room) batch.push(question);
    else {
      batches.push([question]);
      room = most.characters;
    }
    room -= size;
  }
  return batches;
}

function shorten({ passages, ...question }: JudgeQuestion): JudgeQuestion {
  return {
    ...question,
    passages: passages.map(({ source, words, context }) => ({
      source,
      words: cut(words, shown.words),
      ...(context !== undefined && { context: cut(context, shown.context) }),
    })),
  };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()} …`;
}

const keyOf = (question: JudgeQuestion): string => JSON.stringify(question);

function digest(questions: readonly JudgeQuestion[], date: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([date, questions.map(keyOf)]))
    .digest('hex')
    .slice(0, 16);
}
