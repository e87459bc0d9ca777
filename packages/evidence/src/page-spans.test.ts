import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';

const quote = 'The council intends to widen the bridge by 3 metres in 2027.';

/**
 * Checks a statement that quotes a sentence from pages, slides or sheets, and returns its state and
 * its place.
 */
async function placeOf(
  texts: readonly string[],
  { word = 'page', place = '' } = {},
): Promise<[string | undefined, string]> {
  const sources = texts.map((text, at) => ({
    title: 'plan.pdf',
    location: `${word} ${at + 1}`,
    text,
  }));
  const rest = {
    upstream: [],
    consultations: [],
    reviewNotes: [],
    queries: [],
    tables: [],
    assignment: [],
  };
  const [found] = await checkEvidence(
    `# T\n\nThe bridge grows by 3 metres in 2027.[^1]\n\n[^1]: plan.pdf${place}: “${quote}”\n`,
    { brief: '', language: 'en', ...rest, sources },
    { slice: createTimeSlice(undefined) },
  );
  return [found?.state, found?.source.location ?? ''];
}

const before = 'Traffic rose. The council intends to widen';
const after = 'the bridge by 3 metres in 2027. Nobody objected.';

// EVI-9
it.each([
  ['without anything between them', [before, after], ''],
  [
    'with heads, feet and numbers',
    [`Plan 2025\n${before}\nPlan 2025 · 1`, `Plan 2025\n${after}`],
    '',
  ],
  [
    'with a word divided over the page',
    [`Traffic rose. The coun-\n1`, `2\ncil intends to widen ${after}`],
    ', page 1',
  ],
  ['with notes below the text', [`${before}\n1 Measured in May.\n2 Estimate.`, after], ', page 2'],
])('finds a quote that runs over the end of a page %s', async (_, texts, place) => {
  expect(await placeOf(texts, { place })).toEqual(['unjudged', 'pages 1-2']);
});

// EVI-9
it('keeps a place that covers the pages of a quote', async () => {
  expect(await placeOf([before, after], { place: ', Seiten 1–2' })).toEqual([
    'unjudged',
    'Seiten 1–2',
  ]);
});

// EVI-9
it('joins no pages that do not follow each other, in another order, or with other words between them', async () => {
  for (const texts of [
    [before, 'Nothing is here.', after],
    [after, before],
    [`${before}\nnobody wants`, after],
  ])
    expect((await placeOf(texts))[0]).toBe('altered');
});

// EVI-9
it('joins slides only where a sentence goes on', async () => {
  expect(await placeOf([before, after], { word: 'slide' })).toEqual(['unjudged', 'slides 1-2']);
  const apart = [`${before}.`, after.replace('the', 'The')];
  expect((await placeOf(apart, { word: 'slide' }))[0]).toBe('altered');
});
