import type { ChartType } from '../reading/chart-spec.ts';
import type { ChartData } from './chart-data.ts';
import type { ChartColors } from './chart-theme.ts';
import { shortenText } from './measure-text.ts';
import type { NumberWords } from './number-words.ts';

/** How the names of places stand below or beside the axis. */
export type NameLayout = 'level' | 'beside' | 'tilted' | 'thinned';

/** The options of a picture besides its data. */
export interface PictureOptions {
  type: ChartType;
  /** Null leaves the title out. */
  title: string | null;
  /** Name of the column along the axis. */
  xTitle: string;
  colors: ChartColors;
  /** Families of fonts, as in CSS. */
  font: string;
  words: NumberWords;
}

/** A picture while its specification is written. */
export interface Picture {
  data: ChartData;
  options: PictureOptions;
  /** Names of the places along the axis, in full. */
  names: string[];
  layout: NameLayout;
  /** True for bars that lie: then the places stand along the vertical axis. */
  lies: boolean;
}

/** Size of a picture in pixels; the number of lying bars decides the height of theirs. */
export const pictureSize = { widthPx: 640, heightPx: 360 };
/** Room for the labels of the values beside the drawing. */
const marginPx = 70;
/** Sizes of texts. */
export const titleSizePx = 15;
export const labelSizePx = 12;
export const barLabelSizePx = 11;

/** Width of the drawing between its axes, about. */
export const plotWidthPx = pictureSize.widthPx - marginPx;

/** Shows the name of a column to readers: `net_sales` as “net sales”. */
export function showName(column: string): string {
  return column.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim() || column;
}

/** Says what the values are: the only column's name, and the unit; null for several columns without a unit. */
export function nameValues({ series, unit }: ChartData, font: string): string | null {
  const [only = ''] = series;
  const name = series.length > 1 ? unit : withUnit(only, unit);
  return name && shortenText(name, 560, { sizePx: labelSizePx, font });
}

/** Says what the places along the axis are. */
export function namePlaceAxis({ data, options }: Picture): string {
  const { xTitle, font } = options;
  return shortenText(withUnit(xTitle, data.xUnit), 400, { sizePx: labelSizePx, font });
}

function withUnit(column: string, unit: string | null): string {
  return unit === null ? showName(column) : `${showName(column)} (${unit})`;
}
