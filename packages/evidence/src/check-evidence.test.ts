import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { EvidenceMaterial, JudgeQuestion } from './material.ts';

const material: EvidenceMaterial = {
  language: 'en',
  brief:
    'Velo wants to open in 3 more cities by 2028. The board does not accept new debt.\n\n## Goals\n\nRaise the margin to 40 %.',
  assignment: ['Growth plan', 'Velo GmbH', 'Market sizing'],
  sources: [
    {
      title: 'survey.pdf',
      location: 'page 1',
      text: 'Of 1,284 buyers, 41.5 % would pay a higher price for an elec-\ntric bike. They can\u2019t wait\u00a0longer than 12 days, the \ufb01rst said.',
    },
    {
      title: 'survey.pdf',
      location: 'page 2',
      text: 'Nobody asked for a smaller bike. Rent rose to €1.2 million.',
    },
    {
      title: 'costs.xlsx',
      location: 'sheet Costs',
      text: 'Item\tQ1\tQ2\nRent\t1,200\t1,350\nWages\t8,400\t9,100',
    },
    {
      title: 'example.org_prices.md',
      location: 'https://example.org/prices',
      text: 'A helmet costs 59.90 euros.',
    },
    {
      title: 'notes.md',
      location: null,
      text: '## Wishes\n\nBuyers say: “We *need* child seats”, [a dealer](x.html) adds.',
    },
  ],
  upstream: [
    {
      taskName: 'Research',
      filename: 'research.md',
      content: '# Research\n\nTwelve dealers left in 2024.[^1]\n',
    },
  ],
  consultations: [
    {
      agentSlug: 'pricing',
      agentName: 'Pricing Strategist',
      question: 'What margin?',
      answer: 'A third is usual here.',
    },
  ],
  reviewNotes: ['Name the three cities in the summary.'],
  queries: [],
  tables: [],
};

/** Returns the state and reason of each citation of a document. */
async function check(markdown: string) {
  const checked = await checkEvidence(markdown, material, { slice: createTimeSlice(undefined) });
  return checked.map(({ state, reason }) => [state, reason]);
}
const cited = (claim: string, definition: string) =>
  check(`# T\n\n${claim}[^1]\n\n[^1]: ${definition}\n`);
const verified = [['verified', null]];

