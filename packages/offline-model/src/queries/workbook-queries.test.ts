import { languages } from '@ecp/language/language';
import type { DraftInput, EngineQuery, EngineTable } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { findSampleAgent, makeDraftInput } from '../testing/sample-inputs.ts';
import { writeEvidencePack } from '../write-pack.ts';
import { readRoles } from './columns.ts';
import { type PlannedQuery, planQueries } from './plan-queries.ts';

type Rows = EngineTable['sample'];

/** Makes a table of a workbook from heads such as `Delivery (weeks)` and rows. */
function sheet(name: string, heads: string[], sample: Rows): EngineTable {
  const columns = heads.map((head, at) => {
    const [, label = head, unit = null] = /^(.*) \((.*)\)$/.exec(head) ?? [];
    return {
      name: label,
      unit,
      type: typeof sample[0]?.[at] === 'number' ? ('number' as const) : ('text' as const),
    };
  });
  const id = name.toLowerCase().replaceAll(/\W+/g, '_');
  const file = {
    id,
    attachmentId: 'a1',
    filename: 'book.xlsx',
    sheet: name,
    hidden: false,
    name: id,
  };
  const complete = { leftOut: { count: 0, rows: [] }, remarks: [] };
  return { ...file, ...complete, columns, rowCount: sample.length, sample };
}

const clinics = sheet(
  'Clinics',
  ['Specialty', 'Sessions planned', 'Sessions held', 'Sessions cancelled'],
  [
    ['Dermatology', 480, 402, 78],
    ['Cardiology', 640, 611, 29],
  ],
);
const production = sheet(
  'Production',
  ['Month', 'Windows made', 'Capacity'],
  [
    ['January', 1180, 1700],
    ['February', 1240, 1700],
  ],
);
const costs = sheet(
  'Costs (EUR)',
  ['Cost item', '2023', '2024', '2025'],
  [
    ['Gas', 40, 30, 35],
    ['Staff', 60, 70, 75.5],
  ],
);
const sales = sheet(
  'Sales',
  ['Group', 'Heat 2024 (MWh)', 'Heat 2025 (MWh)', 'Revenue 2025 (EUR)'],
  [
    ['Blocks', 148_200, 144_900, 13_186_000],
    ['Houses', 30_900, 30_200, 3_081_000],
  ],
);

function inputOf(table: EngineTable, changes: Partial<DraftInput> = {}): DraftInput {
  const task = {
    id: 't',
    name: 'Figures',
    description: 'What the tables say',
    kind: 'analysis',
  } as const;
  const agent = findSampleAgent('financial-analyst');
  const given = { task, agent, sources: [], tables: [table], canQuery: true, queries: [] };
  return makeDraftInput({
    engagement: sampleEngagement({ brief: 'Say what it is.' }),
    ...given,
    ...changes,
  });
}

const planOf = (table: EngineTable) => planQueries(inputOf(table));
const kindsOf = (table: EngineTable) => planOf(table).map(({ kind }) => kind);

/** Answers the first planned query of a kind with rows, and returns the document. */
function draftOf(
  input: DraftInput,
  kind: PlannedQuery['kind'],
  columns: string[],
  rows: Rows,
): Promise<string> {
  const { sql = '', title = '' } =
    planQueries(input).find((planned) => planned.kind === kind) ?? {};
  const types = columns.map((name) => ({ name, type: 'number' as const, unit: null }));
  const query: EngineQuery = {
    id: 'q0',
    title,
    sql,
    columns: types,
    rows,
    truncated: false,
    resultHash: '',
  };
  return writeEvidencePack({ ...input, queries: [query] }, 100_000, createTimeSlice(undefined));
}

describe('the roles of columns', () => {
  it.each([
    ['weeks', 5.8],
    ['days', 12],
    ['ms', 120],
    ['°C', 21],
    ['EUR/t', 80],
    ['months', 3],
  ])('have no sum of a unit %s that was cut from the head', (unit, value) => {
    const { measures } = readRoles(
      sheet('Offer', ['Market', `Delivery (${unit})`], [['A', value]]),
    );
    expect(measures).toMatchObject([{ name: 'Delivery', unit, isAdditive: false }]);
  });

  it('keep the sums of amounts, counts and quantities', () => {
    const { measures } = readRoles(
      sheet('Offer', ['A', 'Cost (EUR)', 'Heat (MWh)', 'Pieces (no.)'], [['x', 1, 2, 3]]),
    );
    expect(measures.map(({ isAdditive }) => isAdditive)).toEqual([true, true, true]);
  });

  it('take no rate within a head for a column of percentages, and add up no mean grades', () => {
    const { measures } = readRoles(
      sheet('Offer', ['Part', 'Price with 19 % VAT (EUR)', 'Mittlere Note'], [['A', 628.32, 2.3]]),
    );
    expect(measures).toMatchObject([
      { unit: 'EUR', factor: 1 },
      { name: 'Mittlere Note', isAdditive: false },
    ]);
  });

  it('take names of months for periods, and a constant column for no ranking', () => {
    const { periods, labels, measures } = readRoles(production);
    expect([periods, labels]).toEqual([[{ name: 'Month', kind: 'name' }], []]);
    expect(measures.map(({ isConstant }) => isConstant)).toEqual([false, true]);
  });
});

