import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';

const report =
  'A bus costs €640 a day. Tickets bring €910. No fare above €4. The day has 118 trips. A shuttle would cost €210 a day.';
const table = '| Line | Day | Night |\n| --- | --- | --- |\n| Harbour | 340 | 120 |';
const given = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };
const cost = 'A bus costs €640 a day.[^1]';
const definition = '[^1]: report.md: “A bus costs €640 a day”';

/** Checks a body with one cited sentence before it and returns the states after the first. */
async function statesOf(body: string): Promise<string[]> {
  const sources = [{ title: 'report.md', location: null, text: report }];
  const markdown = `# Title\n\n${cost}\n\n${body}\n\n${definition}\n`;
  const material = { brief: 'We run 12 lines.', language: 'en' as const, sources, ...given };
  const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
  return checked.slice(1).map(({ state }) => state);
}

it.each([
  ['a sum that comes out', 'Two buses and a driver cost €1,500: 2 × 640 + 220 = 1,500.', ['computed']],
  ['one in thousands', 'A year costs €234,000 (640 × 365 = 234 thousand).', ['computed']],
  ['a percentage', 'That is 25 percent more (800 / 640 − 1 = 25 percent).', ['computed']],
  ['a negative result', 'The rest is a loss: 500 − 640 = −140.', ['computed']],
  ['a wrong equation', 'Two buses cost €1,380: 2 × 640 = 1,380.', ['uncited']],
  ['an equation from nothing', 'The fleet earns 371 × 29 = 10,759.', ['uncited']],
  ['a result told again', 'Two buses cost 2 × 640 = 1,280.\n\nWe use 1,280.', ['computed']],
  ['a result told before', 'We use 1,280.\n\nTwo buses cost 2 × 640 = 1,280.', ['computed']],
  ['a cell of the own table', `${table}\n\nWe count on 340.`, []],
  ['no cell of the own table', `${table}\n\nHarbour has 345 riders.`, ['uncited']],
  ['a judgement', 'The market town deserves to be served.', []],
])('without a footnote: %s', async (_, body, states) => {
  expect(await statesOf(body)).toEqual(states);
});