describe('a verified citation', () => {
  it.each([
    ['the brief', 'They open in three more cities.', 'Brief: “open in 3 more cities”'],
    [
      'a section of it',
      'The margin is to reach 40 %.',
      'Brief, section “Goals”: “Raise the margin to 40 %”',
    ],
    [
      'a path of headings',
      'It rises.',
      'Brief, section “Goals: Raise the margin”: “Raise the margin to 40 %”',
    ],
    [
      'a page',
      '41,5% would pay more.',
      'survey.pdf, page 1: “Of 1,284 buyers, 41.5 % would pay a higher price”',
    ],
    ['a page otherwise named', 'Most would not.', 'Survey.pdf, p. 1: "would pay a higher price"'],
    [
      'a word that was hyphenated',
      'Electric.',
      'survey.pdf, page 1: “a higher price for an electric bike”',
    ],
    [
      'straight for curly marks',
      'They hurry.',
      "survey.pdf, page 1: “They can't wait longer than 12 days”",
    ],
    [
      'an ellipsis',
      'Of 1 284 many.',
      'survey.pdf, page 1: “Of 1,284 buyers, […] pay a higher price …”',
    ],
    [
      'an insertion',
      'Many.',
      'survey.pdf, page 1: “[They] would pay a higher price for an electric bike”',
    ],
    ['a scale', 'Rent is €1,200,000.', 'survey.pdf, page 2: “Rent rose to €1.2 million”'],
    ['a row', 'Rent rose from 1.200 to 1 350.', 'costs.xlsx, sheet Costs: “Rent 1,200 1,350”'],
    ['a column', 'In Q2 wages were 9100.', 'costs.xlsx, sheet “Costs”: “Wages | 8,400 | 9,100”'],
    ['an address', 'It costs 59,90.', 'https://example.org/prices: “A helmet costs 59.90 euros.”'],
    [
      'a linked address',
      'It costs 59.90.',
      '[example.org](https://www.example.org/prices/): “A helmet costs 59.90 euros.”',
    ],
    [
      'emphasis and links of the source',
      'Seats.',
      'notes.md, section Wishes: “We need child seats”, “a dealer adds”',
    ],
    [
      'an earlier deliverable',
      'In 2024 12 dealers left.',
      'research.md: “Twelve dealers left in 2024.”',
    ],
    [
      'a colleague',
      'The margin is fair.',
      'Colleague Pricing Strategist: “A third is usual here.”',
    ],
    ['a reviewer', 'Three cities.', 'Reviewer note 1: “Name the three cities in the summary.”'],
    [
      'the form of the offline model',
      'Seats.',
      'Source “notes.md”, section “Wishes”: “We need child seats …”',
    ],
    ['no quote', 'Rent is 1,350.', 'costs.xlsx, sheet Costs'],
    [
      'a calculation',
      'Rent is 1,200 + 1,350 = 2,550 in all.',
      'costs.xlsx, sheet Costs: “Rent 1,200 1,350”',
    ],
    [
      'a rounded figure that says so',
      'About 40 % would.',
      'survey.pdf, page 1: “41.5 % would pay a higher price”',
    ],
    [
      'labels',
      'Phase 2 (see Figure 3, Q4, B2B) starts.',
      'Brief: “The board does not accept new debt”',
    ],
  ])('%s', async (_, claim, definition) => {
    const [[state, reason] = []] = await cited(claim, definition);
    expect([['verified', 'computed', 'unjudged'].includes(state ?? ''), reason]).toEqual([
      true,
      null,
    ]);
  });

  it('a quote without a footnote that some source contains; wording that is proposed', async () => {
    expect(await check('# T\n\nThey say “nobody asked for a smaller bike”.')).toEqual(verified);
    expect(await check('# T\n\nThe slogan is “Ride further with less effort”.')).toEqual([]);
    expect(
      await check(
        '# T\n\nThe “quick win” is none; “Market sizing” is done. `“no code at all here”`',
      ),
    ).toEqual([]);
  });

  it('two sources in one sentence, each for its own words', async () => {
    const markdown = `# T\n\nOf 1,284 buyers[^a] 3 cities[^b] are named. In all:[^a][^b] 1,284 and 3.\n
[^a]: survey.pdf, page 1: “Of 1,284 buyers”\n[^b]: Brief: “open in 3 more cities”\n`;
    expect(await check(markdown)).toEqual(Array.from({ length: 4 }, () => ['unjudged', null]));
  });
});

// CHA-11
it('a chart whose query is not there is a missing source; one that is there, and a block that is no chart, are not', async () => {
  const chart = (query: string) =>
    `\`\`\`chart\n${JSON.stringify({ query, type: 'bar', x: 'a', y: ['b'], title: `Rents of ${query}` })}\n\`\`\`\n\n`;
  const known = {
    id: 'q1',
    title: null,
    sql: 'select 1',
    columns: [],
    rows: [],
    resultHash: 'hash',
  };
  const others =
    '```chart\nnot JSON\n```\n\n> ```chart\n> {"query": "quoted"}\n> ```\n\n```json\n{"query": "code"}\n```\n';
  const markdown = `# T\n\n${chart('q1')}${chart('gone')}${others}`;
  const found = await checkEvidence(
    markdown,
    { ...material, queries: [known] },
    { slice: createTimeSlice(undefined) },
  );
  expect(found).toEqual([
    expect.objectContaining({
      state: 'missing_source',
      claim: 'Rents of gone',
      footnote: null,
      reason: 'no source of this name was given',
      source: { kind: 'query', title: 'Query gone', location: null },
    }),
  ]);
});

