import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { Cell, EvidenceColumn, EvidenceMaterial, JudgeQuestion } from './material.ts';

const none = {
  brief: '',
  assignment: [],
  upstream: [],
  consultations: [],
  reviewNotes: [],
  queries: [],
  tables: [],
};
const text = (name: string): EvidenceColumn => ({ name, type: 'text', unit: null });
const number = (name: string): EvidenceColumn => ({ name, type: 'number', unit: null });

function queryOf(columns: EvidenceColumn[], rows: Cell[][]): Partial<EvidenceMaterial> {
  return {
    queries: [{ id: 'q1', title: null, sql: 'select 1', resultHash: 'hash', columns, rows }],
  };
}
const sourceOf = (words: string): Partial<EvidenceMaterial> => ({
  sources: [{ title: 's.md', location: null, text: words }],
});

/** Checks a document, and returns the state of each statement and what is asked. */
async function check(body: string, note: string, given: Partial<EvidenceMaterial>) {
  const asked: JudgeQuestion[] = [];
  const found = await checkEvidence(
    `# T\n\n${body}\n\n[^1]: ${note}\n`,
    { language: 'en', sources: [], ...none, ...given },
    {
      judge: async (questions) => {
        asked.push(...questions);
        return questions.map(() => ({ holds: true, reason: '' }));
      },
      slice: createTimeSlice(undefined),
    },
  );
  return {
    states: found.map(({ state }) => state),
    doubts: asked.flatMap(({ doubts }) => doubts.map(({ kind }) => kind)),
  };
}

const mixed =
  '| Region | Sales |\n|---|---|\n| North | EUR 29.7 (181) |\n| South | EUR 12.0 (90) |';

it('a value of a cell of words is that of its own row', async () => {
  const rowOf = (region: string) => `| Region | Sales |\n|---|---|\n| ${region} | EUR 29.7[^1] |`;
  expect((await check(rowOf('South'), 's.md', sourceOf(mixed))).states).toEqual(['unsupported']);
  expect((await check(rowOf('North'), 's.md', sourceOf(mixed))).states).toEqual(['verified']);
});

it('a value that is the label of another row is not that of the column that the row names', async () => {
  const weeks = queryOf(
    [number('week'), number('failures')],
    [
      [15, 90],
      [20, 70],
    ],
  );
  const rowOf = (value: string) => `| Week | Failures |\n|---|---|\n| 20 | ${value}[^1] |`;
  expect((await check(rowOf('15'), 'Query q1, 20: “failures: 70”', weeks)).states).toEqual([
    'unsupported',
  ]);
  expect((await check(rowOf('70'), 'Query q1, 20: “failures: 70”', weeks)).states).toEqual([
    'verified',
  ]);
});

it('a cell that leaves out a factor of a thousand is asked about', async () => {
  const towns = queryOf(
    [text('Town'), number('Residents')],
    [
      ['Jena', 110_000],
      ['Gera', 93_000],
    ],
  );
  const found = await check(
    '| Town | Residents[^1] |\n|---|---|\n| Jena | 110 |',
    'Query q1, Jena: “Residents: 110000”',
    towns,
  );
  expect(found.doubts).toContain('unit');
});

it('"from 2024" sets the period of a sentence', async () => {
  const source = sourceOf('Sales of 2023: EUR 40 million. Staff in 2024: 12.');
  const found = await check(
    'From 2024 sales are EUR 40 million.[^1]',
    's.md: “2023: EUR 40 million”',
    source,
  );
  expect(found.states).toEqual(['unsupported']);
});

it('a row that is another one than that of its value is refuted, also where its label holds the name', async () => {
  const trade = queryOf(
    [text('Country'), number('Sales')],
    [
      ['Germany', 38],
      ['Germany, exports', 47],
    ],
  );
  const found = await check(
    '| Country | Sales |\n|---|---|\n| Germany | 47[^1] |',
    'Query q1, Germany, exports: “Sales: 47”',
    trade,
  );
  expect(found.states).toEqual(['unsupported']);
});

it('cites no number with a comma for a cell of zero', async () => {
  const sales = queryOf([text('Region'), number('Sales')], [['North', 0]]);
  const found = await check('Sales are 0 in the North.[^1]', 'Query q1: “Sales: 12,5”', sales);
  expect(found.states).not.toContain('verified');
  expect(found.states).not.toContain('unjudged');
});

it('a quote that leaves out the unit of two columns means neither of them', async () => {
  const costs = queryOf(
    [text('Region'), number('Cost, EUR'), number('Cost, USD')],
    [['North', 10, 12]],
  );
  const found = await check(
    'The cost is 10 in the North.[^1]',
    'Query q1, North: “Cost: 10”',
    costs,
  );
  expect(found.states).not.toContain('verified');
  const one = queryOf([text('Region'), number('Cost, EUR'), number('Staff')], [['North', 10, 12]]);
  expect(
    (await check('The cost is 10 in the North.[^1]', 'Query q1, North: “Cost: 10”', one)).states,
  ).not.toContain('altered');
});

