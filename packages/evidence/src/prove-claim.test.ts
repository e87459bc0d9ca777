import type { Citation } from '@ecp/contract/values/citations';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { Judge } from './material.ts';

const text =
  'Revenue was EUR 3.4 million in 12 countries. The firm runs 40 shops and 60 trucks. Prices rose 12 % in May. Volumes fell 5 % in June. EBIT came to −75 thousand euros. The loan matures on 31 March 2027. Margins were 9 % in 2022 and 12 % in 2023. Grants were EUR 96,000.';
const table =
  '| KPI | 2022 | 2023 |\n|---|---|---|\n| Revenue (EUR m) | 3.4 | 3.9 |\n| Energy (GWh) | 7 | 9 |';
const none = {
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
};

const boats = '| Sold | 2022 | 2023 | 2024 |\n|---|---|---|---|\n| Boats | 120 | 150 | 310 |';

/**
 * Returns the state of a sentence's last footnote. Footnotes that only this one names have entries
 * after it.
 */
async function stateOf(sentence: string, ...notes: string[]): Promise<string | undefined> {
  const citations = await citationsOf(sentence, notes);
  const lastMark = /\[\^(\d+)\]$/.exec(sentence)?.[1];
  return citations.findLast(({ footnote }) => footnote === lastMark)?.state;
}

const statesOf = async (sentences: string, ...notes: string[]): Promise<string[]> =>
  (await citationsOf(sentences, notes)).map(({ state }) => state);

async function citationsOf(sentence: string, notes: readonly string[]): Promise<Citation[]> {
  const definitions = notes.map((note, at) => `[^${at + 1}]: ${note}`).join('\n');
  const sources = [
    { title: 's.md', location: null, text },
    { title: 'k.md', location: null, text: table },
    { title: 'u.md', location: null, text: boats },
    {
      title: 'v.md',
      location: null,
      text: 'The correlation is −0.09 for floods and −0.21 for heat.',
    },
  ];
  const markdown = `# T\n\n${sentence}\n\n${definitions}\n`;
  const material = { brief: '', language: 'en' as const, ...none, sources };
  return await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
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
  [
    'a change between other things',
    'Sales rose 50 %.[^1]',
    'altered',
    's.md: “The firm runs 40 shops and 60 trucks.”',
  ],
  [
    'a count as a percentage',
    'Market share is 60 %.[^1]',
    'altered',
    's.md: “The firm runs 40 shops and 60 trucks.”',
  ],
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
  [
    'another scale of the row',
    'Energy use was 9 MWh in 2023.[^1]',
    'unsupported',
    'k.md: “| Energy (GWh) | 7 | 9 |”',
  ],
  [
    'the scale of the row',
    'Revenue was EUR 3.9 million in 2023.[^1]',
    'unjudged',
    'k.md: “| Revenue (EUR m) | 3.4 | 3.9 |”',
  ],
  [
    'the words of the source',
    'Prices rose 12 % in May.[^1]',
    'verified',
    's.md: “Prices rose 12 % in May.”',
  ],
])('a value by exact means: %s', async (_, sentence, state, note) => {
  expect(await stateOf(sentence, note)).toBe(state);
});

const margins = 's.md: “Margins were 9 % in 2022 and 12 % in 2023.”';
it.each([
  [
    'points',
    'The margin rose by 3 points.[^2]',
    'computed',
    '= 12 % − 9 % = 3 percentage points; [^1]',
  ],
  ['percent for points', 'The margin rose.[^2]', 'unsupported', '= 12 % − 9 % = 3 %; [^1]'],
  ['another result', 'The margin rose.[^2]', 'altered', '= 12 % − 9 % = 4 percentage points; [^1]'],
  ['a number that stands nowhere', 'It comes to 84.[^2]', 'unsupported', '= 37 + 47 = 84; [^1]'],
  [
    'an assumed number',
    'It comes to 84.[^2]',
    'computed',
    '= 37 (assumed) + 47 (assumed) = 84; [^1]',
  ],
  ['what nobody can read', 'It comes to 84.[^2]', 'altered', '= some of it; [^1]'],
])('a calculation of a footnote: %s', async (_, sentence, state, note) => {
  expect(await stateOf(sentence, margins, note)).toBe(state);
});