describe('a failed citation', () => {
  it.each([
    [
      'a source that nobody gave',
      'It grows.',
      'Gartner, page 3: “It grows fast”',
      'missing_source',
      /no source/,
    ],
    [
      'a section that is not there',
      'So.',
      'Brief, section “Risks”: “Raise the margin”',
      'missing_source',
      /no section Risks/,
    ],
    [
      'a name that is only near',
      'It grows.',
      'survey-2024.pdf: “Of 1,284 buyers”',
      'missing_source',
      /no source/,
    ],
    [
      'a page that is not there',
      'It grows.',
      'survey.pdf, page 9: “Of 1,284 buyers”',
      'missing_source',
      /no page 9/,
    ],
    [
      'a sheet that is not there',
      'It grows.',
      'costs.xlsx, sheet Plan: “Rent 1,200”',
      'missing_source',
      /no sheet Plan/,
    ],
    [
      'an address that is not there',
      'It costs.',
      'https://example.org/fees: “A helmet”',
      'missing_source',
      /no source/,
    ],
    [
      'a colleague who was not asked',
      'So.',
      'Colleague Tax Adviser: “A third is usual”',
      'missing_source',
      /no source/,
    ],
    ['another page', 'It grows.', 'survey.pdf, page 2: “Of 1,284 buyers”', 'altered', /page 1/],
    [
      'another source',
      'It grows.',
      'notes.md: “Of 1,284 buyers”',
      'altered',
      /are in “survey.pdf”/,
    ],
    [
      'a word changed',
      'It grows.',
      'Brief: “The board does not accept old debt”',
      'altered',
      /in these words/,
    ],
    [
      'a negation dropped',
      'It grows.',
      'Brief: “The board does accept new debt”',
      'altered',
      /in these words/,
    ],
    [
      'a word cut in two',
      'It grows.',
      'Brief: “The board does not acc”',
      'altered',
      /in these words/,
    ],
    [
      'a number cut in two',
      'It grows.',
      'survey.pdf, page 2: “Rent rose to €1”',
      'altered',
      /in these words/,
    ],
    [
      'a figure changed',
      '45.1 % would.',
      'survey.pdf, page 1: “41.5 % would pay a higher price”',
      'altered',
      /45\.1 %/,
    ],
    [
      'a scale changed',
      '€1.2 billion.',
      'survey.pdf, page 2: “Rent rose to €1.2 million”',
      'unsupported',
      /1\.2 billion/,
    ],
    ['a year changed', 'By 2029.', 'Brief: “open in 3 more cities by 2028”', 'unsupported', /2029/],
    [
      'a sum that is none',
      '1,200 + 1,350 = 2,950.',
      'costs.xlsx, sheet Costs: “Rent 1,200 1,350”',
      'altered',
      /2,950/,
    ],
    ['a figure of a page that has it not', '77 buyers.', 'survey.pdf, page 2', 'altered', /77/],
  ])('%s', async (_, claim, definition, state, reason) => {
    expect(await cited(claim, definition)).toEqual([[state, expect.stringMatching(reason)]]);
  });

  // PRO-9
  it('a footnote without a definition, an unknown link, a quote from no source', async () => {
    const [link, footnote, quote] = await check(
      '# T\n\nSee [them](https://invented.example/x). It grows[^9]. The survey says “the moon is made of cheese”.',
    );
    expect(link).toEqual(['missing_source', 'this address was not given']);
    expect(footnote?.[0]).toBe('missing_source');
    expect(quote).toEqual(['missing_source', 'no given source contains these words']);
  });

  it('words that the claim quotes and its source lacks, with the nearest words of the source', async () => {
    const [found] = await checkEvidence(
      '# T\n\nThey say “nobody asked for a larger bike”[^1].\n\n[^1]: survey.pdf, page 2: “Nobody asked for a smaller bike”\n',
      material,
      { slice: createTimeSlice(undefined) },
    );
    expect(found).toMatchObject({
      state: 'altered',
      quote: 'nobody asked for a larger bike',
      passage: 'Nobody asked for a smaller bike.',
    });
  });
});

