import { type AttachmentReader, numberIn, type Row, rowOf, sumOf } from '../../read-attachments.ts';

const workbook = 'accounts-workbook.xlsx';
/** The months in which the plant was nearly full. */
const fullMonths = ['May', 'June', 'July', 'September', 'October', 'November'];
const winter = ['December', 'January', 'February', 'March'];

/** What the papers take from the options paper, which is a PDF. The check of citations holds these against its text. */
const paper = {
  ...{ areaManager: 95_000, samples: 60_000, approval: 45_000, company: 270_000, setUp: 310_000, fitters: 180_000 },
  ...{ shift: 285_000, daily: 92, dailyOfTwoShifts: 130, revenueA: 3_200_000, revenueB: 2_600_000, paidAfterDays: 94 },
  ...{ calls: 611, bestShare: 0.58, dealers: 11, dealersOfA: 25, discount: 0.28 },
};
const visit = 500;

/** Tables and phrases of the recorded papers with every figure computed from the attachments, by task. */
export async function derivePassages(read: AttachmentReader): Promise<Record<string, string[]>> {
  const revenue = await read.sheet(workbook, 'Revenue by market (EUR 000)');
  const costs = await read.sheet(workbook, 'Cost per window 2025 (EUR)');
  const prices = await read.sheet(workbook, 'Price and freight 2025 (EUR)');
  const months = await read.sheet(workbook, 'Production 2025');
  const earned = earn(costs, prices);
  const plant = readPlant(months);
  const growth = readGrowth(revenue, prices);
  return {
    markets: writeMarkets(revenue),
    'unit-earnings': writeEarnings(costs, prices, earned),
    capacity: writeCapacity(months, plant, earned),
    decision: writeDecision({ earned, plant, growth, prices }),
  };
}

interface Range {
  timber: number;
  aluminium: number;
}

interface Earned {
  net: number;
  price: number;
  sold: number;
  /** After full cost. */
  leaves: Range;
  /** Before overhead. */
  adds: Range;
}

function earn(costs: Row[], prices: Row[]): Record<'Austria' | 'Bavaria' | 'Italy', Earned> {
  const overhead = rowOf(costs, 'Overhead');
  const full = { timber: sumOf(costs, 'Timber'), aluminium: sumOf(costs, 'Timber-aluminium') };
  const of = (market: string): Earned => {
    const row = rowOf(prices, market);
    const price = numberIn(row, 'Average price');
    const net = price - numberIn(row, 'Freight per window');
    const leaves = { timber: net - full.timber, aluminium: net - full.aluminium };
    const adds = {
      timber: leaves.timber + numberIn(overhead, 'Timber'),
      aluminium: leaves.aluminium + numberIn(overhead, 'Timber-aluminium'),
    };
    return { net, price, sold: numberIn(row, 'Windows sold'), leaves, adds };
  };
  return { Austria: of('Austria'), Bavaria: of('Bavaria'), Italy: of('Italy') };
}

interface Plant {
  made: number;
  capacity: number;
  late: number;
  freeInFullMonths: number;
  freeInWinter: number;
  shareOfFullMonths: number;
}

function readPlant(months: Row[]): Plant {
  const pick = (names: string[]) => months.filter((row) => names.includes(String(row['Month'])));
  const free = (rows: Row[]) => sumOf(rows, 'Capacity') - sumOf(rows, 'Windows made');
  const made = sumOf(months, 'Windows made');
  return {
    made,
    capacity: sumOf(months, 'Capacity'),
    late: sumOf(months, 'Delivered late'),
    freeInFullMonths: free(pick(fullMonths)),
    freeInWinter: free(pick(winter)),
    shareOfFullMonths: sumOf(pick(fullMonths), 'Windows made') / made,
  };
}

interface Growth {
  /** In EUR thousand. */
  perYear: number;
  bavaria2029: number;
  italy2029: number;
  /** More windows in Bavaria in 2029 than in 2025. */
  windows: number;
}

