import type { Earnings } from './compute-earnings.ts';
import type { Growth } from './compute-growth.ts';
import type { Plant } from './compute-plant.ts';
import { paperInputs } from './paper-inputs.ts';
import { row, thousands, thousandsBetween, whole } from './write-figures.ts';

/** Returns the rows and phrases with figures that the paper for the decision must contain. */
export function expectDecision(earnings: Earnings, plant: Plant, growth: Growth): string[] {
  return [
    ...expectOptions(earnings, plant, growth),
    ...expectAdvice(earnings, plant, growth),
    ...expectObjections(earnings, plant, growth),
  ];
}

/** The yearly contribution at the low and the high end, in EUR. */
interface Adds {
  low: number;
  high: number;
}

const plus = (one: Adds, other: Adds): Adds => ({
  low: one.low + other.low,
  high: one.high + other.high,
});
const less = ({ low, high }: Adds, cost: number): Adds => ({ low: low - cost, high: high - cost });
const show = ({ low, high }: Adds) => thousandsBetween(low, high);

function advise(
  { markets: { Bavaria } }: Earnings,
  { windowsOnTrend }: Growth,
): { rise: number; growth: Adds } {
  const growth = {
    low: windowsOnTrend * Bavaria.adds.aluminium,
    high: windowsOnTrend * Bavaria.adds.timber,
  };
  return { rise: paperInputs.priceRise * Bavaria.price * Bavaria.sold, growth };
}

function expectOptions(earnings: Earnings, plant: Plant, growth: Growth): string[] {
  const { areaManager, italianCompany, secondShift, samples, approval, italianSetUp, fourFitters } =
    paperInputs;
  const { Bavaria, Italy } = earnings.markets;
  const { windowsOfA, windowsOfB, windowsOnTrend } = growth;
  const addsOf = (windows: number, { adds }: typeof Bavaria, cost: number) =>
    less({ low: windows * adds.aluminium, high: windows * adds.timber }, cost);
  const [a, b] = [
    addsOf(windowsOfA, Bavaria, areaManager),
    addsOf(windowsOfB, Italy, italianCompany),
  ];
  const advice = advise(earnings, growth);
  const ours = less(advice.growth, -advice.rise);
  const use = (windows: number) => (((plant.made + windows) / plant.capacity) * 100).toFixed(1);
  const [bavaria, italy] = [Bavaria.price * Bavaria.sold, Italy.price * Italy.sold];
  const { revenueOfA, revenueOfB } = paperInputs;
  const revenues = [
    bavaria + italy,
    revenueOfA + italy,
    bavaria + revenueOfB,
    revenueOfA + revenueOfB,
  ];
  const onTrend = (growth.bavariaOnTrend + growth.italyOnTrend) * 1000;
  const millions = [...revenues, onTrend].map((revenue) => (revenue / 1e6).toFixed(2));
  const twoShifts = [a, b, plus(a, b)].map((adds) => show(less(adds, secondShift)));
  const once = [
    fourFitters,
    samples + approval,
    italianSetUp,
    samples + approval + italianSetUp,
    fourFitters + approval,
  ];
  const uses = [0, windowsOfA, windowsOfB, windowsOfA + windowsOfB, windowsOnTrend].map(use);
  return [
    row('Revenue abroad (€ million)', ...millions),
    row('Share of plant capacity (percent)', ...uses),
    row(
      'Adds a year, one shift (€ thousand)',
      'not estimated',
      show(a),
      show(b),
      'not possible',
      show(ours),
    ),
    row('Adds a year, two shifts (€ thousand)', '–', ...twoShifts, '–'),
    row('Paid once (€ thousand)', ...once.map(thousands)),
  ];
}

function expectAdvice(earnings: Earnings, plant: Plant, known: Growth): string[] {
  const { Austria, Bavaria } = earnings.markets;
  const { rise, growth } = advise(earnings, known);
  const together = less(growth, -rise);
  const inFullMonths = Math.round(known.windowsOnTrend * plant.shareOfFullMonths);
  const toMove = inFullMonths - plant.freeInFullMonths;
  const fitters = [Austria.adds.timber, Austria.adds.aluminium].map((adds) =>
    whole(paperInputs.fourFitters / adds),
  );
  const withHalf = [growth.low / 2 + rise, growth.high / 2 + rise];
  return [
    `our advice €${withHalf.map(thousands).join(',000 to €')},000`,
    `**€${thousands(together.low)},000 to €${thousands(together.high)},000** more a year by 2029`,
    `| Price rise fails | −${thousands(rise)} |`,
    `Our advice puts ${whole(inFullMonths)} windows into the full months`,
    `at least ${whole(toMove)} must move`,
    `| ${whole(toMove)} windows not moved to winter, each in place of a home window | −${thousands(toMove * (Austria.net - Bavaria.net))} |`,
    `${fitters.join(' to ')} more home windows`,
  ];
}

function expectObjections(
  { markets: { Bavaria, Italy } }: Earnings,
  plant: Plant,
  growth: Growth,
): string[] {
  const { areaManager, revenueOfA, revenueOfB, italianDaysToPay, italianSetUp, italianCompany } =
    paperInputs;
  const bought = (revenueOfA - growth.bavariaOnTrend * 1000) / Bavaria.price;
  const adds = { low: bought * Bavaria.adds.aluminium, high: bought * Bavaria.adds.timber };
  const stays = less(adds, areaManager);
  const owed = ((revenueOfB - Italy.price * Italy.sold) * italianDaysToPay) / 365;
  const half = growth.windowsOfB / 2;
  const added = [Italy.adds.aluminium, Italy.adds.timber].map(
    (each) => half * each - italianCompany,
  );
  const toMove = (windows: number) => windows * plant.shareOfFullMonths - plant.freeInFullMonths;
  return [
    `A therefore buys ${whole(bought)} windows`,
    `They add €${thousands(adds.low)},000 to €${thousands(adds.high)},000`,
    `there stays €${thousands(stays.low)},000 to €${thousands(stays.high)},000 a year`,
    `€${thousands(italianSetUp + owed)},000 of cash`,
    `B adds €${added.map(thousands).join(',000 to €')},000 a year`,
    `${whole(toMove(growth.windowsOfA))} under A and ${whole(toMove(growth.windowsOfB))} under B`,
    `an Italian window adds €${Italy.adds.timber - Bavaria.adds.timber} more`,
  ];
}
