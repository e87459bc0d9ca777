import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';

const text =
  'Revenue was EUR 3.4 million in 12 countries. The firm runs 40 shops and 60 trucks. Prices rose 12 % in May. Volumes fell 5 % in June. EBIT came to −75 thousand euros. The loan matures on 31 March 2027. Margins were 9 % in 2022 and 12 % in 2023.';
const table = '| KPI | 2022 | 2023 |\n|---|---|---|\n| Revenue (EUR m) | 3.4 | 3.9 |\n| Energy (GWh) | 7 | 9 |';
const none = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries: [], tables: [] };

/** Returns the state of the last statement of a sentence with its footnotes. */
async function stateOf(sentence: string, ...notes: string[]): Promise<string | undefined> {
  const definitions = notes.map((note, at) => `[^${at + 1}]: ${note}`).join('\n');
  const sources = [
    { title: 's.md', location: null, text },
    { title: 'k.md', location: null, text: table },
  ];
  const markdown = `# T\n\n${sentence}\n\n${definitions}\n`;
  const material = { brief: '', language: 'en' as const, ...none, sources };
  return (await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) })).at(-1)?.state;
}

it.each([
  [
    'another currency',
    'Revenue was $3.4 million.[^1]',
    'unsupported',
    's.md: “Revenue was EUR 3.4 million in 12 countries.”',
  ],
  [
    'a sum of other things',
    '17 % of customers left.[^1]',
    'altered',
    's.md: “Prices rose 12 % in May. Volumes fell 5 % in June.”',
  ],
  ['a change between other things', 'Sales rose 50 %.[^1]', 'altered', 's.md: “The firm runs 40 shops and 60 trucks.”'],
  ['a count as a percentage', 'Market share is 60 %.[^1]', 'altered', 's.md: “The firm runs 40 shops and 60 trucks.”'],
  [
    'another month',
    'The loan matures on 31 May 2027.[^1]',
    'unsupported',
    's.md: “The loan matures on 31 March 2027.”',
  ],
  [
    'two signs that differ',
    'EBIT was plus 75 thousand euros.[^1]',
    'unsupported',
    's.md: “EBIT came to −75 thousand euros.”',
  ],
  [
    'a scale of the row left out',
    'Revenue was EUR 3.9 in 2023.[^1]',
    'unsupported',
    'k.md: “| Revenue (EUR m) | 3.4 | 3.9 |”',
  ],
  ['another scale of the row', 'Energy use was 9 MWh in 2023.[^1]', 'unsupported', 'k.md: “| Energy (GWh) | 7 | 9 |”'],
  [
    'the scale of the row',
    'Revenue was EUR 3.9 million in 2023.[^1]',
    'unjudged',
    'k.md: “| Revenue (EUR m) | 3.4 | 3.9 |”',
  ],
  ['the words of the source', 'Prices rose 12 % in May.[^1]', 'verified', 's.md: “Prices rose 12 % in May.”'],
])('a value by exact means: %s', async (_, sentence, state, note) => {
  expect(await stateOf(sentence, note)).toBe(state);
});

const margins = 's.md: “Margins were 9 % in 2022 and 12 % in 2023.”';
it.each([
  ['points', 'The margin rose by 3 points.[^2]', 'computed', '= 12 % − 9 % = 3 percentage points; [^1]'],
  ['percent for points', 'The margin rose.[^2]', 'unsupported', '= 12 % − 9 % = 3 %; [^1]'],
  ['another result', 'The margin rose.[^2]', 'altered', '= 12 % − 9 % = 4 percentage points; [^1]'],
  ['a number that stands nowhere', 'It comes to 84.[^2]', 'unsupported', '= 37 + 47 = 84; [^1]'],
  ['an assumed number', 'It comes to 84.[^2]', 'computed', '= 37 (assumed) + 47 (assumed) = 84; [^1]'],
  ['what nobody can read', 'It comes to 84.[^2]', 'altered', '= some of it; [^1]'],
])('a calculation of a footnote: %s', async (_, sentence, state, note) => {
  expect(await stateOf(sentence, margins, note)).toBe(state);
});

it('takes a declared figure for no citation', async () => {
  expect(await stateOf('We propose 120 seats.[^1]', 'Proposal: as many as one room holds')).toBeUndefined();
});