function readGrowth(revenue: Row[], prices: Row[]): Growth {
  const in2029 = (market: string) => {
    const row = rowOf(revenue, market);
    return 2 * numberIn(row, '2025') - numberIn(row, '2021');
  };
  const bavaria = rowOf(revenue, 'Bavaria');
  const more = in2029('Bavaria') - numberIn(bavaria, '2025');
  const windows = Math.round((more * 1000) / numberIn(rowOf(prices, 'Bavaria'), 'Average price'));
  return { perYear: more / 4, bavaria2029: in2029('Bavaria'), italy2029: in2029('Italy'), windows };
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB').replace('-', '−');
const thousands = (value: number) => whole(value / 1000);
const fixed = (value: number, digits = 1) => value.toFixed(digits);
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

function writeMarkets(revenue: Row[]): string[] {
  const years = ['2021', '2022', '2023', '2024', '2025'];
  const rows = ['Bavaria', 'Italy', 'Austria'].map((market) => {
    const cells = rowOf(revenue, market);
    const change = (numberIn(cells, '2025') / numberIn(cells, '2021') - 1) * 100;
    return row(market, ...years.map((year) => whole(numberIn(cells, year))), `+${whole(change)} percent`);
  });
  const bavaria = rowOf(revenue, 'Bavaria');
  const [first, last] = [numberIn(bavaria, '2021'), numberIn(bavaria, '2025')];
  const best = paper.bestShare * last;
  const ordinary = (last - best) / (paper.dealers - 3);
  const added = paper.dealersOfA - paper.dealers;
  const needed = (paper.revenueA / 1000 - last) / added;
  const abroad = (last + numberIn(rowOf(revenue, 'Italy'), '2025')) / numberIn(rowOf(revenue, 'Total'), '2025');
  return [
    ...rows,
    `rose by ${whole((last / first - 1) * 100)} percent from 2021 to 2025`,
    `That is €${whole(Math.round(best / 10) * 10)},000, or €${whole(best / 3)},000 each`,
    `The other eight sold for €${whole(ordinary)},000 each`,
    `each of ${added} new dealers must sell for €${whole(needed)},000`,
    `25 dealers make €${fixed((last + added * ordinary) / 1000, 2)} million`,
    `${fixed(abroad * 100)} percent of all revenue came from abroad`,
  ];
}

function writeEarnings(
  costs: Row[],
  prices: Row[],
  { Austria, Bavaria, Italy }: Record<string, Earned> & ReturnType<typeof earn>,
): string[] {
  const markets = [Austria, Bavaria, Italy];
  const items = costs.map((cost) =>
    row(String(cost['Item']), numberIn(cost, 'Timber'), numberIn(cost, 'Timber-aluminium')),
  );
  const full = { timber: sumOf(costs, 'Timber'), aluminium: sumOf(costs, 'Timber-aluminium') };
  const over = rowOf(costs, 'Overhead');
  const freight = ['Austria', 'Bavaria', 'Italy'].map((market) =>
    numberIn(rowOf(prices, market), 'Freight per window'),
  );
  const each = (of: (market: Earned) => string | number) => markets.map(of);
  const likeHome = (market: Earned) =>
    (market.price - market.net + full.aluminium) / (1 - Austria.leaves.aluminium / Austria.price);
  const list = Bavaria.price / (1 - paper.discount);
  const atBadDiscount = list * 0.65;
  const calls =
    (paper.calls / Austria.sold) * 0 + (paper.calls / markets.reduce((sum, { sold }) => sum + sold, 0)) * Bavaria.sold;
  const rise = Bavaria.price * 0.05;
  return [
    ...items,
    row('**Full cost**', `**${full.timber}**`, `**${full.aluminium}**`),
    row(
      'Without overhead',
      full.timber - numberIn(over, 'Timber'),
      full.aluminium - numberIn(over, 'Timber-aluminium'),
    ),
    row('Average price', ...each(({ price }) => price)),
    row('Freight', ...freight),
    row('Price after freight', ...each(({ net }) => net)),
    row('Leaves after full cost, all timber', ...each(({ leaves }) => leaves.timber)),
    row('Leaves after full cost, all timber-aluminium', ...each(({ leaves }) => leaves.aluminium)),
    row('Margin on price, all timber (percent)', ...each(({ leaves, price }) => fixed((leaves.timber / price) * 100))),
    row(
      'Margin on price, all timber-aluminium (percent)',
      ...each(({ leaves, price }) => fixed((leaves.aluminium / price) * 100)),
    ),
    row('Adds before overhead, all timber', ...each(({ adds }) => adds.timber)),
    row('Adds before overhead, all timber-aluminium', ...each(({ adds }) => adds.aluminium)),
    `about €${whole(likeHome(Bavaria))} in Bavaria and €${whole(likeHome(Italy))} in Italy`,
    row('Discount', '28 to 35 percent', `−${thousands((Bavaria.price - atBadDiscount) * Bavaria.sold)},000`),
    row(
      'Mix',
      'all timber to all timber-aluminium',
      `−${thousands((Bavaria.leaves.timber - Bavaria.leaves.aluminium) * Bavaria.sold)},000`,
    ),
    row('Price', '+5 percent, no window lost', `+${thousands(rise * Bavaria.sold)},000`),
    row('Service', `none to ${whole(calls)} visits at €${visit}`, `−${thousands(Math.round(calls) * visit)},000`),
    `At 35 percent Brennhof would receive €${whole(atBadDiscount)}`,
    `buy no more than ${whole((rise / (Bavaria.adds.timber + rise)) * 100)} percent less`,
    `and ${whole((rise / (Bavaria.adds.aluminium + rise)) * 100)} percent for timber-aluminium`,
    `It needs ${whole(paper.company / Italy.adds.timber)} to ${whole(paper.company / Italy.adds.aluminium)} more windows a year`,
    `€${whole(paper.areaManager).replace(/,000$/, '')},000 a year`,
  ];
}

function writeCapacity(months: Row[], plant: Plant, { Austria, Bavaria, Italy }: ReturnType<typeof earn>): string[] {
  const { made, capacity, late } = plant;
  const line = (name: string, of: { made: number; capacity: number; late: number }, bold = (text: string) => text) =>
    row(
      ...[name, whole(of.made), fixed((of.made / of.capacity) * 100), whole(of.capacity - of.made)].map(bold),
      ...[fixed(of.made / paper.daily), whole(of.late), fixed((of.late / of.made) * 100)].map(bold),
    );
  const rows = months.map((month) =>
    line(String(month['Month']), {
      made: numberIn(month, 'Windows made'),
      capacity: numberIn(month, 'Capacity'),
      late: numberIn(month, 'Delivered late'),
    }),
  );
  const more = { A: paper.revenueA / Bavaria.price - Bavaria.sold, B: paper.revenueB / Italy.price - Italy.sold };
  const option = (name: string, windows: number) =>
    row(name, whole(windows), whole(made + windows), fixed(((made + Math.round(windows)) / capacity) * 100));
  const bySecondShift = (capacity * paper.dailyOfTwoShifts) / paper.daily - capacity;
  return [
    ...rows,
    line('Year', plant, (text) => `**${text}**`),
    option('A, Bavaria', more.A),
    option('B, Italy', more.B),
    option('A and B together', Math.round(more.A) + Math.round(more.B)),
    `The six full months had ${whole(plant.freeInFullMonths)} free places, December to March had ${whole(plant.freeInWinter)}`,
    `A would put ${whole(more.A * plant.shareOfFullMonths)} windows`,
    `${whole(bySecondShift)} windows a year`,
    `it costs €${whole(paper.shift / more.A)} each`,
    `It takes ${whole(paper.shift / Austria.adds.timber)} if all are timber`,
    `${whole(late)} were late`,
  ];
}

function writeDecision(known: {
  earned: ReturnType<typeof earn>;
  plant: Plant;
  growth: Growth;
  prices: Row[];
}): string[] {
  const { plant, growth } = known;
  const { Austria, Bavaria, Italy } = known.earned;
  const A = Math.round(paper.revenueA / Bavaria.price - Bavaria.sold);
  const B = Math.round(paper.revenueB / Italy.price - Italy.sold);
  const range = (low: number, high: number) => `${thousands(low)} to ${thousands(high)}`;
  const ofA = {
    low: A * Bavaria.adds.aluminium - paper.areaManager,
    high: A * Bavaria.adds.timber - paper.areaManager,
  };
  const ofB = { low: B * Italy.adds.aluminium - paper.company, high: B * Italy.adds.timber - paper.company };
  const rise = Bavaria.price * 0.05 * Bavaria.sold;
  const ours = { low: growth.windows * Bavaria.adds.aluminium, high: growth.windows * Bavaria.adds.timber };
  const share = (windows: number) => fixed(((plant.made + windows) / plant.capacity) * 100);
  const now = Bavaria.sold * Bavaria.price + Italy.sold * Italy.price;
  const inFullMonths = growth.windows * plant.shareOfFullMonths;
  const bought = (paper.revenueA / 1000 - growth.bavaria2029) / (Bavaria.price / 1000);
  const owed = ((paper.revenueB - 340_000) * paper.paidAfterDays) / 365;
  return [
    row(
      'Revenue abroad, if expectations hold (€ million)',
      fixed(now / 1e6, 2),
      '3.54',
      '4.22',
      '5.80',
      fixed((growth.bavaria2029 + growth.italy2029) / 1000, 2),
    ),
    row('Share of plant capacity (percent)', share(0), share(A), share(B), share(A + B), share(growth.windows)),
    row(
      'Adds without a second shift (€ thousand a year)',
      'not estimated',
      range(ofA.low, ofA.high),
      range(ofB.low, ofB.high),
      'not possible',
      range(ours.low + rise, ours.high + rise),
    ),
    row(
      'Adds with a second shift (€ thousand a year)',
      '–',
      range(ofA.low - paper.shift, ofA.high - paper.shift),
      range(ofB.low - paper.shift, ofB.high - paper.shift),
      range(ofA.low + ofB.low - paper.shift, ofA.high + ofB.high - paper.shift),
      '–',
    ),
    row(
      'Paid once (€ thousand)',
      thousands(paper.fitters),
      thousands(paper.samples + paper.approval),
      thousands(paper.setUp),
      thousands(paper.samples + paper.approval + paper.setUp),
      thousands(paper.fitters + paper.approval),
    ),
    row('Price in Bavaria, +5 percent', thousands(rise), 'No dealer buys less; 16 percent less would use it up'),
    row(
      `Growth in Bavaria at today’s pace, ${whole(growth.windows)} windows`,
      range(ours.low, ours.high),
      'A straight line from 2021 to 2025, which is an assumption',
    ),
    row('**Together**', `**${range(ours.low + rise, ours.high + rise)}**`, 'Before service abroad'),
    `adds €${thousands(ours.low + rise)},000 to €${thousands(ours.high + rise)},000 a year by 2029`,
    `${whole(inFullMonths)} would fall into the six full months`,
    `at least ${whole(Math.round(inFullMonths) - plant.freeInFullMonths)} must move`,
    row(
      `${whole(Math.round(inFullMonths) - plant.freeInFullMonths)} windows not moved to winter, each in place of a home window`,
      `−${thousands(308 * (Austria.net - Bavaria.net))}`,
    ),
    `or ${whole(bought)} windows`,
    `They add €${thousands(bought * Bavaria.adds.aluminium)},000 to €${thousands(bought * Bavaria.adds.timber)},000`,
    `What stays is €${thousands(bought * Bavaria.adds.aluminium - paper.areaManager)},000 to €${thousands(bought * Bavaria.adds.timber - paper.areaManager)},000 a year`,
    `€${thousands(paper.setUp + owed)},000 of cash`,
    `${whole(paper.fitters / Austria.adds.timber)} to ${whole(paper.fitters / Austria.adds.aluminium)} more home windows`,
    `an Italian window adds €${Italy.adds.timber - Bavaria.adds.timber} more`,
  ];
}
