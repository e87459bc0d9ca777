import { type AttachmentReader, numberIn, type Row, rowOf, sumOf } from '../read-attachments.ts';

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const contracts = (await read.csv('contracts-2025.csv')).filter(
    (row) => row['contract_id'] !== 'TOTAL',
  );
  const proposal = rowOf(
    await read.sheet('workbook.xlsx', 'Price proposal'),
    'Per location and month (USD)',
  );
  const yearlyPrice = numberIn(proposal, 'Proposal') * 12;
  const before = contracts.filter((row) => numberIn(row, 'arr_2024_usd') > 0);
  const active = contracts.filter((row) => numberIn(row, 'arr_2025_usd') > 0);
  const revenue = sumOf(active, 'arr_2025_usd');
  const of = (segment: string) => active.filter((row) => row['segment'] === segment);
  const priced = (rows: Row[]) => sumOf(rows, 'locations') * yearlyPrice;
  const fall = (rows: Row[]) => (1 - priced(rows) / sumOf(rows, 'arr_2025_usd')) * 100;
  const kept = before.map((row) =>
    Math.min(numberIn(row, 'arr_2024_usd'), numberIn(row, 'arr_2025_usd')),
  );
  const largest = active.map((row) => numberIn(row, 'arr_2025_usd')).sort((a, b) => b - a);
  const support = await read.sheet('workbook.xlsx', 'Support 2025');
  return {
    'arr-2025': revenue,
    'gross-retention': (total(kept) / sumOf(before, 'arr_2024_usd')) * 100,
    'net-retention': (sumOf(before, 'arr_2025_usd') / sumOf(before, 'arr_2024_usd')) * 100,
    'customers-lost':
      (before.filter((row) => row['status_2025'] === 'churned').length / before.length) * 100,
    'location-price-revenue': priced(active),
    'location-price-change': fall(active),
    'hospitals-change': fall(of('Hospital')),
    'top-five': (total(largest.slice(0, 5)) / revenue) * 100,
    'raised-over-20': active.filter((row) => priced([row]) > 1.2 * numberIn(row, 'arr_2025_usd'))
      .length,
    'practices-support':
      (numberIn(rowOf(support, 'Independent'), 'Hours') /
        numberIn(rowOf(support, 'Total'), 'Hours')) *
      100,
  };
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
