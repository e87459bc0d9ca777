import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import { findQuotedParts, listMissingQuotes, withQuotedParts } from './whole-texts.ts';

const slice = createTimeSlice(undefined);
const rest = {
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
  assignment: [],
};
const page = (number: number) =>
  `On page ${number} the office counts ${number * 37} permits of its own.`;
const whole = Array.from({ length: 300 }, (_, at) => {
  return { title: 'permits.pdf', location: `page ${at + 1}`, text: page(at + 1) };
});

// EVI-9
it('finds quotes in the parts of a text that a check was not given, and nothing else', async () => {
  const text = `# T

The office counts 10,175 permits.[^1] It counts 998 permits.[^2]

[^1]: permits.pdf, page 275: “the office counts 10175 permits of its own”
[^2]: permits.pdf, page 276: “the office counts 998 permits of its own”
`;
  const check = (sources: typeof whole) =>
    checkEvidence(text, { brief: '', language: 'en', ...rest, sources }, { slice });
  const first = await check(whole.slice(0, 20));
  expect(first.map(({ state }) => state)).toEqual(['missing_source', 'missing_source']);
  const parts = await findQuotedParts(whole, listMissingQuotes(first), slice);
  expect(parts.map(({ location }) => location)).toEqual(['page 275']);
  const second = await check(withQuotedParts(whole.slice(0, 20), parts) as typeof whole);
  expect(second.map(({ state }) => state)).toEqual(['unjudged', 'missing_source']);
});

// EVI-9
it('keeps of a long text without pages what stands around a quote', async () => {
  const text = `${'A line of other words.\n'.repeat(20_000)}The mill closed in 1987.\n${'And more.\n'.repeat(20_000)}`;
  const [part] = await findQuotedParts(
    [{ title: 'a.txt', location: null, text }],
    [{ place: null, words: 'The mill closed in 1987' }],
    slice,
  );
  expect(part?.text).toContain('The mill closed in 1987.');
  expect(part?.text.length).toBeLessThan(50_000);
});