const jobs = {
  id: 'q9',
  title: 'Jobs by sector',
  sql: 'select sector, jobs from t order by jobs desc',
  resultHash: 'hash',
  columns: [
    { name: 'Sector', type: 'text', unit: null },
    { name: 'Jobs', type: 'number', unit: null },
    { name: 'Hours', type: 'number', unit: null },
  ],
  rows: [
    ['Retail', 412, 38],
    ['Health', 305, 36],
    ['Mining', 57, 41],
  ],
} satisfies EvidenceMaterial['queries'][number];

/** Checks a statement with footnotes before a judge who gives one answer to all questions. */
async function ask(text: string, holds: boolean, pleas?: ReadonlyMap<string, string>) {
  const asked: JudgeQuestion[] = [];
  const citations = await checkEvidence(
    `# T\n\n${text}\n`,
    { ...material, queries: [jobs] },
    {
      slice: createTimeSlice(undefined),
      judge: async (questions) => {
        asked.push(...questions);
        return questions.map(() => ({ holds, reason: 'so it is' }));
      },
      ...(pleas ? { pleas } : {}),
    },
  );
  return { asked, citations };
}

describe('a question to the judge', () => {
  const invented =
    'Of 1,284 buyers, 977 would pay more.[^1]\n\n[^1]: survey.pdf, page 1: “Of 1,284 buyers”';

  // EVI-10
  it('asks nobody about a cited statement whose figure its source does not have', async () => {
    const { asked, citations } = await ask(invented, true);
    expect(asked).toEqual([]);
    expect(citations).toMatchObject([{ state: 'altered', reason: expect.stringContaining('977') }]);
  });

  // EVI-6
  it('lists a figure that a judge takes for the text’s own as set by the text', async () => {
    const { citations } = await ask('We plan for 35 people.', true);
    expect(citations).toMatchObject([{ state: 'set_by_text', footnote: null, reason: null }]);
  });

  it('asks whether figures are its own only about statements without a source', async () => {
    const { asked } = await ask('It takes 35 people.', true);
    expect(asked.map((one) => [one.ask, one.figures, one.passages])).toEqual([['own', ['35'], []]]);
  });

  it('shows title, number of rows and neighbours of a row of a query', async () => {
    const { asked } = await ask(
      'Health is the second largest with 305 jobs.[^1]\n\n[^1]: Query q9, Health: “Jobs: 305”',
      true,
    );
    expect(asked[0]?.passages[0]?.words).toMatch(
      /Jobs by sector, 3 rows\nSector \| Jobs.*\nRow 2, cited: Health \| 305.*\nRow 1: Retail \| 412.*\nRow 3: Mining \| 57/,
    );
  });

  it('has no doubt about the row of a value that stands in one cell of what is cited', async () => {
    const { asked } = await ask(
      'The second sector has 305.[^1]\n\n[^1]: Query q9, Health: “Jobs: 305”',
      true,
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]?.doubts).toEqual([{ kind: 'meaning' }]);
  });

  it('shows what the numbers of a calculation are, and what the text declares', async () => {
    const { asked } = await ask(
      `Both need 1,079 people when schools close.[^3][^4]

[^1]: Query q9, Retail: “Jobs: 412”
[^2]: = 412 + 305 = 717; [^1], [^5]
[^3]: = 717 + 362 (assumed) = 1,079; [^2]
[^4]: Assumption: schools close for a week
[^5]: Query q9, Health: “Jobs: 305”`,
      true,
    );
    const words = asked[0]?.passages.map((one) => one.words).join('\n') ?? '';
    expect(words).toMatch(/= 717 \+ 362 \(assumed\) = 1,079\n/);
    expect(words).toMatch(/- \[\^2\] = 412 \+ 305 = 717\n/);
    expect(words).toMatch(/- \[\^1\] Query q9: Sector: Retail; Jobs: 412/);
    expect(words).toContain('set by the author (assumption): schools close for a week');
  });

  it('brings the plea for a sentence that a judge has denied', async () => {
    const claim = 'Nobody asked for a smaller bike, so buyers are content.';
    const text = `${claim}[^1]\n\n[^1]: survey.pdf, page 2: “Nobody asked for a smaller bike”`;
    const { asked, citations } = await ask(text, true, new Map([[claim, 'The survey says so.']]));
    expect(asked.map(({ plea }) => plea)).toEqual(['The survey says so.']);
    expect(citations).toMatchObject([{ state: 'verified' }]);
  });
});

