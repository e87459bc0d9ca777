import XLSX from '@e965/xlsx';
import type { ResultCell } from '../table-types.ts';

/** A question with its answer, computed without DuckDB. */
interface GoldQuestion {
  sql: string;
  rows: ResultCell[][];
}

/** A file with one table and questions over it. */
interface GoldWorkbook {
  filename: string;
  bytes: Buffer;
  questions: GoldQuestion[];
}

interface Sale {
  region: string;
  product: string;
  /** YYYY-MM-DD */
  day: string;
  units: number;
  /** Amount in cents, so that sums are whole numbers. */
  revenue: number;
  cost: number;
  /** Share in thousandths. */
  discount: number;
}

const regions = ['North', 'South', 'East', 'West', 'Île-de-France'];
const products = ['Ferry, day', 'Ferry; night', 'Freight', 'Cabin "A"', 'Größe L'];
const heads = ['Region', 'Product', 'Day', 'Units', 'Revenue', 'Cost', 'Discount'];

/** Makes ten files of one kind each. The same seed makes the same files. */
export function makeGoldWorkbooks(rowsEach: number): GoldWorkbook[] {
  return writers.map(([filename, write], index) => {
    const sales = makeSales(rowsEach, index + 1);
    const [stem = ''] = filename.split('.');
    return { filename, bytes: write(sales), questions: askAll(stem, sales) };
  });
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function makeSales(count: number, seed: number): Sale[] {
  const random = seeded(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, () => ({
    region: pick(regions),
    product: pick(products),
    day: new Date(Date.UTC(2023, 0, 1 + Math.floor(random() * 700))).toISOString().slice(0, 10),
    units: Math.floor(random() * 500),
    revenue: Math.floor(random() * 1e8) - 1e6,
    cost: Math.floor(random() * 9e7),
    discount: Math.floor(random() * 300),
  }));
}

const point = (cents: number, digits = 2) => (cents / 10 ** digits).toFixed(digits);

/** Writes with a comma, and points between thousands. */
function comma(cents: number, digits = 2): string {
  const [whole = '', decimals = ''] = point(cents, digits).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${decimals}`;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const germanDay = (day: string) => day.split('-').reverse().join('.');

function delimited(
  sales: readonly Sale[],
  delimiter: string,
  style: 'point' | 'comma',
  head = heads,
): string {
  const number = style === 'point' ? point : comma;
  const day = style === 'point' ? (text: string) => text : germanDay;
  const lines = sales.map((sale) =>
    [
      quoted(sale.region),
      quoted(sale.product),
      day(sale.day),
      sale.units,
      quoted(number(sale.revenue)),
      number(sale.cost),
      number(sale.discount, 3),
    ].join(delimiter),
  );
  return `${head.join(delimiter)}\r\n${lines.join('\r\n')}\r\n`;
}

const serial = (day: string) => Date.parse(day) / 86_400_000 + 25_569;

function sheet(
  sales: readonly Sale[],
  above: unknown[][],
  head: unknown[][] = [heads],
): XLSX.WorkSheet {
  const rows = sales.map(({ region, product, day, units, revenue, cost, discount }) => [
    region,
    product,
    { t: 'n', v: serial(day), z: 'yyyy-mm-dd' },
    units,
    revenue / 100,
    cost / 100,
    discount / 1_000,
  ]);
  const sums = ['units', 'revenue', 'cost'] as const;
  const [units = 0, revenue = 0, cost = 0] = sums.map((key) =>
    sales.reduce((sum, sale) => sum + sale[key], 0),
  );
  return XLSX.utils.aoa_to_sheet([
    ...above,
    ...head,
    ...rows,
    ['Total', null, null, units, revenue / 100, cost / 100],
  ]);
}

function workbook(bookType: XLSX.BookType, ...sheets: XLSX.WorkSheet[]): Buffer {
  const book = XLSX.utils.book_new();
  for (const [at, one] of sheets.entries())
    XLSX.utils.book_append_sheet(book, one, `Sheet${at + 1}`);
  return XLSX.write(book, { type: 'buffer', bookType }) as Buffer;
}

const withUnits = [
  'Region',
  'Product',
  'Day',
  'Units (pcs)',
  'Revenue (EUR)',
  'Cost in EUR',
  'Discount',
];
const twoRows = [
  ['Where', null, 'When', 'Units', 'Revenue', 'Cost', 'Discount'],
  ['Region', 'Product', 'Day', 'pcs', 'EUR', 'EUR', '%'],
];

const writers: readonly (readonly [string, (sales: readonly Sale[]) => Buffer])[] = [
  ['commas.csv', (sales) => Buffer.from(delimited(sales, ',', 'point'))],
  ['semicolons.csv', (sales) => Buffer.from(delimited(sales, ';', 'comma'))],
  ['tabs.tsv', (sales) => Buffer.from(`\ufeff${delimited(sales, '\t', 'comma')}`, 'utf16le')],
  ['pipes.txt', (sales) => Buffer.from(`\ufeff${delimited(sales, '|', 'point', withUnits)}`)],
  ['latin.csv', (sales) => Buffer.from(delimited(sales, ';', 'comma', withUnits), 'latin1')],
  ['plain.xlsx', (sales) => workbook('xlsx', sheet(sales, []))],
  [
    'titled.xlsx',
    (sales) => workbook('xlsx', sheet(sales, [['Sales of the ferries'], ['in EUR'], []])),
  ],
  ['two_heads.xlsx', (sales) => workbook('xlsx', sheet(sales, [['Report']], twoRows))],
  ['old.xls', (sales) => workbook('biff8', sheet(sales, [], [withUnits]))],
  ['open.ods', (sales) => workbook('ods', sheet(sales, []))],
];

/** Asks 30 questions over a table. */
function askAll(table: string, sales: readonly Sale[]): GoldQuestion[] {
  const twoHeads = table === 'two_heads';
  const region = twoHeads ? '"Where Region"' : 'region';
  const product = twoHeads ? '"Where Product"' : 'product';
  const day = twoHeads ? '"When Day"' : 'day';
  const sum = (list: readonly Sale[], key: 'units' | 'revenue' | 'cost') =>
    list.reduce((total, sale) => total + sale[key], 0) / (key === 'units' ? 1 : 100);
  const groups = (key: (sale: Sale) => string) =>
    [...Map.groupBy(sales, key)].sort(([one], [other]) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
  const perRegion = regions.flatMap((name): GoldQuestion[] => {
    const own = sales.filter((sale) => sale.region === name);
    const where = `from ${table} where ${region} = '${name}'`;
    return [
      { sql: `select count(*), sum(units) ${where}`, rows: [[own.length, sum(own, 'units')]] },
      {
        sql: `select sum(revenue) - sum(cost) ${where}`,
        rows: [[cents(own, (sale) => sale.revenue - sale.cost)]],
      },
      {
        sql: `select max(revenue), min(${day}) ${where}`,
        rows: [
          [
            Math.max(...own.map(({ revenue }) => revenue)) / 100,
            own.map((sale) => sale.day).sort()[0] ?? null,
          ],
        ],
      },
      {
        sql: `select avg(units) ${where} and ${day} >= date '2024-01-01'`,
        rows: [[average(own.filter((sale) => sale.day >= '2024-01-01').map(({ units }) => units))]],
      },
    ];
  });
  return [
    ...perRegion,
    { sql: `select count(*) as n from ${table}`, rows: [[sales.length]] },
    {
      sql: `select sum(revenue), sum(cost) from ${table}`,
      rows: [[sum(sales, 'revenue'), sum(sales, 'cost')]],
    },
    {
      sql: `select ${product}, sum(revenue) from ${table} group by 1 order by 1`,
      rows: groups((sale) => sale.product).map(([name, own]) => [name, sum(own, 'revenue')]),
    },
    {
      sql: `select ${region}, sum(units) from ${table} group by ${region}`,
      rows: groups((sale) => sale.region).map(([name, own]) => [name, sum(own, 'units')]),
    },
    {
      sql: `select date_trunc('month', ${day}) as month, count(*) from ${table} group by all order by month`,
      rows: groups((sale) => `${sale.day.slice(0, 7)}-01`).map(([name, own]) => [name, own.length]),
    },
    {
      sql: `select count(distinct ${product}), count(distinct ${day}) from ${table}`,
      rows: [
        [
          new Set(sales.map((sale) => sale.product)).size,
          new Set(sales.map((sale) => sale.day)).size,
        ],
      ],
    },
    {
      sql: `select ${day}, units, revenue, discount from ${table} limit 3`,
      rows: sales
        .slice(0, 3)
        .map((sale) => [sale.day, sale.units, sale.revenue / 100, sale.discount / 1_000]),
    },
    {
      sql: `with t as (select year(${day}) as y, revenue from ${table}) select y, sum(revenue) from t group by y order by y`,
      rows: groups((sale) => sale.day.slice(0, 4)).map(([name, own]) => [
        Number(name),
        sum(own, 'revenue'),
      ]),
    },
    {
      sql: `select sum(discount) from ${table} where units > 250`,
      rows: [
        [
          sales
            .filter(({ units }) => units > 250)
            .reduce((total, { discount }) => total + discount, 0) / 1_000,
        ],
      ],
    },
    {
      sql: `select count(*) filter (where revenue < 0) from ${table}`,
      rows: [[sales.filter(({ revenue }) => revenue < 0).length]],
    },
  ];
}

const cents = (sales: readonly Sale[], value: (sale: Sale) => number) =>
  sales.reduce((total, sale) => total + value(sale), 0) / 100;
const average = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / values.length;