const scaled = ['k.md: “| Revenue (EUR m) | 3.4 | 3.9 |”', 's.md: “Grants were EUR 96,000.”'];
// EVI-26
it.each([
  ['left out', 'computed', '= 3.9 + 96,000 = 3,996,000'],
  ['written out', 'computed', '= 3.9 × 1,000,000 + 96,000 = 3,996,000'],
  ['passed over', 'altered', '= 3.9 + 96,000 = 96,003.9'],
])('a scale that a head names and a calculation has: %s', async (_, state, calculation) => {
  const sentence = 'The result stands in the note.[^3]';
  expect(await stateOf(sentence, ...scaled, `${calculation}; [^1], [^2]`)).toBe(state);
});

// EVI-3
it.each([
  ['the part of one in the sum of both', 'Two in five sites are shops.[^1]', 'unjudged'],
  ['no part of either', 'One in four sites is a shop.[^1]', 'altered'],
  ['the quotient of both', 'The ratio is 3:2.[^1]', 'unjudged'],
  ['no quotient of both', 'The ratio is 5:2.[^1]', 'altered'],
])('a share or ratio of two cited counts: %s', async (_, sentence, state) => {
  expect(await stateOf(sentence, 's.md: “The firm runs 40 shops and 60 trucks.”')).toBe(state);
});

// EVI-6
it('lists a declared figure as set by the text', async () => {
  expect(await stateOf('We propose 120 seats.[^1]', 'Proposal: as many as one room holds')).toBe(
    'set_by_text',
  );
});

// EVI-27
it.each([
  [
    'the value of its words',
    'We stop at 8 %.[^1]',
    ['Proposal: 8 %, the lowest limit tried'],
    'set_by_text',
  ],
  [
    'another value than its words',
    'We stop at 9 %.[^1]',
    ['Proposal: 8 %, the lowest limit tried'],
    'altered',
  ],
  [
    'a bound of its range',
    'It costs EUR 70,000.[^1]',
    ['Assumption: EUR 50,000 to 70,000'],
    'set_by_text',
  ],
  [
    'a value outside its range',
    'It costs EUR 72,000.[^1]',
    ['Assumption: EUR 50,000 to 70,000'],
    'altered',
  ],
  [
    'what its words measure per day',
    'It costs EUR 60,000.[^1]',
    ['Assumption: at EUR 2,000 a day'],
    'set_by_text',
  ],
  [
    'a value of a statement that cites a source too',
    'Of 40 shops, 10 % close.[^2][^1]',
    ['s.md: “The firm runs 40 shops and 60 trucks.”', 'Proposal: 10 %, the oldest ones'],
    'unjudged',
  ],
  [
    'no value that the cited source tells otherwise',
    'We close 10 % of the 48 shops.[^2][^1]',
    ['s.md: “The firm runs 40 shops and 60 trucks.”', 'Proposal: 10 %, the oldest ones'],
    'altered',
  ],
])('a declaration sets %s', async (_, sentence, notes, state) => {
  expect(await stateOf(sentence, ...notes)).toBe(state);
});

// EVI-27
it.each([
  ['a year that plans name', 'We open in 2031.[^1]', 'Proposal: after the lease', 'set_by_text'],
  [
    'a number that no plan names as a year',
    'We open in 2431.[^1]',
    'Proposal: after the lease',
    'altered',
  ],
  ['a number of the words', 'We print 2431.[^1]', 'Proposal: 2431 copies', 'set_by_text'],
])('a bare number of four digits over a declaration: %s', async (_, sentence, note, state) => {
  expect(await stateOf(sentence, note)).toBe(state);
});

