import { numberIn, type Row, rowOf, sumOf } from '../../../read-attachments.ts';

/** EUR a window, if all windows are of one kind. */
interface ByKind {
  timber: number;
  aluminium: number;
}

/** The earnings of the average window of a market in 2025, in EUR. */
export interface MarketEarnings {
  sold: number;
  price: number;
  freight: number;
  /** Price after freight. */
  net: number;
  /** The rest after full cost. */
  leaves: ByKind;
  /** The contribution before overhead, in EUR. */
  adds: ByKind;
}

/** The cost of a window, and what each market earned. */
export interface Earnings {
  full: ByKind;
  withoutOverhead: ByKind;
  markets: Record<'Austria' | 'Bavaria' | 'Italy', MarketEarnings>;
}

/** Computes what a window earns from the workbook's costs and prices. */
export function computeEarnings(costs: Row[], prices: Row[]): Earnings {
  const overhead = rowOf(costs, 'Overhead');
  const full = { timber: sumOf(costs, 'Timber'), aluminium: sumOf(costs, 'Timber-aluminium') };
  const withoutOverhead = {
    timber: full.timber - numberIn(overhead, 'Timber'),
    aluminium: full.aluminium - numberIn(overhead, 'Timber-aluminium'),
  };
  const of = (market: string): MarketEarnings => {
    const cells = rowOf(prices, market);
    const [price, freight] = [
      numberIn(cells, 'Average price'),
      numberIn(cells, 'Freight per window'),
    ];
    const net = price - freight;
    const less = (cost: ByKind) => ({ timber: net - cost.timber, aluminium: net - cost.aluminium });
    const sold = numberIn(cells, 'Windows sold');
    return { sold, price, freight, net, leaves: less(full), adds: less(withoutOverhead) };
  };
  return {
    full,
    withoutOverhead,
    markets: { Austria: of('Austria'), Bavaria: of('Bavaria'), Italy: of('Italy') },
  };
}
