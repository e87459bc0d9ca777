import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import { pollUntil } from '@ecp/testing/poll-until';
import { seededChance } from '@ecp/testing/seeded-chance';
import { expect, it } from 'vitest';
import { startAskingProvider } from '../../../testing/engine/asking-provider.ts';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { createEngineDatabase } from '../../../testing/engine/engine-database.ts';
import { type EngineProcess, startEngineProcess } from '../../../testing/engine/engine-process.ts';
import { purposeOf, textOf } from '../../../testing/engine/priced-provider.ts';
import { findRunFaults } from '../../../testing/engine/run-integrity.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';

/** Number of kills. WAITING_KILLS=50 makes the test longer. */
const kills = Number(process.env['WAITING_KILLS'] ?? 1);
/** Time for an engine to be killed, to start again and to end its run. */
const killLimitMs = 120_000;
/** WAITING_SEED=… repeats the random choices of a run of the test. */
const { seed, chance } = seededChance('WAITING_SEED');

function request(): StartRunRequest {
  const tasks = [
    { id: 'costs', name: 'Cost analysis', description: 'Costs.' },
    { id: 'plan', name: 'Growth plan', description: 'A plan.', dependsOn: ['costs'] },
  ];
  const made = runRequest({ tasks });
  return { ...made, engagement: { ...made.engagement, askBack: 'wait' } };
}

/** Answers the open questions of a run. Returns true once the run is over. */
async function answerOnce(
  engine: EngineProcess,
  runId: string,
  answers: Map<string, string>,
): Promise<boolean> {
  const events = await engine.eventsUntil(
    runId,
    (seen) => isOver(seen) || seen.at(-1)?.type === 'waiting',
  );
  const asked = ofType(events, 'question').filter(({ questionId }) => !answers.has(questionId));
  for (const { questionId } of asked) {
    const text = `The answer ${questionId} is 38 %.`;
    await engine.answer(runId, questionId, text);
    answers.set(questionId, text);
  }
  return isOver(events);
}

// ASK-14, ASK-11
it(`loses and doubles no answer over ${kills} kills of the engine (seed ${seed})`, async () => {
  const fresh = await createEngineDatabase();
  const provider = await startAskingProvider();
  let engine = await startEngineProcess(fresh.url, provider.environment);
  try {
    for (let round = 0; round < kills; round += 1) {
      const given = request();
      await engine.startRun(given);
      const answers = new Map<string, string>();
      let isEnded = false;
      const answered = pollUntil(
        () => answerOnce(engine, given.runId, answers).catch(() => false),
        (over) => (isEnded = over),
        killLimitMs,
      );
      // A run of two tasks makes eight to twelve calls. Where it makes fewer than chosen, the kill
      // follows its end.
      const calls = provider.meter.calls.length + Math.ceil(chance(`moment ${round}`) * 11);
      await pollUntil(
        () => isEnded || provider.meter.calls.length >= calls,
        (reached) => reached,
        killLimitMs,
      );
      await engine.kill();
      engine = await startEngineProcess(fresh.url, provider.environment);
      await answered;
      const events = await engine.eventsUntil(given.runId, isOver);
      expect(await findRunFaults(fresh, provider.meter.calls, given, events)).toEqual([]);
      expect(ofType(events, 'question').map(({ taskId }) => taskId)).toEqual(['costs', 'plan']);
      expect(answers.size).toBe(2);
      const drafts = provider.meter.calls.filter(
        (call) => purposeOf(call) === 'draft' && textOf(call).includes(`${given.runId}.`),
      );
      for (const text of answers.values())
        expect(drafts.some((call) => textOf(call).includes(text))).toBe(true);
    }
  } finally {
    await engine.kill();
    await provider.close();
    await fresh.drop();
  }
}, 1_800_000);
