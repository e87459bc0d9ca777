import { numberIn, type Row } from '../../../read-attachments.ts';
import type { Earnings } from './compute-earnings.ts';
import type { Growth } from './compute-growth.ts';
import type { Plant } from './compute-plant.ts';
import { paperInputs } from './paper-inputs.ts';
import { row, whole } from './write-figures.ts';

/** Returns the rows and phrases with figures that the paper on capacity must contain. */
export function expectCapacity(
  months: Row[],
  plant: Plant,
  { markets }: Earnings,
  growth: Growth,
): string[] {
  const { windowsADay, windowsADayInTwoShifts, secondShift } = paperInputs;
  const option = (name: string, windows: number) => {
    const use = ((plant.made + windows) / plant.capacity) * 100;
    return row(name, whole(windows), whole(plant.made + windows), use.toFixed(1));
  };
  const bySecondShift = (plant.capacity * windowsADayInTwoShifts) / windowsADay - plant.capacity;
  return [
    ...months.map((month) => row(...monthCells(String(month['Month']), readMonth(month)))),
    row(...monthCells('Year', plant).map((cell) => `**${cell}**`)),
    option('A, Bavaria', growth.windowsOfA),
    option('B, Italy', growth.windowsOfB),
    option('A and B together', growth.windowsOfA + growth.windowsOfB),
    `The six full months had ${whole(plant.freeInFullMonths)} free places`,
    `The four winter months, which begin with December, had ${whole(plant.freeInWinter)} of them`,
    `A would put ${whole(growth.windowsOfA * plant.shareOfFullMonths)} windows`,
    `${whole(bySecondShift)} windows a year`,
    `it costs €${whole(secondShift / growth.windowsOfA)} each`,
    `It takes ${whole(secondShift / markets.Austria.adds.timber)} if all are timber`,
    `${whole(secondShift / markets.Austria.adds.aluminium)} if all are timber-aluminium`,
  ];
}

type Month = Pick<Plant, 'made' | 'capacity' | 'late'>;

function readMonth(cells: Row): Month {
  const [made, capacity] = [numberIn(cells, 'Windows made'), numberIn(cells, 'Capacity')];
  return { made, capacity, late: numberIn(cells, 'Delivered late') };
}

function monthCells(name: string, { made, capacity, late }: Month): string[] {
  const share = (part: number, all: number) => ((part / all) * 100).toFixed(1);
  return [
    name,
    whole(made),
    share(made, capacity),
    whole(capacity - made),
    whole(late),
    share(late, made),
  ];
}