const twoSources: Partial<EvidenceMaterial> = {
  queries: [
    {
      id: 'q1',
      title: null,
      sql: 'select 1',
      resultHash: 'hash',
      columns: [text('Region'), number('Rent')],
      rows: [['North', 871]],
    },
    {
      id: 'q2',
      title: null,
      sql: 'select 2',
      resultHash: 'hash',
      columns: [text('Region'), number('Staff')],
      rows: [
        ['North', 346],
        ['South', 254],
      ],
    },
  ],
};
const staff = '| Region | Staff |\n|---|---|\n| North | 346 |\n| South | 254 |';

// EVI-11
it.each([
  [
    'the one behind it that speaks of it',
    `The rent is 871.[^1]\n\n${staff}\n\nThe table[^2] shows the staff.`,
  ],
  [
    'the one before it that announces it',
    `The staff is as follows.[^2] The rent is 871.[^1]\n\n${staff}\n\nMore is not known.`,
  ],
  ['a mark in the head of another column', staff.replace('Staff |', 'Staff[^2] |')],
  ['a mark in the first head', staff.replace('Region |', 'Region[^2] |')],
])('takes the source of a table from %s', async (_, body) => {
  const { states } = await check(body, 'Query q1\n[^2]: Query q2', twoSources);
  expect(states.filter((state) => state === 'altered' || state === 'uncited')).toEqual([]);
  const wrong = await check(body.replace('254', '259'), 'Query q1\n[^2]: Query q2', twoSources);
  expect(wrong.states).toContain('altered');
});

// EVI-11
it('lets a row that cites something of its own have its other figures from the source of its table', async () => {
  const body = `The table shows the staff.[^2]\n\n| Region | Rent | Staff |\n|---|---|---|\n| North[^1] | 871 | 346 |`;
  expect((await check(body, 'Query q1\n[^2]: Query q2', twoSources)).states).not.toContain(
    'altered',
  );
  const wrong = await check(body.replace('346', '349'), 'Query q1\n[^2]: Query q2', twoSources);
  expect(wrong.states).toContain('altered');
});

// EVI-31
it.each([
  ['its own column', '6.2', '31', '62', 'verified'],
  ['another column of its row', '31', '31', '62', 'altered'],
  ['another row', '4.8', '31', '62', 'altered'],
  ['a share of two other columns', '50', '31', '62', 'altered'],
])(
  'a cell whose neighbours repeat a column of the source has a value of %s',
  async (_, growth, staff, shops, state) => {
    const towns = queryOf(
      [text('Town'), number('Growth'), number('Staff'), number('Shops')],
      [
        ['Jena', 3.6, 12, 17],
        ['Gera', 4.8, 23, 41],
        ['Suhl', 5.1, 29, 37],
        ['Ulm', 6.2, Number(staff), Number(shops)],
      ],
    );
    const rows = ['Jena[^a] | 3.6', 'Gera[^b] | 4.8', 'Suhl[^c] | 5.1', `Ulm[^1] | ${growth}`];
    const quoteOf = (town: string, value: string) => `Query q1, ${town}: “Growth: ${value}”`;
    const notes = [
      `[^a]: ${quoteOf('Jena', '3.6')}`,
      `[^b]: ${quoteOf('Gera', '4.8')}`,
      `[^c]: ${quoteOf('Suhl', '5.1')}`,
    ];
    const body = `| Town | Change |\n|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n\n${notes.join('\n')}`;
    const { states } = await check(body, quoteOf('Ulm', '6.2'), towns);
    expect(states.at(-1)).toBe(state);
  },
);

// EVI-25
it('prose above a table that excludes something excepts no row from the scale of its heads', async () => {
  const source =
    'Net interest rose by EUR 1.3 billion. Excluding one claim, interest was stable.\n\n' +
    '| Finance | 2025 | 2024 |\n|---|---|---|\n| | EUR m | EUR m |\n| Interest | 2,088 | 1,074 |\n| Rent | 433 | 685 |';
  const { states } = await check(
    'In 2025 interest was EUR 2,088 million.[^1]',
    's.md: “| Interest | 2,088 | 1,074 |”',
    sourceOf(source),
  );
  expect(states).toEqual(['verified']);
});

// EVI-23
it.each([
  ['the year', '19,694', 'verified'],
  ['another year', '20,386', 'unsupported'],
])(
  'a fiscal year has the value of %s of a table whose source counts fiscal years',
  async (_, value, state) => {
    const source =
      'Assets of our fiscal years:\n\n| EUR m | 2019 | 2018 |\n|---|---|---|\n| Assets | 19,694 | 20,386 |\n| Debt | 7,730 | 7,715 |';
    const { states } = await check(
      `Assets of fiscal 2019 were EUR ${value} million.[^1]`,
      's.md: “| Assets | 19,694 | 20,386 |”',
      sourceOf(source),
    );
    expect(states).toEqual([state]);
  },
);

// EVI-4
it('a period behind "below" is what a value is compared with, not its own', async () => {
  const jobs = queryOf(
    [text('Sector'), number('Jobs January 2006'), number('Change, %'), text('Last month')],
    [
      ['Mining', 1_400, -13, '2015-12-01'],
      ['Trade', 1_900, 4, '2015-12-01'],
    ],
  );
  const note = 'Query q1, Mining: “Change, %: -13”';
  expect((await check('Mining stood 13 % below January 2006.[^1]', note, jobs)).states).toEqual([
    'verified',
  ]);
});
