const regions = ['North', 'South', 'East', 'West', 'Centre and the islands'];
const columns: readonly (readonly [string, (random: () => number, row: number) => string | number])[] = [
  ['id', (_, row) => row + 1],
  ['day', (_, row) => new Date(Date.UTC(2020, 0, 1 + (row % 1_500))).toISOString().slice(0, 10)],
  ['region', (random) => regions[Math.floor(random() * 5)] ?? ''],
  ['product', (random) => `Product ${Math.floor(random() * 200)}`],
  ['channel', (random) => (random() > 0.5 ? 'online' : 'shop')],
  ['customer', (random) => `Customer ${Math.floor(random() * 100_000)}`],
  ['qty', (random) => Math.floor(random() * 1_000)],
  ['price', (random) => (random() * 500).toFixed(2)],
  ['discount', (random) => (random() * 20).toFixed(1)],
  ['revenue', (random) => (random() * 100_000).toFixed(2)],
  ['cost', (random) => (random() * 90_000).toFixed(2)],
  ['margin', (random) => (random() * 1_000).toFixed(2)],
  ['year', (_, row) => 2020 + (row % 5)],
  ['month', (_, row) => 1 + (row % 12)],
  ['score', (random) => (random() * 10).toFixed(4)],
  ['weight', (random) => (random() * 90).toFixed(3)],
  ['closed', (random) => (random() > 0.5 ? 'yes' : 'no')],
  ['note', (random) => `order ${Math.floor(random() * 1e6)}`],
  ['share', (random) => random().toFixed(6)],
  ['balance', (random) => (random() * 2e6 - 1e6).toFixed(2)],
];
const rowsAtOnce = 10_000;

/** Makes a CSV of 20 columns, 156 bytes a row. The same number of rows gives the same bytes. */
export function makeLargeCsv(rows: number): Buffer {
  let state = 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const parts = [Buffer.from(`${columns.map(([name]) => name).join(',')}\n`)];
  for (let first = 0; first < rows; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows - first);
    const lines = Array.from({ length: count }, (_, at) =>
      columns.map(([, make]) => make(random, first + at)).join(','),
    );
    parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  return Buffer.concat(parts);
}