it('a cell without a mark rests on the marks of its row, not on those of the text below', async () => {
  const table = `| Item | Q1 | Q2 | Change |
| --- | --- | --- | --- |
| Rent | 1,200[^1] | 1,350[^1] | 150 |

Nobody asked.[^2]

[^1]: costs.xlsx, sheet Costs: “Rent 1,200 1,350”
[^2]: survey.pdf, page 2: “Nobody asked for a smaller bike”`;
  const { citations } = await ask(table, true);
  expect(citations.map(({ footnote }) => footnote)).not.toContain(null);
  expect(
    citations.filter(({ claim }) => claim.startsWith('Rent')).map(({ footnote }) => footnote),
  ).toEqual(['1']);
});

it('takes a row without a name for that of all rows, which a sentence about single rows may tell', async () => {
  const share = {
    ...jobs,
    id: 'q8',
    title: 'Staff as a share of posts',
    columns: [
      { name: 'Sector', type: 'text', unit: null },
      { name: 'Staff', type: 'number', unit: null },
      { name: 'Posts', type: 'number', unit: null },
      { name: 'Share in %', type: 'number', unit: null },
    ],
    rows: [
      [null, 774, 900, 86],
      ['Retail', 412, 440, 93.6],
      ['Mining', 57, 81, 70.4],
    ],
  } satisfies EvidenceMaterial['queries'][number];
  const text =
    'Staff as a share of posts: 86.0% (774 ÷ 900); highest Retail 93.6%, lowest Mining 70.4%.[^1]';
  const found = await checkEvidence(
    `# T\n\n${text}\n\n[^1]: Query q8\n`,
    { ...material, queries: [share] },
    { slice: createTimeSlice(undefined) },
  );
  expect(found.map(({ state, reason }) => [state, reason])).toEqual([['unjudged', null]]);
});

it('reads the head of a table that says how sure a share is, and a calculation in the scale of its row', async () => {
  const harm = {
    ...jobs,
    id: 'q7',
    title: 'Harm by size',
    columns: [
      { name: 'Size', type: 'text', unit: null },
      { name: 'Harmful', type: 'number', unit: null },
      { name: 'cost, USD', type: 'number', unit: null },
    ],
    rows: [['Large', 327, 26_253_787]],
  } satisfies EvidenceMaterial['queries'][number];
  const table = (head: string[], row: string[]) =>
    [head, head.map(() => '---'), row].map((one) => one.join(' | '));
  const text = [
    ...table(
      ['Size', 'Harmful', 'Share, % (95 % range)', 'Cost, USD million'],
      ['Large[^1]', '327', '–', '26.3'],
    ),
    '',
    'The rent is told once more.',
    '',
    ...table(['What', 'Per year'], ['Rent (€ thousand)[^2]', '600']),
  ];
  const notes = [
    '[^1]: Query q7, Large: “Harmful: 327”',
    '[^2]: = 1,200,000 / 1,000 / 2 (assumed) = 600; [^3]',
  ];
  const rent = '[^3]: survey.pdf, page 2: “Rent rose to €1.2 million”';
  const found = await checkEvidence(
    ['# T', '', ...text, '', ...notes, rent, ''].join('\n'),
    { ...material, queries: [harm] },
    { slice: createTimeSlice(undefined) },
  );
  expect(found.map(({ state, reason }) => [state, reason])).toEqual([
    ['verified', null],
    ['computed', null],
    ['verified', null],
  ]);
});

