import { buildLayers } from './build-layers.ts';
import type { ChartData } from './chart-data.ts';
import { chooseNameLayout, fitNames, namePlaces } from './chart-labels.ts';
import type { ChartColors } from './chart-theme.ts';
import { shortenMiddle, wrapText } from './measure-text.ts';
import type { NumberWords } from './number-words.ts';
import {
  labelSizePx,
  namePlaceAxis,
  nameValues,
  type Picture,
  type PictureOptions,
  pictureSize,
  showName,
  titleSizePx,
} from './picture.ts';

/**
 * Writes the Vega-Lite specification of a chart. Texts of a document are only in its data and in the values of its
 * parameters: Vega would evaluate an expression, and a title that is `constructor` makes it fail. Fields, expressions
 * and formats are our own.
 */
export function buildVegaSpec(data: ChartData, options: PictureOptions): Record<string, unknown> {
  const { colors, font, words } = options;
  const names = namePlaces(data, words);
  const layout = data.positions === 'names' ? chooseNameLayout(names, options) : 'level';
  const small = { sizePx: labelSizePx, font };
  const picture: Picture = { data, options, names, layout, lies: layout === 'beside' };
  const head = writeHead(picture);
  const { divisor, suffix } = isPlainUnit(data.unit) ? words.scale(largest(data)) : { divisor: 1, suffix: '' };
  return {
    width: pictureSize.widthPx,
    height: picture.lies ? heightOfLyingBars(data) : pictureSize.heightPx,
    autosize: { type: 'fit', contains: 'padding' },
    padding: { left: 4, right: 12, top: 4, bottom: 4 },
    background: null,
    title: placeHead(head, colors),
    params: [
      { name: 'headLines', value: head.lines },
      { name: 'valueTitle', value: head.values },
      { name: 'placeTitle', value: namePlaceAxis(picture) },
      { name: 'placeNames', value: fitNames(names, layout, font) },
      { name: 'seriesNames', value: data.series.map((name) => shortenMiddle(showName(name), 190, small)) },
      { name: 'divisor', value: divisor },
      { name: 'suffix', value: suffix },
    ],
    data: { values: buildValues(picture) },
    layer: buildLayers(picture),
    config: buildConfig(colors, font, words),
  };
}

const largest = ({ points }: ChartData) => points.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);

/** Tells whether labels may say millions: beside `EUR m` or `EUR 000` they would count twice. */
const isPlainUnit = (unit: string | null) => unit === null || /^(?:[A-Z]{3}|\p{Sc})$/u.test(unit);

function heightOfLyingBars({ places, series }: ChartData): number {
  return Math.max(220, 100 + places.length * Math.max(24, series.length * 12 + 8));
}

/** Lines and areas break at a value that is null. */
function buildValues({ data, options }: Picture): Record<string, unknown>[] {
  const { type, words } = options;
  const placeOf = (place: number) => (data.positions === 'names' ? place : data.places[place]);
  const values = data.points.map(({ place, value, series }) => ({
    x: placeOf(place),
    y: value,
    s: series,
    label: words.value(value),
  }));
  if (type !== 'line' && type !== 'area') return values;
  return [...values, ...data.gaps.map(({ place, series }) => ({ x: placeOf(place), y: null, s: series, label: '' }))];
}

/** The lines of the title, and what the values are. */
interface Head {
  lines: string[];
  values: string;
  /** True for lying bars, whose values have their name below them. */
  isValueNameBelow: boolean;
}

function writeHead({ data, options, lies }: Picture): Head {
  const { title, font } = options;
  const lines = title === null ? [] : wrapText(title, pictureSize.widthPx - 30, { sizePx: titleSizePx, font }, 3);
  return { lines, values: nameValues(data, font) ?? '', isValueNameBelow: lies };
}

/** A picture without a title of its own has the name of the values in its place. */
function placeHead({ lines, values, isValueNameBelow }: Head, { quiet }: ChartColors): Record<string, unknown> | null {
  const hasValues = values !== '' && !isValueNameBelow;
  if (lines.length === 0) {
    const small = { fontSize: labelSizePx, fontWeight: 'normal', color: quiet };
    return hasValues ? { text: { expr: 'valueTitle' }, ...small } : null;
  }
  return { text: { expr: 'headLines' }, ...(hasValues ? { subtitle: { expr: 'valueTitle' } } : {}) };
}

function buildConfig(colors: ChartColors, font: string, words: NumberWords): Record<string, unknown> {
  const label = { labelFontSize: labelSizePx, labelColor: colors.quiet, labelFont: font };
  const title = { titleFontSize: labelSizePx, titleColor: colors.quiet, titleFont: font, titleFontWeight: 'normal' };
  const lines = { gridColor: colors.grid, domainColor: colors.axis, tickColor: colors.axis };
  return {
    aria: false,
    font,
    locale: { number: words.numberLocale, time: words.timeLocale },
    view: { stroke: null },
    axis: { ...label, ...title, ...lines, titlePadding: 8, titleLimit: 560, labelFlush: false },
    legend: {
      ...label,
      orient: 'top',
      direction: 'horizontal',
      columns: 3,
      labelLimit: 0,
      offset: 10,
      columnPadding: 18,
      rowPadding: 4,
    },
    title: {
      anchor: 'start',
      frame: 'bounds',
      font,
      fontSize: titleSizePx,
      fontWeight: 600,
      lineHeight: 19,
      color: colors.ink,
      offset: 10,
      subtitleFont: font,
      subtitleFontSize: labelSizePx,
      subtitleColor: colors.quiet,
      subtitlePadding: 5,
    },
    text: { font },
  };
}
