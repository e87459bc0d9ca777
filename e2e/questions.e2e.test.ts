import { setTimeout as delay } from 'node:timers/promises';
import { createId } from '@ecp/database/create-id';
import { pollUntil } from '@ecp/testing/poll-until';
import {
  type ScriptedEngine,
  startScriptedEngine,
} from '@ecp/testing/scripted-engine/scripted-engine';
import { seededChance } from '@ecp/testing/seeded-chance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beginJob,
  continueAt,
  type MainJob,
  queryProduct,
  startRun,
  waitForStatus,
} from './testing/main-job.ts';
import { copyPreparedDataDir } from './testing/prepared-data.ts';
import { type RunningProduct, startProduct } from './testing/product.ts';

/** Number of kills. QUESTION_KILLS=50 makes the test longer. */
const kills = Number(process.env['QUESTION_KILLS'] ?? 1);
/** QUESTION_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('QUESTION_SEED');

/**
 * Kills the platform and its Postgres with -9 while people answer, before or after the engine has
 * the answer.
 */
describe(`answers to a platform that is killed at random (seed ${seed})`, {
  timeout: 1_800_000,
}, () => {
  const place = copyPreparedDataDir();
  let engine: ScriptedEngine;
  let product: RunningProduct;
  let job: MainJob;
  const start = () =>
    startProduct({
      dataDir: place.dataDir,
      environment: { ENGINE_URL: engine.url, ENGINE_TOKEN: engine.token },
    });

  beforeAll(async () => {
    engine = await startScriptedEngine('token-of-the-scripted-engine');
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await engine?.close();
    await place.remove();
  });

  /**
   * Answers as two people at once, again and again until one is told that the question has an
   * answer.
   */
  async function answerTwice(questionId: string): Promise<number[]> {
    const one = async (answer: string) => {
      const path = `${job.path}/questions/${questionId}/answer`;
      const send = () =>
        job.client.post(path, { answer }).then(
          ({ status }) => status,
          () => 0,
        );
      return pollUntil(send, (status) => status === 200 || status === 409, 120_000);
    };
    return Promise.all([one(`Oslo ${questionId}`), one(`Bergen ${questionId}`)]);
  }

  /**
   * Kills when the engine is told, which it has understood or not, or at any moment after the
   * answers were sent.
   */
  async function killDuringAnswers(round: number): Promise<void> {
    const told = Promise.withResolvers<void>();
    const kind = chance(`kind ${round}`) < 0.5 ? 'cut' : 'lose_answer';
    const end = engine.interfere(({ url }) => {
      if (!url.includes('/questions/')) return undefined;
      told.resolve();
      return { kind };
    });
    await (chance(`moment ${round}`) < 0.6 ? told.promise : delay(chance(`delay ${round}`) * 60));
    await product.killEverything();
    end();
    product = await start();
    job = continueAt(job, product.baseUrl);
  }

  // ASK-4, ASK-11, ASK-12
  it(`loses and doubles no answer over ${kills} kills`, async () => {
    job = await beginJob(product.baseUrl);
    const run = engine.run(await startRun(job));
    const asked: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const questionId = createId();
      asked.push(questionId);
      const text = {
        taskId: 'demand',
        agent: 'data-analyst',
        question: 'Where?',
        assumption: 'Leeds.',
        impact: 'Rent.',
      };
      const until = new Date(Date.now() + 3_600_000).toISOString();
      run.push({ type: 'question', questionId, ...text, dueAt: until });
      run.push({ type: 'waiting', until });
      await pollUntil(
        async () => (await job.client.get<object>('/api/questions?status=open')).body,
        (body) => JSON.stringify(body).includes(questionId),
      );
      await Promise.all([answerTwice(questionId), killDuringAnswers(round)]);
    }
    await pollUntil(
      () => run.answers.size,
      (count) => count === asked.length,
      120_000,
    );
    const rows = await queryProduct<{
      id: string;
      answer: string;
      events: number;
      entries: number;
    }>(
      place.dataDir,
      `select id, answer,
          (select count(*)::integer from platform.outbox_events
            where event = 'question.answered' and data->>'questionId' = q.id) as events,
          (select count(*)::integer from platform.audit_log
            where action = 'question.answer' and resource_id = q.id) as entries
        from platform.questions q order by created_at`,
    );
    const once = asked.map((id) => ({
      id,
      answer: run.answers.get(id)?.answer,
      events: 1,
      entries: 1,
    }));
    expect(rows).toEqual(once);
    run.complete();
    // Nobody asks for the status here, so that only a follower can have noticed.
    await pollUntil(
      () => queryProduct<{ status: string }>(place.dataDir, 'select status from platform.runs'),
      ([row]) => row?.status === 'completed',
      60_000,
    );
    await waitForStatus(job, 'completed');
  });
});