describe('the queries of a workbook', () => {
  it('relate parts to their whole, and leave out the part that follows from the other', () => {
    const titles = planOf(clinics).flatMap((planned) =>
      planned.kind === 'ratio' ? [planned.title] : [],
    );
    expect(titles).toEqual(['Sessions cancelled as a share of Sessions planned']);
    expect(kindsOf(production)).toEqual(['totals', 'series', 'ratio']);
    expect(planOf(production).map(({ title }) => title)).toContain(
      'Windows made as a share of Capacity',
    );
  });

  it('divide money by the quantity of the same year', () => {
    const [ratio] = planOf(sales).filter(({ kind }) => kind === 'ratio');
    expect(ratio).toMatchObject({ title: 'EUR per MWh by Group' });
    expect(ratio?.sql).toContain('sum("Revenue 2025") / nullif(sum("Heat 2025"), 0)');
  });

  it('rank by a measure whose values differ, and put months in the order of the table', () => {
    const [series] = planOf(production).filter(({ kind }) => kind === 'series');
    expect(series?.title).toBe('Windows made by Month');
    expect(series?.sql).toContain('order by n');
    const [groups] = planOf(clinics).filter(({ kind }) => kind === 'groups');
    expect(groups?.title).toBe('Sessions cancelled by Specialty');
  });

  it('add up columns of years, but no waits and no rows of several units', () => {
    expect(kindsOf(costs)).toEqual(['series', 'changes']);
    expect(planOf(costs)[0]?.sql).toContain('not regexp_matches("Cost item"');
    const wait = sheet(
      'Median wait (days)',
      ['Specialty', '2024', '2025'],
      costs.sample.map((row) => row.slice(0, 3)),
    );
    expect(kindsOf(wait)).toEqual(['changes']);
    const tariff = sheet(
      'Tariff',
      ['Element', 'Unit', '2024', '2025'],
      [['Energy', 'EUR per MWh', 63.4, 64.8]],
    );
    expect(kindsOf({ ...tariff, rowCount: 2 })).toEqual(['changes']);
  });

  it('ask for a mean weighted by a count', () => {
    const offer = sheet('Offer', ['Market', 'Windows sold', 'Average price'], [['A', 3, 747]]);
    expect(planOf({ ...offer, rowCount: 2 })[0]?.sql).toContain(
      'sum("Average price" * "Windows sold")',
    );
  });
});

describe('a document on a workbook', () => {
  const share = ['Specialty', 'Sessions cancelled', 'Sessions planned', 'share in %'];

  it('tells a share with its parts, its highest and its lowest row', async () => {
    const draft = await draftOf(inputOf(clinics), 'ratio', share, [
      [null, 107, 1120, 9.6],
      ['Dermatology', 78, 480, 16.3],
      ['Cardiology', 29, 640, 5],
    ]);
    expect(draft).toContain(
      '- Sessions cancelled as a share of Sessions planned: 9.6% (107 ÷ 1,120); highest Dermatology 16.3%, lowest Cardiology 5.0%.[^',
    );
  });

  it('tells no share of a column that exceeds its whole in a later row', async () => {
    const draft = await draftOf(inputOf(clinics), 'ratio', share, [
      [null, 107, 1120, 9.6],
      ['Dermatology', 600, 480, 125],
    ]);
    expect(draft).not.toContain('as a share of');
  });

  it('leaves out a ranking and a series of equal values, and their charts', async () => {
    const value = ['Month', 'Windows made', 'change since the start', 'change in %'];
    const equal = ['January', 'February', 'March'].map((month) => [month, 1700, 0, 0]);
    const draft = await draftOf(inputOf(production), 'series', value, equal);
    expect(draft).not.toMatch(/1,700|```chart/);
  });

  it('tells a long series from first to last, with its highest and lowest month', async () => {
    const value = ['Month', 'Windows made', 'change since the start', 'change in %'];
    const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'];
    const rows = months.map((month, at) => [
      month,
      100 + ((at * 3) % 7),
      (at * 3) % 7,
      (at * 3) % 7,
    ]);
    const draft = await draftOf(inputOf(production), 'series', value, rows);
    expect(draft).toContain(
      '- Windows made: from 100 in January to 104 in July, a change of +4 (+4.0%).[^',
    );
    expect(draft).toContain('- Windows made by Month: highest March 106, lowest January 100.[^');
  });

  it('does not repeat a table that an earlier document tells with the same figures', async () => {
    const rows = [
      [null, 107, 1120, 9.6],
      ['Dermatology', 78, 480, 16.3],
      ['Cardiology', 29, 640, 5],
    ];
    const content = await draftOf(inputOf(clinics), 'ratio', share, rows);
    const upstream = [{ taskId: 'u', taskName: 'Before', filename: 'before.md', content }];
    const draft = await draftOf(inputOf(clinics, { upstream }), 'ratio', share, rows);
    expect(draft).toContain('earlier documents show it');
    expect(draft).not.toContain('as a share of');
  });
});

it.each(languages)('a share in %s names no word of another language', async (language) => {
  const input = inputOf(clinics, {
    engagement: sampleEngagement({ brief: 'Say what it is.', language }),
  });
  const planned = planQueries(input).find(({ kind }) => kind === 'ratio');
  const alias = planned?.kind === 'ratio' ? planned.alias : '';
  const draft = await draftOf(
    input,
    'ratio',
    ['Specialty', 'Sessions cancelled', 'Sessions planned', alias],
    [
      [null, 107, 1120, 9.6],
      ['Dermatology', 78, 480, 16.3],
      ['Cardiology', 29, 640, 5],
    ],
  );
  expect(draft).toMatch(/9[.,]6\s?%.*107 ÷ 1.?120.*Dermatology 16[.,]3\s?%.*Cardiology 5[.,]0\s?%/);
  if (language !== 'en') expect(draft).not.toMatch(/as a share of|highest|lowest/);
});
