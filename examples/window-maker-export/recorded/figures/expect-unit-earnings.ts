import { numberIn, type Row } from '../../../read-attachments.ts';
import type { Earnings, MarketEarnings } from './compute-earnings.ts';
import { paperInputs } from './paper-inputs.ts';
import { row, thousands, whole } from './write-figures.ts';

/** Returns the rows and phrases with figures that the paper on what a window earns must contain. */
export function expectUnitEarnings(costs: Row[], earnings: Earnings): string[] {
  const { full, withoutOverhead } = earnings;
  return [
    ...costs.map((cost) =>
      row(String(cost['Item']), numberIn(cost, 'Timber'), numberIn(cost, 'Timber-aluminium')),
    ),
    row('**Full cost**', `**${full.timber}**`, `**${full.aluminium}**`),
    row('Without overhead', withoutOverhead.timber, withoutOverhead.aluminium),
    ...expectMargins(earnings),
    ...expectDrivers(earnings),
    ...expectThresholds(earnings),
  ];
}

function expectMargins({ markets: { Austria, Bavaria, Italy } }: Earnings): string[] {
  const line = (name: string, of: (market: MarketEarnings) => string | number) =>
    row(name, ...[Austria, Bavaria, Italy].map(of));
  const percent = (part: number, price: number) => ((part / price) * 100).toFixed(1);
  return [
    line('Average price', ({ price }) => price),
    line('Freight', ({ freight }) => freight),
    line('Price after freight', ({ net }) => net),
    line('Leaves after full cost, all timber', ({ leaves }) => leaves.timber),
    line('Leaves after full cost, all timber-aluminium', ({ leaves }) => leaves.aluminium),
    line('Margin on price, all timber (percent)', ({ leaves, price }) =>
      percent(leaves.timber, price),
    ),
    line('Margin on price, all timber-aluminium (percent)', ({ leaves, price }) =>
      percent(leaves.aluminium, price),
    ),
    line('Adds before overhead, all timber', ({ adds }) => adds.timber),
    line('Adds before overhead, all timber-aluminium', ({ adds }) => adds.aluminium),
  ];
}

function expectDrivers({ markets: { Austria, Bavaria, Italy } }: Earnings): string[] {
  const { discount, worstDiscount, priceRise, serviceCalls, visitEur } = paperInputs;
  const worstPrice = (Bavaria.price / (1 - discount)) * (1 - worstDiscount);
  const lost = {
    discount: Bavaria.price - worstPrice,
    mix: Bavaria.leaves.timber - Bavaria.leaves.aluminium,
  };
  const visits = Math.round(
    (serviceCalls / (Austria.sold + Bavaria.sold + Italy.sold)) * Bavaria.sold,
  );
  return [
    row('Discount', '28 to 35 percent', `−${thousands(lost.discount * Bavaria.sold)},000`),
    row('Mix', 'all timber to all timber-aluminium', `−${thousands(lost.mix * Bavaria.sold)},000`),
    row(
      'Price',
      '+5 percent, no window lost',
      `+${thousands(priceRise * Bavaria.price * Bavaria.sold)},000`,
    ),
    row(
      'Service',
      `none to ${visits} visits at €${visitEur}`,
      `−${thousands(visits * visitEur)},000`,
    ),
    `At 35 percent Brennhof would receive €${whole(worstPrice)}`,
  ];
}

function expectThresholds({ full, markets: { Austria, Bavaria, Italy } }: Earnings): string[] {
  const { priceRise, areaManager, italianCompany } = paperInputs;
  const homeMargin = Austria.leaves.aluminium / Austria.price;
  const priceLikeHome = ({ freight }: MarketEarnings) =>
    whole((freight + full.aluminium) / (1 - homeMargin));
  const rise = priceRise * Bavaria.price;
  const lossThatUsesRiseUp = (adds: number) => whole((rise / (adds + rise)) * 100);
  return [
    `about €${priceLikeHome(Bavaria)} in Bavaria and €${priceLikeHome(Italy)} in Italy`,
    `buy no more than ${lossThatUsesRiseUp(Bavaria.adds.timber)} percent less`,
    `and ${lossThatUsesRiseUp(Bavaria.adds.aluminium)} percent for timber-aluminium`,
    `with ${whole(areaManager / Bavaria.adds.timber)} more windows a year if all are timber`,
    `with ${whole(areaManager / Bavaria.adds.aluminium)} if all are timber-aluminium`,
    `It needs ${whole(italianCompany / Italy.adds.timber)} to ${whole(italianCompany / Italy.adds.aluminium)} more windows a year`,
  ];
}
