import type { AttachmentReader } from '../../../read-attachments.ts';
import { computeEarnings } from './compute-earnings.ts';
import { computeGrowth } from './compute-growth.ts';
import { computePlant } from './compute-plant.ts';
import { expectCapacity } from './expect-capacity.ts';
import { expectDecision } from './expect-decision.ts';
import { expectMarkets } from './expect-markets.ts';
import { expectUnitEarnings } from './expect-unit-earnings.ts';

const workbook = 'accounts-workbook.xlsx';

/**
 * Returns the rows and phrases of the recorded papers, by task, with every figure computed from the
 * attachments. A paper that does not contain one of them has a wrong figure.
 */
export async function expectedPassages(read: AttachmentReader): Promise<Record<string, string[]>> {
  const revenue = await read.sheet(workbook, 'Revenue by market (EUR 000)');
  const costs = await read.sheet(workbook, 'Cost per window 2025 (EUR)');
  const prices = await read.sheet(workbook, 'Price and freight 2025 (EUR)');
  const months = await read.sheet(workbook, 'Production 2025');
  const earnings = computeEarnings(costs, prices);
  const growth = computeGrowth(revenue, earnings);
  const plant = computePlant(months);
  return {
    markets: expectMarkets(revenue),
    'unit-earnings': expectUnitEarnings(costs, earnings),
    capacity: expectCapacity(months, plant, earnings, growth),
    decision: expectDecision(earnings, plant, growth),
  };
}
