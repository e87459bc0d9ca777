import { languages } from '@ecp/language/language';
import type { DraftInput, EngineQuery, EngineTable } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { askTools } from '../ask-tools.ts';
import { evaluateStatement, type Row } from '../testing/evaluate-statement.ts';
import { findSampleAgent, makeDraftInput } from '../testing/sample-inputs.ts';
import { writeEvidencePack } from '../write-pack.ts';
import { numberFormat, readMoneyUnit } from './numbers.ts';
import { planQueries } from './plan-queries.ts';

const regions = ['North', 'South', 'East', 'West', 'Centre'];
const rows: Row[] = Array.from({ length: 20_000 }, (_, at) => ({
  Region: regions[(at * 7) % regions.length] ?? '',
  Year: 2021 + Math.floor(at / 5_000),
  Revenue: ((at * 37) % 900) + (at === 0 ? 11.35 : 11.25),
  unit_price: 3 + (at % 4),
  Margin: (at % 40) / 2,
}));
const exact = rows.reduce((sum, { Revenue }) => sum + Math.round(Number(Revenue) * 100), 0) / 100;

const sales: EngineTable = {
  id: 't1',
  attachmentId: 'a1',
  filename: 'sales.csv',
  sheet: null,
  hidden: false,
  name: 'sales',
  columns: [
    { name: 'Region', type: 'text', unit: null },
    { name: 'Year', type: 'number', unit: null },
    { name: 'Revenue', type: 'number', unit: 'EUR' },
    { name: 'unit_price', type: 'number', unit: 'EUR' },
    { name: 'Margin', type: 'number', unit: '%' },
  ],
  rowCount: rows.length,
  leftOut: { count: 0, rows: [] },
  remarks: [],
  sample: rows.slice(0, 5).map((row) => Object.values(row)),
};
const text = [
  'Region,Year,Revenue,unit_price,Margin',
  ...rows.slice(0, 197).map((row) => Object.values(row).join(',')),
];
const source = { id: 'a1-1', title: 'sales.csv', location: null, text: text.join('\n') };

function inputOf(changes: Partial<DraftInput> = {}): DraftInput {
  const task = {
    id: 'sales',
    name: 'Revenue by region',
    description: 'Revenue of the regions',
    kind: 'analysis',
  } as const;
  const agent = findSampleAgent('financial-analyst');
  const given = { task, agent, sources: [source], tables: [sales], canQuery: true, queries: [] };
  return makeDraftInput({
    engagement: sampleEngagement({ brief: 'Say what the regions sell.' }),
    ...given,
    ...changes,
  });
}

/** Answers the planned queries of a draft over all rows. */
function answered(input: DraftInput): DraftInput {
  const queries = planQueries(input).map(({ sql, title }, at): EngineQuery => {
    return {
      id: `q${at}aaaaaaaaaaaa`,
      title,
      sql,
      ...evaluateStatement(sql, rows),
      truncated: false,
      resultHash: '',
    };
  });
  return { ...input, queries };
}

const draftOf = (input: DraftInput) =>
  writeEvidencePack(input, 100_000, createTimeSlice(undefined));