// EVI-30
it.each([
  ['the same thing', 'Prices rose 12 % in May.[^1] For prices, 12 % is much.[^2]', 'unjudged'],
  ['another thing', 'Prices rose 12 % in May.[^1] Of the shops, 12 % closed.[^2]', 'altered'],
])('a value that the paper proves of %s', async (_, sentences, state) => {
  const notes = [
    's.md: “Prices rose 12 % in May.”',
    's.md: “The firm runs 40 shops and 60 trucks.”',
  ];
  expect(await stateOf(sentences, ...notes)).toBe(state);
});

// EVI-30
it('a change of several years that the paper proves does not prove the same change of one year', async () => {
  const notes = ['u.md: “| Boats | 120 | 150 | 310 |”'];
  const sentences = 'Boats rose by 158 % from 2022 to 2024.[^1] Boats rose by 158 % in 2024.[^1]';
  expect(await statesOf(sentences, ...notes)).toEqual(['computed', 'altered']);
});

// EVI-21
it('a quotient of two values below zero has no minus', async () => {
  const note = 'v.md: “The correlation is −0.09 for floods and −0.21 for heat”';
  expect(await stateOf('The correlation is −0.43 for storms.[^1]', note)).toBe('altered');
});

// EVI-29
it.each([
  ['a day of the calendar', 'We open on 30 April 2027.[^1]', 'set_by_text'],
  ['a day that no calendar has', 'We open on 31 April 2027.[^1]', 'altered'],
])('a declared date: %s', async (_, sentence, state) => {
  expect(await stateOf(sentence, 'Proposal: before the lease of 1 June 2027 begins')).toBe(state);
});

// EVI-28
it.each([
  ['the quoted row', 'The south sold 410 boats.[^1]', 'south: “sold: 410”', true],
  ['another row', 'The south sold 520 boats.[^1]', 'south: “sold: 410”', false],
  ['another column', 'The south sold 7 % of boats.[^1]', 'south: “sold: 410”', false],
  [
    'several rows',
    'Sold were 520 and 410 boats.[^1]',
    'north and south: “sold: 520 and 410”',
    true,
  ],
])('a value of a result whose row is quoted: %s', async (_, sentence, place, isHeld) => {
  const columns = (['region', 'sold', 'share'] as const).map((name) => {
    return { name, type: name === 'region' ? ('text' as const) : ('number' as const), unit: null };
  });
  const rows = [
    ['north', 520, 11],
    ['south', 410, 7],
    ['west', 390, 2],
  ];
  const query = { id: 'boats', title: 'Boats', sql: 'select', columns, rows, resultHash: '' };
  const material = { brief: '', language: 'en' as const, ...none, sources: [], queries: [query] };
  const affirm: Judge = async (questions) => questions.map(() => ({ holds: true, reason: '' }));
  const markdown = `# T\n\n${sentence}\n\n[^1]: Query boats, ${place}\n`;
  const citations = await checkEvidence(markdown, material, {
    slice: createTimeSlice(undefined),
    judge: affirm,
  });
  expect(citations.at(-1)?.state === 'verified').toBe(isHeld);
});

it.each([
  [
    'The table has 24 makers.[^1]',
    'rows.csv',
    { kind: 'countOfRows', figure: '24', found: 'rows.csv' },
  ],
  [
    'Revenue grew over a 3 year period.[^1]',
    'years.csv: “| Revenue | 340 | 390 | 410 |”',
    { kind: 'countOfYears', figure: '3 year', found: '2022, 2023, 2024' },
  ],
])(
  'asks whether a statement counts the rows of a table, or the years of a row: %s',
  async (sentence, note, doubt) => {
    const asked: unknown[] = [];
    const judge: Judge = async (questions) => {
      asked.push(...questions.flatMap(({ doubts }) => doubts));
      return questions.map(() => ({ holds: true, reason: '' }));
    };
    const sources = [
      {
        title: 'rows.csv',
        location: null,
        text: `| Maker | Boats |\n|---|---|${'\n| Abel | 7 |'.repeat(24)}`,
      },
      {
        title: 'years.csv',
        location: null,
        text: '| KPI | 2022 | 2023 | 2024 |\n|---|---|---|---|\n| Revenue | 340 | 390 | 410 |',
      },
    ];
    const material = { brief: '', language: 'en' as const, ...none, sources };
    const markdown = `# T\n\n${sentence}\n\n[^1]: ${note}\n`;
    await checkEvidence(markdown, material, { slice: createTimeSlice(undefined), judge });
    expect(asked).toContainEqual(doubt);
  },
);

