import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import type { Cell, EvidenceColumn, EvidenceMaterial } from './material.ts';

const text = (name: string): EvidenceColumn => ({ name, type: 'text', unit: null });
const amount = (name: string, unit: string | null = null): EvidenceColumn => ({
  name,
  type: 'number',
  unit,
});

const costRows: Cell[][] = [
  ['Wood chips', 6_880_000, 7_150_000, 270_000, 0.0392],
  ['Gas', 3_960_000, 3_340_000, -620_000, -0.1566],
  ['Network', 2_730_000, 2_910_000, 180_000, 0.0659],
  ['Staff', 2_240_000, 2_450_000, 210_000, 0.0938],
];
const waitingRows: Cell[][] = [
  ['Cardiology', 38, 34, -4, -0.1053],
  ['ENT', 22, 26, 4, 0.1818],
];
const accountRows: Cell[][] = [
  ['Austria', 9_840, 10_220, 9_960],
  ['Bavaria', 610, 980, 1_620],
  ['Italy', 240, 290, 340],
];
const ratioRows: Cell[][] = [
  ['Orders (GBP m)', 5.1, 6.2],
  ['Visitors (000)', 310, 325],
  ['Gas (GWh)', 7.5, 9.1],
];
const accountColumns = [
  text('Market'),
  ...['2021', '2023', '2025'].map((year) => amount(year, 'EUR 000')),
];

/** The writer's material: a query, and a sheet as text, with its typed table or without. */
function makeMaterial(hasTypedTables: boolean): EvidenceMaterial {
  const sheet = 'Revenue by market (EUR 000)';
  const lines = accountRows.map((row) => row.map((cell) => cell?.toLocaleString('en')).join('\t'));
  return {
    language: 'en',
    brief: '',
    assignment: [],
    upstream: [],
    consultations: [],
    reviewNotes: [],
    sources: [
      {
        title: 'accounts.xlsx',
        location: `sheet ${sheet}`,
        text: ['EUR 000\t2021\t2023\t2025', ...lines].join('\n'),
      },
    ],
    tables: hasTypedTables
      ? [{ filename: 'accounts.xlsx', sheet, columns: accountColumns, rows: accountRows }]
      : [],
    queries: [
      {
        id: 'q22',
        title: 'Costs at the start and now',
        sql: 'select 1',
        resultHash: '',
        columns: [
          text('Cost item'),
          amount('2023'),
          amount('2025'),
          amount('change since the start'),
          amount('change in %', '%'),
        ],
        rows: costRows,
      },
      {
        id: 'q23',
        title: 'Waiting times',
        sql: 'select 1',
        resultHash: '',
        columns: [
          text('Clinic'),
          amount('2024 Q3'),
          amount('2025 Q4'),
          amount('change since the start'),
          amount('change in %', '%'),
        ],
        rows: waitingRows,
      },
      {
        id: 'q24',
        title: 'Key figures',
        sql: 'select 1',
        resultHash: '',
        columns: [text('Figure'), amount('2024'), amount('2025')],
        rows: ratioRows,
      },
    ],
  };
}

async function stateOf(claim: string, footnote: string, hasTypedTables: boolean) {
  const markdown = `# Costs\n\n${claim}[^1]\n\n[^1]: ${footnote}\n`;
  const [checked] = await checkEvidence(markdown, makeMaterial(hasTypedTables), {
    slice: createTimeSlice(undefined),
  });
  return [checked?.state, checked?.reason];
}

const query = 'Query q22';
const sheet = 'accounts.xlsx, sheet Revenue by market (EUR 000)';
const bothRows = `${sheet}: “Bavaria | 610 | 980 | 1,620”, “Italy | 240 | 290 | 340”`;

describe.each([
  ['with typed tables', true],
  ['from text', false],
])('a table whose columns are years, %s', (_, hasTypedTables) => {
  it.each([
    [
      'Wood chips: from 6,880,000 in 2023 to 7,150,000 in 2025, a change of +270,000 (+3.9%).',
      query,
    ],
    ['Gas: from 3,960,000 in 2023 to 3,340,000 in 2025, a change of −620,000 (−15.7%).', query],
    ['Network: from 2,730,000 in 2023 to 2,910,000 in 2025, a change of +180,000 (+6.6%).', query],
    ['Staff: from 2,240,000 in 2023 to 2,450,000 in 2025, a change of +210,000 (+9.4%).', query],
    ['Cardiology: from 38 in 2024 Q3 to 34 in 2025 Q4, a change of −4 (−10.5%).', 'Query q23'],
    ['ENT: from 22 in 2024 Q3 to 26 in 2025 Q4, a change of +4 (+18.2%).', 'Query q23'],
    ['Orders came to GBP 6.2 million in 2025.', 'Query q24'],
    ['The museum had 325,000 visitors in 2025.', 'Query q24'],
    ['The plant burned 9,100 MWh of gas in 2025.', 'Query q24'],
    [
      'In thousand euros, the accounts show Bavaria at 610 in 2021 and 1,620 in 2025, and Italy at 240 and 340.',
      sheet,
    ],
    [
      'In thousand euros, the accounts show Bavaria at 610 in 2021 and 1,620 in 2025, and Italy at 240 and 340.',
      bothRows,
    ],
    ['Bavaria brought in EUR 1,620 thousand in 2025.', `${sheet}: “Bavaria | 610 | 980 | 1,620”`],
  ])('holds: %s', async (claim, footnote) => {
    const [state, reason] = await stateOf(claim, footnote, hasTypedTables);
    expect(['verified', 'computed', 'unjudged'], reason ?? '').toContain(state);
  });

  it.each([
    ['Gas: from 3,340,000 in 2023 to 3,960,000 in 2025.', query],
    ['Staff cost 2,240,000 in 2025.', query],
    ['Staff cost 2,240,000 in 2024.', query],
    ['ENT: from 22 in 2024 Q3 to 34 in 2025 Q4.', 'Query q23'],
    ['Orders came to GBP 6.2 in 2025.', 'Query q24'],
    ['The plant burned 9.1 MWh of gas in 2025.', 'Query q24'],
    ['In thousand euros, the accounts show Bavaria at 1,620 in 2021.', sheet],
    ['In thousand euros, the accounts show Bavaria at 610 in 2025 and Italy at 340.', bothRows],
  ])('does not hold: %s', async (claim, footnote) => {
    const [state] = await stateOf(claim, footnote, hasTypedTables);
    expect(['altered', 'unsupported']).toContain(state);
  });
});
