import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type PricedProvider,
  purposeOf,
  startPricedProvider,
  textOf,
} from '../../../apps/engine/testing/priced-provider.ts';
import { startTestEngine, type TestEngine } from '../../../apps/engine/testing/start-test-engine.ts';
import { questionCases, rehearseQuestions } from '../testing/rehearse-questions.ts';

/** Questions by case, written after the keys and in other words. One gap is left out, and six questions are needless. */
const script = JSON.parse(
  await readFile(new URL('../testing/scripted-questions.json', import.meta.url), 'utf8'),
) as Record<string, string[]>;

let provider: PricedProvider;
let engine: TestEngine;
beforeAll(async () => {
  provider = await startPricedProvider();
  provider.respondWith((body) => {
    const isFirst = !body.messages.some(({ role }) => role === 'tool');
    if (purposeOf({ body }) !== 'draft' || !body.tools || !isFirst) return null;
    const text = textOf({ body });
    const asking = questionCases.find(({ engagement }) => text.includes(`Task: ${engagement.tasks?.[0]?.name}`));
    const questions = asking === undefined ? [] : (script[asking.name] ?? []);
    if (questions.length === 0) return null;
    const toolCalls = questions.map((question) => ({
      name: 'ask_question',
      arguments: JSON.stringify({ question, assumption: 'Nothing holds.', impact: 'The recommendation' }),
    }));
    return { toolCalls };
  });
  engine = await startTestEngine({ models: provider.settings });
});
afterAll(async () => {
  await engine?.close();
  await provider?.close();
});

it('a scripted model that asks in its own words has 80 % of the gaps and at most one needless question a run', async () => {
  const { missed, needless, share, perRun } = await rehearseQuestions(engine, 'fake-model');
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(0.8);
  expect(perRun, needless.join('\n')).toBeLessThanOrEqual(1);
  // The score counts the gaps that the script leaves out, and its needless questions.
  expect(missed).toEqual(expect.arrayContaining(['chorverband-saal: zielwert']));
  expect(needless).toEqual(expect.arrayContaining(['freight-yard-electric: Should the vans be white?']));
}, 300_000);