describe('a row of a query whose columns differ by their unit alone', () => {
  const number = (name: string, unit: string) => ({ name, type: 'number' as const, unit });
  const query = {
    id: 'q7k2m9x1',
    title: 'Change',
    sql: 'select 1',
    resultHash: 'x',
    columns: [
      { name: 'Line', type: 'text' as const, unit: null },
      number('Stock (EUR 000)', 'EUR 000'),
      number('Idle (EUR 000)', 'EUR 000'),
      number('Idle (%)', '%'),
      number('Change', 'EUR'),
      number('Change', '%'),
    ],
    rows: [
      ['Cheese', 6_400, 1_728, 27, -740_000, -8.1],
      ['Drinks', 2_100, 609, 29, 130_000, 3.1],
    ],
  };
  const whole =
    'Query q7k2m9x1, Cheese: “Stock (EUR 000): 6400; Idle (EUR 000): 1728; Idle (%): 27”';

  it.each<['de' | 'en', string, string, string]>([
    [
      'en',
      'Cheese lost EUR 740,000.',
      'Query q7k2m9x1, Cheese: “Change (EUR): -740000; Change (%): -8.1”',
      'unjudged',
    ],
    [
      'de',
      'Käse verliert 740 T€.',
      'Query q7k2m9x1, Cheese: “Change (EUR): -740000; Change (%): -8.1”',
      'unjudged',
    ],
    ['en', 'Drinks gained 3.1 %.', 'Query q7k2m9x1, Drinks: “Change: 3.1”', 'unjudged'],
    ['en', 'Drinks gained 3.1 %.', 'Query q7k2m9x1, Drinks: “Change (EUR): 3.1”', 'altered'],
    ['en', 'In all, EUR 1,728 thousand of EUR 6,400 thousand is idle.', whole, 'unjudged'],
    ['de', 'Von 6.400 T€ Käse liegen 1.728 T€ still.', whole, 'unjudged'],
  ])(
    'has the one with the unit or the value of the quote (%s): %s',
    async (language, sentence, note, state) => {
      const material = { brief: '', ...none, language, sources: [], queries: [query] };
      const markdown = `# T\n\n${sentence}[^1]\n\n[^1]: ${note}\n`;
      const checked = await checkEvidence(markdown, material, {
        slice: createTimeSlice(undefined),
      });
      expect(checked.map((one) => one.state)).toEqual([state]);
    },
  );
});

it.each<['de' | 'en', string, string]>([
  [
    'de',
    'rund −470 T€ je Jahr wie 2024',
    '= 912 T€ (angenommen) × 52 % (angenommen) = 474.240 EUR',
  ],
  [
    'en',
    'about −EUR 470 thousand a year as in 2024',
    '= EUR 912,000 (assumed) × 52 % (assumed) = EUR 474,240',
  ],
])(
  'a cell shows a rounded result among words with another number (%s)',
  async (language, cell, note) => {
    const material = { brief: '', ...none, language, sources: [] };
    const markdown = `# T\n\n| Option | Result |\n| --- | --- |\n| Wait[^1] | ${cell} |\n\n[^1]: ${note}\n`;
    const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
    expect(checked.map((one) => one.state)).toEqual(['computed']);
  },
);
