import { createHash } from 'node:crypto';
import type { Judge, JudgeAnswer, JudgeQuestion } from '@ecp/evidence/material';
import type { EngagementBrief } from '@ecp/model-calls/prompt-types';
import { makeCall } from '../../call/make-call.ts';
import type { CallDependencies } from '../../call/types/model-call.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { taskDifficulty } from '../../routing/task-difficulty.ts';
import type { TaskWorkflowInput } from '../calling/call-model.ts';
import { logLack } from '../calling/run-optional-step.ts';

/** Most questions of one call, of one check, and of all versions of a document. */
const maxQuestions = { call: 40, check: 80, document: 120 };

/** Stop was requested while a judge was asked. */
export class JudgeStoppedError extends Error {
  override readonly name = 'JudgeStoppedError';
}

/**
 * Opens the judge of a document's claims: a model that did not write it (contract 9). The check decides what it is
 * asked. A call is named by its questions, so that a repeated check gets the recorded answers and pays nothing. The
 * call is optional: if it cannot be had, the log says so once, and the rules alone decide what is still open (contract
 * 7).
 * @param judges the models that may judge, best first
 * @returns undefined without a model. The judge throws JudgeStoppedError if the run is stopped
 */
export function openJudge(
  services: CallDependencies,
  input: TaskWorkflowInput,
  judges: readonly CatalogModel[],
  engagement: EngagementBrief,
): Judge | undefined {
  if (judges.length === 0) return undefined;
  /** Null for a question that a call left open. It is not asked again. */
  const answers = new Map<string, JudgeAnswer | null>();
  let isLeftOut = false;
  const ask = async (questions: readonly JudgeQuestion[]): Promise<void> => {
    const outcome = await makeCall(services, {
      ...{ tenantId: input.tenantId, runId: input.runId, engagementId: input.engagementId, taskId: input.task.id },
      callKey: `${input.task.id}/judge:${digest(questions)}`,
      purpose: 'judge',
      agentSlug: services.roster.evaluator.slug,
      models: judges,
      difficulty: taskDifficulty(input.task),
      gather: async () => ({ engagement, questions: [...questions] }),
    });
    if (outcome.outcome === 'stopped') throw new JudgeStoppedError();
    if (outcome.outcome === 'answered') {
      for (const { question, supported, reason } of outcome.answer.answers) {
        const asked = questions[question - 1];
        if (asked && !answers.has(keyOf(asked))) answers.set(keyOf(asked), { supported, reason });
      }
      for (const asked of questions) if (!answers.has(keyOf(asked))) answers.set(keyOf(asked), null);
      return;
    }
    isLeftOut = true;
    const lack = 'no judge has read whether the cited passages support their claims';
    await logLack(services, input, 'judge', `${input.task.name}: ${lack}. ${outcome.message}`);
  };
  return async (questions) => {
    const open = [...new Map(questions.map((question) => [keyOf(question), question]))]
      .flatMap(([key, question]) => (answers.has(key) ? [] : [question]))
      .slice(0, Math.min(maxQuestions.check, maxQuestions.document - answers.size));
    for (let at = 0; at < open.length && !isLeftOut; at += maxQuestions.call) {
      await ask(open.slice(at, at + maxQuestions.call));
    }
    return questions.map((question) => answers.get(keyOf(question)) ?? null);
  };
}

const keyOf = ({ claim, passages }: JudgeQuestion): string => JSON.stringify([claim, passages]);

function digest(questions: readonly JudgeQuestion[]): string {
  return createHash('sha256')
    .update(JSON.stringify(questions.map(keyOf)))
    .digest('hex')
    .slice(0, 16);
}
