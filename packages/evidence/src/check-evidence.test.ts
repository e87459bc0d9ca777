import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { EvidenceMaterial } from './material.ts';

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
    { taskName: 'Research', filename: 'research.md', content: '# Research\n\nTwelve dealers left in 2024.[^1]\n' },
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
const cited = (claim: string, definition: string) => check(`# T\n\n${claim}[^1]\n\n[^1]: ${definition}\n`);
const verified = [['verified', null]];

describe('a verified citation', () => {
  it.each([
    ['the brief', 'They open in three more cities.', 'Brief: “open in 3 more cities”'],
    ['a section of it', 'The margin is to reach 40 %.', 'Brief, section “Goals”: “Raise the margin to 40 %”'],
    ['a path of headings', 'It rises.', 'Brief, section “Goals: Raise the margin”: “Raise the margin to 40 %”'],
    ['a page', '41,5% would pay more.', 'survey.pdf, page 1: “Of 1,284 buyers, 41.5 % would pay a higher price”'],
    ['a page otherwise named', 'Most would not.', 'Survey.pdf, p. 1: "would pay a higher price"'],
    ['a word that was hyphenated', 'Electric.', 'survey.pdf, page 1: “a higher price for an electric bike”'],
    ['straight for curly marks', 'They hurry.', "survey.pdf, page 1: “They can't wait longer than 12 days”"],
    ['an ellipsis', 'Of 1 284 many.', 'survey.pdf, page 1: “Of 1,284 buyers, […] pay a higher price …”'],
    ['an insertion', 'Many.', 'survey.pdf, page 1: “[They] would pay a higher price for an electric bike”'],
    ['a scale', 'Rent is €1,200,000.', 'survey.pdf, page 2: “Rent rose to €1.2 million”'],
    ['a row', 'Rent rose from 1.200 to 1 350.', 'costs.xlsx, sheet Costs: “Rent 1,200 1,350”'],
    ['a column', 'In Q2 wages were 9100.', 'costs.xlsx, sheet “Costs”: “Wages | 8,400 | 9,100”'],
    ['an address', 'It costs 59,90.', 'https://example.org/prices: “A helmet costs 59.90 euros.”'],
    [
      'a linked address',
      'It costs 59.90.',
      '[example.org](https://www.example.org/prices/): “A helmet costs 59.90 euros.”',
    ],
    ['emphasis and links of the source', 'Seats.', 'notes.md, section Wishes: “We need child seats”, “a dealer adds”'],
    ['an earlier deliverable', 'In 2024 12 dealers left.', 'research.md: “Twelve dealers left in 2024.”'],
    ['a colleague', 'The margin is fair.', 'Colleague Pricing Strategist: “A third is usual here.”'],
    ['a reviewer', 'Three cities.', 'Reviewer note 1: “Name the three cities in the summary.”'],
    ['the form of the offline model', 'Seats.', 'Source “notes.md”, section “Wishes”: “We need child seats …”'],
    ['no quote', 'Rent is 1,350.', 'costs.xlsx, sheet Costs'],
    ['a calculation', 'Rent is 1,200 + 1,350 = 2,550 in all.', 'costs.xlsx, sheet Costs: “Rent 1,200 1,350”'],
    ['an estimate', 'From 1,350 a quarter we estimate 5,600 a year.', 'costs.xlsx, sheet Costs: “Rent 1,200 1,350”'],
    ['a rounded figure that says so', 'About 40 % would.', 'survey.pdf, page 1: “41.5 % would pay a higher price”'],
    ['labels', 'Phase 2 (see Figure 3, Q4, B2B) starts.', 'Brief: “The board does not accept new debt”'],
  ])('%s', async (_, claim, definition) => {
    const [[state, reason] = []] = await cited(claim, definition);
    expect([['verified', 'computed'].includes(state ?? ''), reason]).toEqual([true, null]);
  });

  it('a quote without a footnote that some source contains; wording that is proposed', async () => {
    expect(await check('# T\n\nThey say “nobody asked for a smaller bike”.')).toEqual(verified);
    expect(await check('# T\n\nThe slogan is “Ride further with less effort”.')).toEqual([]);
    expect(await check('# T\n\nThe “quick win” is none; “Market sizing” is done. `“no code at all here”`')).toEqual([]);
  });

  it('two sources in one sentence, each for its own words', async () => {
    const markdown = `# T\n\nOf 1,284 buyers[^a] 3 cities[^b] are named. In all:[^a][^b] 1,284 and 3.\n
[^a]: survey.pdf, page 1: “Of 1,284 buyers”\n[^b]: Brief: “open in 3 more cities”\n`;
    expect(await check(markdown)).toEqual([...verified, ...verified, ...verified, ...verified]);
  });
});

