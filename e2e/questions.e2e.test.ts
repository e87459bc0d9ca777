import { setTimeout as delay } from 'node:timers/promises';
import type { Question } from '@ecp/contract/work/questions';
import { pollUntil } from '@ecp/testing/poll-until';
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

/** A task about which the agent asks a person: the brief names no budget. */
const asking = {
  name: 'Power prices',
  client: 'Halden',
  askBack: 'wait',
  brief: 'The works stay within the budget that the board approved. Which prices hold?',
  tasks: [{ id: 'power', name: 'Power prices', description: 'Which prices hold?' }],
};

/** Kills the product and its Postgres with -9 while people answer, before or after the commit. */
describe(`answers to a product that is killed at random (seed ${seed})`, {
  timeout: 1_800_000,
}, () => {
  const place = copyPreparedDataDir();
  let product: RunningProduct;
  const start = () => startProduct({ dataDir: place.dataDir });

  beforeAll(async () => {
    product = await start();
  });
  afterAll(async () => {
    await product?.stop();
    await place.remove();
  });

  /** Starts a run and returns the question for which it waits. */
  async function waitForQuestion({ client, path }: MainJob): Promise<string> {
    const list = async () =>
      (await client.get<{ questions: Question[] }>(`${path}/questions`)).body.questions;
    const questions = await pollUntil(list, ({ length }) => length > 0);
    return questions[0]?.id ?? '';
  }

  /**
   * Answers as two people at once, again and again until one is told that the question has an
   * answer. `current` returns the job at the address that the product has by then.
   */
  async function answerTwice(current: () => MainJob, questionId: string): Promise<number[]> {
    const one = async (answer: string) => {
      const send = () => {
        const { client, path } = current();
        return client.post(`${path}/questions/${questionId}/answer`, { answer }).then(
          ({ status }) => status,
          () => 0,
        );
      };
      return pollUntil(send, (status) => status === 200 || status === 409, 120_000);
    };
    return Promise.all([one(`Oslo ${questionId}`), one(`Bergen ${questionId}`)]);
  }

  /** Kills as soon as the question has an answer, or at any moment after the answers were sent. */
  async function killDuringAnswers(round: number, questionId: string): Promise<void> {
    const readAnswer = () =>
      queryProduct<{ answer: string | null }>(
        place.dataDir,
        'select answer from platform.questions where id = $1',
        [questionId],
      );
    const isAnswered = chance(`moment ${round}`) < 0.6;
    if (isAnswered) await pollUntil(readAnswer, ([row]) => typeof row?.answer === 'string');
    else await delay(chance(`delay ${round}`) * 60);
    await product.killEverything();
    product = await start();
  }

  // ASK-4, ASK-11, ASK-12
  it(`loses and doubles no answer over ${kills} kills`, async () => {
    const asked: string[] = [];
    const jobs: MainJob[] = [];
    for (let round = 0; round < kills; round += 1) {
      const job = await beginJob(product.baseUrl, asking);
      jobs.push(job);
      await startRun(job);
      const questionId = await waitForQuestion(job);
      asked.push(questionId);
      const current = () => continueAt(job, product.baseUrl);
      await Promise.all([answerTwice(current, questionId), killDuringAnswers(round, questionId)]);
    }
    // The run goes on with the answer, and to its end, although nobody asks for its status.
    const unfinished = `select id from platform.runs where status <> 'completed'`;
    await pollUntil(
      () => queryProduct(place.dataDir, unfinished),
      ({ length }) => length === 0,
      120_000,
    );
    const rows = await queryProduct<Record<string, unknown>>(
      place.dataDir,
      `select id, answer in ('Oslo ' || id, 'Bergen ' || id) as "isGiven",
          (select count(*)::integer from engine.events
            where run_id = q.run_id and event_key = 'log:answered:' || q.id) as lines,
          (select count(*)::integer from platform.outbox_events
            where event = 'question.answered' and data->>'questionId' = q.id) as events,
          (select count(*)::integer from platform.audit_log
            where action = 'question.answer' and resource_id = q.id) as entries
        from platform.questions q order by created_at`,
    );
    const once = { isGiven: true, lines: 1, events: 1, entries: 1 };
    expect(rows).toEqual(asked.map((id) => ({ id, ...once })));
    for (const job of jobs) await waitForStatus(continueAt(job, product.baseUrl), 'completed');
  });
});
