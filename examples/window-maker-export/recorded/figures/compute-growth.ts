import { numberIn, type Row, rowOf } from '../../../read-attachments.ts';
import type { Earnings } from './compute-earnings.ts';
import { paperInputs } from './paper-inputs.ts';

/** More windows in 2029 than in 2025, and revenue if each market grows on as from 2021 to 2025. */
export interface Growth {
  windowsOfA: number;
  windowsOfB: number;
  windowsOnTrend: number;
  /** EUR thousand. */
  bavariaOnTrend: number;
  /** EUR thousand. */
  italyOnTrend: number;
}

/** Computes what the options expect and what the straight line gives. */
export function computeGrowth(revenue: Row[], { markets: { Bavaria, Italy } }: Earnings): Growth {
  const onTrend = (market: string) => {
    const cells = rowOf(revenue, market);
    return 2 * numberIn(cells, '2025') - numberIn(cells, '2021');
  };
  const bavariaOnTrend = onTrend('Bavaria');
  const gained = bavariaOnTrend - numberIn(rowOf(revenue, 'Bavaria'), '2025');
  return {
    windowsOfA: Math.round(paperInputs.revenueOfA / Bavaria.price) - Bavaria.sold,
    windowsOfB: Math.round(paperInputs.revenueOfB / Italy.price) - Italy.sold,
    windowsOnTrend: Math.round((gained * 1000) / Bavaria.price),
    bavariaOnTrend,
    italyOnTrend: onTrend('Italy'),
  };
}
