import { type AttachmentReader, numberIn, rowOf, sumOf } from '../read-attachments.ts';

const workbook = 'accounts-workbook.xlsx';

/** Computes the figures of `key.json` from the attachments. */
export async function deriveFigures(read: AttachmentReader): Promise<Record<string, number>> {
  const production = await read.sheet(workbook, 'Production 2025');
  const october = rowOf(production, 'October');
  const revenue = (await read.sheet(workbook, 'Revenue by market (EUR 000)')).filter(
    (row) => row['Market'] !== 'Total',
  );
  const bavaria = rowOf(revenue, 'Bavaria');
  const costs = await read.sheet(workbook, 'Cost per window 2025 (EUR)');
  const price = rowOf(await read.sheet(workbook, 'Price and freight 2025 (EUR)'), 'Bavaria');
  const made = sumOf(production, 'Windows made');
  return {
    'windows-made-2025': made,
    'plant-use': (made / sumOf(production, 'Capacity')) * 100,
    'plant-use-october': (numberIn(october, 'Windows made') / numberIn(october, 'Capacity')) * 100,
    'bavaria-growth': (numberIn(bavaria, '2025') / numberIn(bavaria, '2021') - 1) * 100,
    'late-share': (sumOf(production, 'Delivered late') / made) * 100,
    'abroad-share':
      (1 - numberIn(rowOf(revenue, 'Austria'), '2025') / sumOf(revenue, '2025')) * 100,
    'cost-timber': sumOf(costs, 'Timber'),
    'bavaria-timber-earns':
      numberIn(price, 'Average price') -
      numberIn(price, 'Freight per window') -
      sumOf(costs, 'Timber'),
  };
}