it('one footnote may name the rows of two queries that have the same label', async () => {
  const queryOf = (
    id: string,
    name: string,
    value: number,
  ): EvidenceMaterial['queries'][number] => ({
    id,
    title: null,
    sql: 'select 1',
    resultHash: 'hash',
    columns: [
      { name: 'choice', type: 'text', unit: null },
      { name, type: 'number', unit: null },
    ],
    rows: [
      ['none', value],
      ['one', value + 1],
    ],
  });
  const queries = [queryOf('q5cash', 'cash', 420), queryOf('q6limit', 'limit', 33)];
  const markdown =
    '# T\n\nCash is 420 and the limit 33.[^1]\n\n[^1]: Query q5cash, none: “cash: 420”; Query q6limit, none: “limit: 33”';
  const found = await checkEvidence(
    markdown,
    { ...material, queries },
    { slice: createTimeSlice(undefined) },
  );
  expect(found.map(({ reason }) => reason)).toEqual([null]);
});

it('a cell may leave out the scale that the words above its table give', async () => {
  const query: EvidenceMaterial['queries'][number] = {
    id: 'q7cash',
    title: null,
    sql: 'select 1',
    resultHash: 'hash',
    columns: [
      { name: 'choice', type: 'text', unit: null },
      { name: 'cash_usd', type: 'number', unit: null },
    ],
    rows: [
      ['none', -646_000],
      ['one', -1_453_000],
    ],
  };
  const markdown = `# T

The table shows the lowest cash, in USD million.

| Choice | Cash |
| --- | --- |
| None[^1] | −0.6 |

[^1]: Query q7cash, none: “cash_usd: -646000”`;
  const found = await checkEvidence(
    markdown,
    { ...material, queries: [query] },
    { slice: createTimeSlice(undefined) },
  );
  expect(found.map(({ reason }) => reason)).toEqual([null]);
});

it('a Japanese head that holds the name of another column in a longer word is no other column', async () => {
  const lives: EvidenceMaterial['queries'][number] = {
    id: 'q9',
    title: null,
    sql: 'select 1',
    resultHash: 'hash',
    columns: ['国', '寿命', '見積りとの差年'].map((name, index) => ({
      name,
      type: index === 0 ? ('text' as const) : ('number' as const),
      unit: null,
    })),
    rows: [
      ['China', 76.9, 3.4],
      ['Brazil', 75.6, 1.3],
    ],
  };
  const tableOf = (head: string, value: string) =>
    `# T\n\n| 国 | ${head} |\n| --- | --- |\n| China[^1] | ${value} |\n\n[^1]: Query q9, China: “寿命: 76.9”, “見積りとの差年: 3.4”`;
  const check = async (markdown: string) => {
    const given = { ...material, language: 'ja' as const, queries: [lives] };
    return (await checkEvidence(markdown, given, { slice: createTimeSlice(undefined) })).map(
      ({ state }) => state,
    );
  };
  expect(await check(tableOf('所得から見積もる寿命との差(年)', '+3.4'))).not.toContain(
    'unsupported',
  );
  expect(await check(tableOf('寿命(年)', '3.4'))).toEqual(['unsupported']);
});