// CHA-11
it('a chart whose query is not there is a missing source; one that is there, and a block that is no chart, are not', async () => {
  const chart = (query: string) =>
    `\`\`\`chart\n${JSON.stringify({ query, type: 'bar', x: 'a', y: ['b'], title: `Rents of ${query}` })}\n\`\`\`\n\n`;
  const known = { id: 'q1', title: null, sql: 'select 1', columns: [], rows: [], resultHash: 'hash' };
  const others =
    '```chart\nnot JSON\n```\n\n> ```chart\n> {"query": "quoted"}\n> ```\n\n```json\n{"query": "code"}\n```\n';
  const markdown = `# T\n\n${chart('q1')}${chart('gone')}${others}`;
  const found = await checkEvidence(markdown, { ...material, queries: [known] }, { slice: createTimeSlice(undefined) });
  expect(found).toEqual([
    expect.objectContaining({
      ...{
        state: 'missing_source',
        claim: 'Rents of gone',
        footnote: null,
        reason: 'no source of this name was given',
      },
      source: { kind: 'query', title: 'Query gone', location: null },
    }),
  ]);
});

describe('a failed citation', () => {
  it.each([
    ['a source that nobody gave', 'It grows.', 'Gartner, page 3: “It grows fast”', 'missing_source', /no source/],
    [
      'a section that is not there',
      'So.',
      'Brief, section “Risks”: “Raise the margin”',
      'missing_source',
      /no section Risks/,
    ],
    ['a name that is only near', 'It grows.', 'survey-2024.pdf: “Of 1,284 buyers”', 'missing_source', /no source/],
    ['a page that is not there', 'It grows.', 'survey.pdf, page 9: “Of 1,284 buyers”', 'missing_source', /no page 9/],
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
    ['another source', 'It grows.', 'notes.md: “Of 1,284 buyers”', 'altered', /are in “survey.pdf”/],
    ['a word changed', 'It grows.', 'Brief: “The board does not accept old debt”', 'altered', /in these words/],
    ['a negation dropped', 'It grows.', 'Brief: “The board does accept new debt”', 'altered', /in these words/],
    ['a word cut in two', 'It grows.', 'Brief: “The board does not acc”', 'altered', /in these words/],
    ['a number cut in two', 'It grows.', 'survey.pdf, page 2: “Rent rose to €1”', 'altered', /in these words/],
    [
      'a figure changed',
      '45.1 % would.',
      'survey.pdf, page 1: “41.5 % would pay a higher price”',
      'altered',
      /45\.1 %/,
    ],
    ['a scale changed', '€1.2 billion.', 'survey.pdf, page 2: “Rent rose to €1.2 million”', 'altered', /1\.2 billion/],
    ['a year changed', 'By 2029.', 'Brief: “open in 3 more cities by 2028”', 'altered', /2029/],
    ['a sum that is none', '1,200 + 1,350 = 2,950.', 'costs.xlsx, sheet Costs: “Rent 1,200 1,350”', 'altered', /2,950/],
    ['a figure of a page that has it not', '77 buyers.', 'survey.pdf, page 2', 'altered', /77/],
  ])('%s', async (_, claim, definition, state, reason) => {
    expect(await cited(claim, definition)).toEqual([[state, expect.stringMatching(reason)]]);
  });

  // PRO-9
  it('a footnote without a definition, an unknown link, a quote from no source', async () => {
    const [link, footnote, quote] = await check(
      '# T\n\nSee [them](https://invented.example/x). It grows[^9]. One says “the moon is made of cheese”.',
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
