import { numberIn, type Row, rowOf } from '../../../read-attachments.ts';
import { paperInputs } from './paper-inputs.ts';
import { row, whole } from './write-figures.ts';

const years = ['2021', '2022', '2023', '2024', '2025'];

/** Returns the rows and phrases with figures that the paper on the markets must contain. */
export function expectMarkets(revenue: Row[]): string[] {
  const rows = ['Bavaria', 'Italy', 'Austria'].map((market) => {
    const cells = rowOf(revenue, market);
    const change = (numberIn(cells, '2025') / numberIn(cells, '2021') - 1) * 100;
    return row(
      market,
      ...years.map((year) => whole(numberIn(cells, year))),
      `+${whole(change)} percent`,
    );
  });
  const bavaria = rowOf(revenue, 'Bavaria');
  const [first, last] = [numberIn(bavaria, '2021'), numberIn(bavaria, '2025')];
  const best = paperInputs.shareOfBestThree * last;
  const ordinary = (last - best) / (paperInputs.dealers - 3);
  const added = paperInputs.dealersOfA - paperInputs.dealers;
  const needed = (paperInputs.revenueOfA / 1000 - last) / added;
  const abroad =
    (last + numberIn(rowOf(revenue, 'Italy'), '2025')) / numberIn(rowOf(revenue, 'Total'), '2025');
  return [
    ...rows,
    `rose by ${whole((last / first - 1) * 100)} percent from 2021 to 2025`,
    `That is €${whole(best)},000, or €${whole(best / 3)},000 each`,
    `The other eight sold for €${whole(ordinary)},000 each`,
    `each of ${added} new dealers must sell for €${whole(needed)},000`,
    `25 dealers make €${((last + added * ordinary) / 1000).toFixed(2)} million`,
    `${(abroad * 100).toFixed(1)} percent of all revenue came from abroad`,
  ];
}
