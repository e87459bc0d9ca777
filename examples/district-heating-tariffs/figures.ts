import {
  type AttachmentReader,
  numberBetween,
  numberIn,
  rowOf,
  sumOf,
} from '../read-attachments.ts';

const workbook = 'tariff-workbook.xlsx';

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const sales = await read.sheet(workbook, 'Sales 2025');
  const groups = sales.filter((row) => row['Group'] !== 'Total');
  const costs = await read.sheet(workbook, 'Costs (EUR)');
  const gas = rowOf(costs, 'Gas');
  const revenue = sumOf(groups, 'Revenue 2025 (EUR)');
  const cost = sumOf(costs, '2025');
  const wanted = numberBetween(await read.brief(), 'a surplus of ', ' percent') / 100;
  const perMwh = (group: string) => {
    const row = rowOf(groups, group);
    return numberIn(row, 'Revenue 2025 (EUR)') / numberIn(row, 'Heat 2025 (MWh)');
  };
  return {
    'costs-2025': cost,
    'surplus-2025': revenue - cost,
    'surplus-wanted': cost * wanted,
    'gas-since-2023': (1 - numberIn(gas, '2025') / numberIn(gas, '2023')) * 100,
    'price-blocks': perMwh('Apartment blocks'),
    'price-houses': perMwh('Detached houses'),
    'sales-fall': (1 - sumOf(groups, 'Heat 2025 (MWh)') / sumOf(groups, 'Heat 2024 (MWh)')) * 100,
  };
}