describe('the queries before a draft', () => {
  const statements = planQueries(inputOf()).map(({ sql }) => sql);

  // RUN-23
  it('never add up a percentage, a price or a year', () => {
    expect(statements.length).toBeGreaterThanOrEqual(3);
    for (const sql of statements) expect(sql).not.toMatch(/sum\("(?:Margin|unit_price|Year)"\)/);
    expect(statements[0]).toContain('sum("Revenue")');
    expect(statements[0]).toContain('avg("unit_price")');
  });

  it('are asked four a turn beside one search, and no more once all are asked', async () => {
    const fresh = { turn: 0, hasAsked: false, webResults: null, hasRead: false };
    const names = ['search_context', 'read_document', 'describe_tables', 'query_tables'];
    const turns = await Promise.all(
      [0, 1, 2].map((turn) =>
        askTools(inputOf(), { ...fresh, names, turn }, createTimeSlice(undefined)),
      ),
    );
    const asked = turns.flat().map(({ toolName }) => toolName);
    expect(turns[0]).toHaveLength(4);
    expect(asked).toEqual(['search_context', ...statements.map(() => 'query_tables')]);
    const offered = await askTools(
      inputOf(),
      { ...fresh, names: ['search_context'] },
      createTimeSlice(undefined),
    );
    expect(offered.map(({ toolName }) => toolName)).not.toContain('query_tables');
  });

  it('quote every name, so that no head of a file becomes a statement', () => {
    const evil = 'x"; drop table y; --';
    const table = {
      ...sales,
      name: evil,
      columns: [{ name: evil, type: 'number' as const, unit: null }],
      sample: [[1]],
    };
    for (const { sql } of planQueries(inputOf({ tables: [table] }))) {
      expect(sql.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toContain('drop');
    }
  });

  it('turn the fractions of a workbook into percentages', () => {
    const sheet = {
      ...sales,
      sheet: 'Sales',
      sample: sales.sample.map((row) => [...row.slice(0, 4), 0.12]),
    };
    expect(planQueries(inputOf({ tables: [sheet] }))[0]?.sql).toContain('avg("Margin" * 100)');
  });
});

describe.each(languages)('a draft in %s over a table of 20,000 rows', (language) => {
  const engagement = sampleEngagement({ brief: 'Say what the regions sell.', language });
  const input = answered(inputOf({ engagement }));

  // RUN-23
  it('gives the exact sum with its unit and its query', async () => {
    const draft = await draftOf(input);
    const cents = { units: BigInt(Math.round(exact * 100)), scale: 2 };
    expect(draft).toContain(numberFormat(language).money(cents, 'EUR'));
    const sum = new RegExp(
      `^- Revenue.*${language === 'ja' ? '全行' : ''}.*\\[\\^(\\d+)\\]$`,
      'm',
    ).exec(draft)?.[1];
    expect(draft).toContain(`[^${sum}]: Query q0aaaaaaaaaaaa`);
  });

  it('draws the ranking and the series, and names no word of another language', async () => {
    const draft = await draftOf(input);
    const charts = [...draft.matchAll(/^```chart\n(.*)\n```$/gm)].map(([, json = '']) =>
      JSON.parse(json),
    );
    expect(charts).toMatchObject([
      { query: 'q1aaaaaaaaaaaa', type: 'bar', x: 'Region', y: ['Revenue'], unit: 'EUR' },
      { query: 'q2aaaaaaaaaaaa', type: 'line', x: 'Year', y: ['Revenue'], unit: 'EUR' },
    ]);
    for (const { query, x, y } of charts) {
      const columns = input.queries
        ?.find(({ id }) => id === query)
        ?.columns.map(({ name }) => name);
      expect(columns).toEqual(expect.arrayContaining([x, ...y]));
    }
    if (language !== 'en') expect(draft).not.toMatch(/\b(?:share|the lowest|in all|a change of)\b/);
  });
});

describe('a draft without access to tables', () => {
  it('shows the first rows of their text and computes nothing', async () => {
    const draft = await draftOf(inputOf({ canQuery: false }));
    expect(draft).toContain('Only the first rows and columns are shown.');
    expect(draft).not.toMatch(/over all rows|Query q/);
  });

  it('reads rows of more than 1,200 characters as one table', async () => {
    const heads = [
      'Region',
      ...Array.from({ length: 25 }, (_, at) => `Notes on the branch number ${at}`),
    ];
    const wide = regions.map((region, at) =>
      [region, ...heads.slice(1).map(() => `${at}${'7'.repeat(52)}`)].join(','),
    );
    const long = { ...source, id: 'b1-1', text: [heads.join(','), ...wide].join('\n') };
    expect(wide[0]?.length).toBeGreaterThan(1_200);
    const draft = await draftOf(inputOf({ sources: [long], tables: [], canQuery: false }));
    expect(draft).toMatch(/^\| North \| 0777/m);
    expect(draft).toMatch(/^\| Centre \| 4777/m);
  });
});

it.each([
  ['EUR', { currency: 'EUR', factor: 1n }],
  ['€', { currency: '€', factor: 1n }],
  ['EUR 000', { currency: 'EUR', factor: 1_000n }],
  ['T€', { currency: 'EUR', factor: 1_000n }],
  ['$m', { currency: 'USD', factor: 1_000_000n }],
  ['weeks', null],
  [null, null],
])('reads the unit %s as money', (unit, expected) => {
  expect(readMoneyUnit(unit)).toEqual(expected);
});
