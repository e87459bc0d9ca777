import type { Question } from '@ecp/contract/work/questions';
import type { RunStarted } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import { pollUntil } from '@ecp/testing/poll-until';
import type { ScriptedEngine } from '../scripted-engine/scripted-engine.ts';
import type { ScriptedRun } from '../scripted-engine/scripted-run.ts';
import type { TestTenant } from '../test-tenant.ts';

export const oneHourMs = 3_600_000;

/** The question of an agent in tests. */
export const asked = {
  taskId: 'a',
  agent: 'corporate-strategist',
  question: 'In which city is the second shop?',
  assumption: 'The second shop is in Bergen.',
  impact: 'The rent of the second shop.',
};

/** A run on the scripted engine that a test lets ask. */
export interface AskingRun {
  engagementId: string;
  runId: string;
  run: ScriptedRun;
  /**
   * Lets an agent ask; `waits` makes its task wait an hour. Returns the question's id once the
   * platform has it.
   */
  ask(options?: { waits?: boolean; id?: string }): Promise<string>;
  /**
   * Lets the run say that all that is left waits, for an hour by default. Returns the end of the
   * wait.
   */
  wait(ms?: number): Date;
  list(): Promise<Question[]>;
  answer(questionId: string, answer?: string): ReturnType<TestTenant['post']>;
}

/**
 * Starts a run of two tasks, of which the second depends on the first, that does nothing by itself.
 */
export async function startAskingRun(
  engine: ScriptedEngine,
  tenant: TestTenant,
): Promise<AskingRun> {
  const tasks = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', dependsOn: ['a'] },
  ];
  const { id: engagementId } = await tenant.createEngagement({ tasks, askBack: 'wait' });
  const path = `/api/engagements/${engagementId}`;
  const { body } = await tenant.post<RunStarted>(`${path}/run`);
  const run = await engine.waitForRun(body.runId);
  const list = async () =>
    (await tenant.get<{ questions: Question[] }>(`${path}/questions`)).body.questions;
  return {
    engagementId,
    runId: body.runId,
    run,
    async ask({ waits = false, id: questionId = createId() } = {}) {
      const dueAt = waits ? new Date(Date.now() + oneHourMs).toISOString() : null;
      run.push({ type: 'question', questionId, ...asked, dueAt });
      await pollUntil(list, (questions) => questions.some(({ id }) => id === questionId));
      return questionId;
    },
    wait(ms = oneHourMs) {
      const until = new Date(Date.now() + ms);
      run.push({ type: 'waiting', until: until.toISOString() });
      return until;
    },
    list,
    answer: (questionId, answer = 'In Oslo.') =>
      tenant.post(`${path}/questions/${questionId}/answer`, { answer }),
  };
}
