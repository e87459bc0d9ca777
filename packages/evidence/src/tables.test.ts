import type { NumberStyle } from '@ecp/language/number-style';
import { expect, it } from 'vitest';
import type { EvidenceColumn } from './material.ts';
import { readTables, type SourceTable, toSourceTable } from './tables.ts';

const en: NumberStyle = { language: 'en', decimalSign: '.' };
const de: NumberStyle = { language: 'de', decimalSign: ',' };

/**
 * Writes the rows: section, label, and each number with its unit and the years or months of its
 * place.
 */
function show(tables: SourceTable[]): string[] {
  return tables.flatMap(({ rows }) =>
    rows.map(({ label, section, cells }) => {
      const shown = cells.flatMap(({ quantity, periods }) => {
        if (quantity === null) return [];
        const time = periods
          .map(({ year, months }) => `${year ?? ''}${months ? `-${months[0]}` : ''}`)
          .join('+');
        return `${quantity.value}${quantity.measure ? ` ${quantity.measure.unit}` : ''}${time === '' ? '' : ` (${time})`}`;
      });
      return `${section === null ? '' : `${section} > `}${label}: ${shown.join(', ')}`;
    }),
  );
}

const cases: [string, string, string[]][] = [
  [
    'units and scales in the labels of rows (case 10)',
    '| KPI | 2022 | 2023 |\n|---|---|---|\n| Revenue (EUR m) | 3.4 | 3.9 |\n| Capex ($m) | 12 | 14 |\n| Staff (000) | 1.2 | 1.4 |\n| Energy (GWh) | 7 | 9 |\n| Margin (%) | 7.1 | (9) |',
    [
      'Revenue (EUR m): 3400000 EUR (2022), 3900000 EUR (2023)',
      'Capex ($m): 12000000 $ (2022), 14000000 $ (2023)',
      'Staff (000): 1200 (2022), 1400 (2023)',
      'Energy (GWh): 7 GWh (2022), 9 GWh (2023)',
      'Margin (%): 7.1 % (2022), -9 % (2023)',
    ],
  ],
  [
    'numbers in the head that stands above the line of Markdown',
    '| Plant | 250 MW | 300 MW |\n|---|---|---|\n| Cost (EUR m) | 3.4 | 3.9 |',
    ['Cost (EUR m): 3400000 EUR, 3900000 EUR'],
  ],
  [
    'a letter that names a column and is no scale',
    '| In 2029 | A | A and B |\n|---|---|---|\n| Revenue abroad (€ million) | 3.54 | 5.80 |\n| Windows | 2,774 | 6,230 |',
    ['Revenue abroad (€ million): 3540000 EUR, 5800000 EUR', 'Windows: 2774, 6230'],
  ],
  [
    'a unit in the corner, and negative numbers (case 08)',
    '| EUR thousand | 2022 | 2023 |\n|---|---|---|\n| Operating result | 310 | (1,250) |\n| Cash flow | 120 | -450 |\n| Other | — | 75- |',
    [
      'Operating result: 310000 EUR (2022), -1250000 EUR (2023)',
      'Cash flow: 120000 EUR (2022), -450000 EUR (2023)',
      'Other: -75000 EUR (2023)',
    ],
  ],
  [
    'a head of two rows, a scale above the table, commas in quotation marks, a sign in the first row only',
    'Sales by contract (in millions):\n,,"Years Ended September 30,",\n,2019,2018,2017\nFixed Price,"$  1,452.4","$  1,146.2","$  1,036.9"\nOther,44.1,56.7,70.8',
    [
      'Fixed Price: 1452400000 $ (2019-9), 1146200000 $ (2018-9), 1036900000 $ (2017-9)',
      'Other: 44100000 $ (2019-9), 56700000 $ (2018-9), 70800000 $ (2017-9)',
    ],
  ],
  [
    'a scale in the second row of a head, sections, and marks of notes',
    ',2019,2018\n,€m,€m\nAmounts due:,,\nOwed by subsidiaries (1),"242,976","220,871"\nTaxation,233 (2),–',
    [
      'Amounts due > Owed by subsidiaries: 242976000000 EUR (2019), 220871000000 EUR (2018)',
      'Amounts due > Taxation: 233000000 EUR (2019)',
    ],
  ],
  [
    'a currency and a bracket in cells of their own',
    '| (in thousands) | | 2019 | | 2018 |\n|---|---|---|---|---|\n| Net loss | $ | (1,250 | ) | 310 |',
    ['Net loss: -1250000 $ (2019), 310000 (2018)'],
  ],
  [
    'percent beside amounts',
    'in thousands, except percentages\n\tQ1 2019\t% of revenue\tChange\nSales\t1,200\t100\t12 %\nCosts\t900\t75\t(3.5)%',
    ['Sales: 1200000 (2019-1), 100 %, 12 %', 'Costs: 900000 (2019-1), 75 %, -3.5 %'],
  ],
  [
    'what a text declares for its tables',
    'All amounts are in thousands of euros.\n\nSome words.\n\n| | 2023 |\n|---|---|\n| Rent | 12 |\n| Tax per share | 0.4 |',
    ['Rent: 12000 EUR (2023)', 'Tax per share: 0.4 EUR (2023)'],
  ],
  [
    'a second head further down, and rows that are years',
    '| | 2019 | 2018 |\n|---|---|---|\n| A | 1 | 2 |\n| | 2017 | 2016 |\n| B | 3 | 4 |\n\n| Year | Visits (000) |\n|---|---|\n| 2023 | 12 |',
    ['A: 1 (2019), 2 (2018)', 'B: 3 (2017), 4 (2016)', '2023: 12000 (2023)'],
  ],
  [
    'a line of prose with commas is no table',
    'In 2019, we had 3 shops, 4 vans, 5 cars.\nIn 2020, we had 5, 6, 7.',
    [],
  ],
];