it('the head of a share names its whole, which is no other column', async () => {
  const shares: EvidenceMaterial['queries'][number] = {
    id: 'q8',
    title: null,
    sql: 'select 1',
    resultHash: 'hash',
    columns: ['Size', 'Reports', 'Damaged, % of reports', 'Share, %'].map((name, index) => ({
      name,
      type: index === 0 ? ('text' as const) : ('number' as const),
      unit: null,
    })),
    rows: [
      ['Large', 744, 44.1, 30.8],
      ['Small', 4910, 4.3, 20.1],
    ],
  };
  const markdown = `# T

| Size | Reported | With damage, % of reports | Share, % |
| --- | --- | --- | --- |
| Large[^1] | 744 | 44.1 | 30.8 |

[^1]: Query q8, Large: “Reports: 744”, “Damaged, % of reports: 44.1”, “Share, %: 30.8”`;
  const found = await checkEvidence(
    markdown,
    { ...material, queries: [shares] },
    { slice: createTimeSlice(undefined) },
  );
  expect(found.map(({ reason }) => reason)).toEqual([null]);
});

it('takes sums within a calculation for its results, and a cell without the scale of its calculation for the same', async () => {
  const text = [
    'Over all 24 months it is 25 %.[^1]',
    '',
    'What | Free',
    '--- | ---',
    'Usual[^2] | 1.4',
    '',
    '[^1]: = 6 (assumed) / (14 (assumed) + 10 (assumed)) × 100 % = 25 %',
    '[^2]: = 1.2 EUR million + 0.2 EUR million (assumed) = 1.4 EUR million; [^3]',
    '[^3]: survey.pdf, page 2: “Rent rose to €1.2 million”',
  ].join('\n');
  const found = await checkEvidence(`# T\n\n${text}\n`, material, {
    slice: createTimeSlice(undefined),
  });
  expect(found.map(({ state, reason }) => [state, reason])).toEqual([
    ['computed', null],
    ['computed', null],
    ['verified', null],
  ]);
});

it('asks about a row once, with the footnotes of all its cells and what the sentence above its table declares', async () => {
  const table = `All of it is assumed to hold for 2027.[^4]

| Sector | Manpower | Time | Why |
| --- | --- | --- | --- |
| The mines | 57[^1] | 41[^2] | few[^3] |

[^1]: Query q9, Mining: “Jobs: 57”
[^2]: Query q9, Mining: “Hours: 41”
[^3]: survey.pdf, page 2: “Nobody asked for a smaller bike”
[^4]: Assumption: the year is like the last`;
  const { asked, citations } = await ask(table, false);
  const rows = asked.filter(({ statement }) => statement.includes('The mines'));
  expect(rows).toHaveLength(1);
  const words = rows[0]?.passages.map((one) => one.words).join('\n') ?? '';
  expect(words).toContain('Nobody asked for a smaller bike');
  expect(words).toContain('the year is like the last');
  expect(new Set(rows[0]?.doubts.map((doubt) => JSON.stringify(doubt))).size).toBe(
    rows[0]?.doubts.length,
  );
  expect(
    citations
      .filter(({ footnote }) => footnote === '1' || footnote === '2')
      .map(({ state }) => state),
  ).toEqual(['unsupported', 'unsupported']);
});

it('tells the doubt about a unit that the head of the table names and the source leaves out', async () => {
  const table = `| Sector | Rent, EUR |
| --- | --- |
| Retail | 412[^1] |

[^1]: Query q9, Retail: “Jobs: 412”`;
  const { asked } = await ask(table, true);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.doubts.map(({ kind }) => kind)).toEqual(['unit']);
});

it('asks about the cells of a row but for those that its sources do not have', async () => {
  const table = `| Sector | Rent, EUR | Hours |
| --- | --- | --- |
| The mines | 57[^1] | 99[^2] |

[^1]: Query q9, Mining: “Jobs: 57”
[^2]: Query q9, Mining: “Hours: 41”`;
  const { asked, citations } = await ask(table, false);
  expect(asked.map(({ figures }) => figures)).toEqual([[]]);
  expect(citations.map(({ footnote, reason }) => [footnote, reason])).toEqual([
    ['1', expect.stringContaining('so it is')],
    ['2', expect.stringContaining('99')],
  ]);
});

it('shows under a calculation only what that calculation names, and no footnote twice', async () => {
  const { asked } = await ask(
    `Both sectors need many people, as 717 and 3.3 show.[^2][^3]

[^1]: Query q9, Retail: “Jobs: 412”
[^2]: = 412 + 305 = 717; [^1], [^4]
[^3]: = 57 × 41 / 717 = 3.3; [^2], [^5]
[^4]: Query q9, Health: “Jobs: 305”
[^5]: Query q9, Mining: “Jobs: 57; Hours: 41”`,
    true,
  );
  const words = (label: string) =>
    asked[0]?.passages.find(({ source }) => source === label)?.words ?? '';
  expect(words('[^2]')).toMatch(/Jobs: 412[\s\S]*Jobs: 305/);
  expect(words('[^3]')).not.toMatch(/Jobs: 412|Jobs: 305/);
  expect(words('[^3]')).toMatch(/- \[\^2\]\n- \[\^5\] .*Jobs: 57/);
});

// EVI-10
it.each([
  ['a number that stands in no named footnote', '= 8,400 + 1,377 = 9,777; [^2]'],
  ['another result', '= 8,400 + 9,100 = 9,777; [^2]'],
  [
    'numbers that stand nowhere before another result',
    '= 4 × 1,377 = 5,508; = 8,400 + 9,100 = 9,777; [^2]',
  ],
  ['two currencies', '= 8,400 EUR + 9,100 USD = 9,777; [^2]'],
  ['a date that stands nowhere', '= 1 May 2031 + 2 months = 9 August 2031; [^2]'],
])('brings no plea for a calculation with %s', async (_, calculation) => {
  const claim = 'Rent and wages come to 9,777.';
  const text = `${claim}[^1]\n\n[^1]: ${calculation}\n[^2]: costs.xlsx, sheet Costs: “Wages 8,400 9,100”`;
  const { asked, citations } = await ask(text, true, new Map([[claim, 'It is right.']]));
  expect(asked).toEqual([]);
  expect(['altered', 'unsupported']).toContain(citations[0]?.state);
});

const ownFigures = (asked: readonly JudgeQuestion[]) =>
  asked.filter((one) => one.ask === 'own').flatMap(({ figures }) => figures);

it('asks in the opening about numbered sentences too, and not about figures that the body proves', async () => {
  const text = `The rent rose by 150, and it takes 35 days.

1. Sales fell by 37 % in 2025.

## Body

Rent rose by 150.[^1] Rent rose by 9,777.[^1]

1. We hire 66 people.

[^1]: costs.xlsx, sheet Costs: “Rent 1,200 1,350”`;
  const { asked } = await ask(text, true);
  expect(ownFigures(asked)).toEqual(['35 days', '37 %', '66']);
  const open = await check('# T\n\n1. Sales fell by 37 % in 2025.\n\n## Body\n\nNobody asked.\n');
  expect(open).toEqual([['uncited', expect.stringContaining('37 %')]]);
});

it('asks in the opening about a figure that the body refutes', async () => {
  const text = `Rent is €1.4 million.

## Body

Rent is €1.4 million.[^1]

[^1]: survey.pdf, page 2: “Rent rose to €1.2 million”`;
  expect(ownFigures((await ask(text, false)).asked)).toEqual(['1.4 million']);
});

it('does not ask about a figure that a declaration of the same paragraph carries', async () => {
  const { asked } = await ask(
    'The quake would cost 11 million. We count it whole.[^1]\n\n[^1]: Assumption: 11 million EUR, by its deaths',
    true,
  );
  expect(asked.filter((one) => one.ask === 'own').flatMap(({ figures }) => figures)).toEqual([]);
});

it('asks about a count that has the number of an amount which another sentence of the paragraph calculates', async () => {
  const calculation = (result: string) =>
    `The tour needs 60 trucks. A stop costs ${result}.[^3]\n\n[^3]: = 30 (assumed) × 2 EUR (assumed) = ${result}`;
  expect(ownFigures((await ask(calculation('EUR 60'), true)).asked)).toEqual(['60']);
});