it.each(cases)('reads %s', (_, text, expected) => {
  expect(show(readTables(text, en))).toEqual(expected);
});

it.each([
  [
    'an amount among the words of its head',
    '| Product | List price (EUR) | Import incl. 8 % duty (EUR) |\n| Pump | 120 | 96.5 |',
    '',
    ['Pump: 120 EUR, 96.5 EUR'],
  ],
  [
    'its place',
    '| Year | Stock | Old parts |\n| 2021 | 340 | 52 |',
    'sheet Year end (EUR 000)',
    ['2021: 340000 EUR (2021), 52000 EUR (2021)'],
  ],
  [
    'no place, since its heads do',
    '| Class | Stock (EUR) | Calls |\n| A | 340 | 52 |',
    'sheet 2025 (EUR 000)',
    ['A: 340 EUR, 52'],
  ],
])('reads a table whose unit is given by %s', (_, text, place, expected) => {
  expect(show(readTables(text, en, place))).toEqual(expected);
});

it('reads units in German heads, in names of columns and in a column of units', () => {
  const text =
    'Region;Umsatz in Tsd. €;Anteil %\nNord;1.500;12,5\nSüd;2.300;20\n\nyear\tregion\tamount_keur\tenergy_mwh\n2023\tNord\t12\t4\n\n| Größe | Einheit | 2024 |\n|---|---|---|\n| Umsatz | Mio. EUR | 3,4 |\n| Strom | MWh | 12 |';
  expect(show(readTables(text, de))).toEqual([
    'Nord: 1500000 EUR, 12.5 %',
    'Süd: 2300000 EUR, 20 %',
    'Nord: 12000 EUR (2023), 4 MWh (2023)',
    'Umsatz: 3400000 EUR (2024)',
    'Strom: 12 MWh (2024)',
  ]);
});

// XLS-19
it('names rows by decades, not by a cell whose number has its scale in words', () => {
  const table =
    '| Zeitraum | Flut | Dürre |\n|---|---|---|\n| 1950er | 2.062 Tausend | 0 |\n| 1960er | 32 Tausend | 1.511 Tausend |';
  expect(show(readTables(table, de))).toEqual(['1950er: 2062000, 0', '1960er: 32000, 1511000']);
  const japanese = '| 年代 | 台数 |\n|---|---|\n| 1990年代 | 7.4万台 |';
  expect(show(readTables(japanese, { language: 'ja', decimalSign: '.' }))).toEqual([
    expect.stringMatching(/^1990年代: 74000/),
  ]);
});

it('keeps the bare number, the line and its place beside the number with the unit of its place', () => {
  const text = 'Intro\n\n| | 2023 |\n|---|---|\n| Revenue (EUR m) | 3.9 |';
  const row = readTables(text, en)[0]?.rows[0];
  expect(row?.cells[1]?.bare).toMatchObject({ value: 3.9, measure: null, scale: 1 });
  expect(row?.cells[1]?.quantity).toMatchObject({ value: 3_900_000, step: 100_000, scale: 1e6 });
  expect(text.slice(row?.start, row?.end)).toBe('| Revenue (EUR m) | 3.9 |');
});

it('reads typed cells, in which 0.125 with the unit % is 12.5 %', () => {
  const column = (name: string, unit: string | null): EvidenceColumn => ({
    name,
    type: 'number',
    unit,
  });
  const columns: EvidenceColumn[] = [
    { name: 'region', type: 'text', unit: null },
    column('share', '%'),
    column('revenue_keur', null),
    column('2023', 'EUR 000'),
    column('avg_days', null),
  ];
  const table = toSourceTable(columns, [['North', 0.125, 12, -4, 3.25]]);
  expect(show([table])).toEqual(['North: 12.5 %, 12000 EUR, -4000 EUR (2023), 3.25 d']);
});

// ERR-12
it('makes no head of rows with amounts above a rule', () => {
  expect(
    show(readTables('Region | 2024\nNorth | 10\nSouth | 20\n--- | ---\nTotal | 30', en)),
  ).toEqual(['North: 10 (2024)', 'South: 20 (2024)', 'Total: 30 (2024)']);
});
