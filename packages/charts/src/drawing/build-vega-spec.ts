import type { ChartData } from './chart-data.ts';
import {
  barLabelSizePx,
  chooseNameLayout,
  fitNames,
  fitsBarLabels,
  labelSizePx,
  maxThinnedNames,
  namePlaceAxis,
  nameValues,
  type Picture,
  type PictureOptions,
  pictureSize,
  showName,
  titleSizePx,
  widestBarLabel,
} from './chart-labels.ts';
import { type ChartColors, seriesDashes, seriesShapes } from './chart-theme.ts';
import { measureText, shortenMiddle, wrapText } from './measure-text.ts';
import { areYears, type NumberWords, namePlaces } from './number-words.ts';

/**
 * Writes a chart's Vega-Lite specification. A document's texts are only data and values of
 * parameters, because Vega would evaluate an expression, and a title `constructor` makes it fail.
 */
export function buildVegaSpec(data: ChartData, options: PictureOptions): Record<string, unknown> {
  const { colors, font, words } = options;
  const names = namePlaces(data, words);
  const layout = data.positions === 'names' ? chooseNameLayout(names, options) : 'level';
  const small = { sizePx: labelSizePx, font };
  const picture: Picture = { data, options, names, layout, lies: layout === 'beside' };
  const head = writeHead(picture);
  const { divisor, suffix } = isPlainUnit(data.unit)
    ? words.scale(largest(data))
    : { divisor: 1, suffix: '' };
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
      {
        name: 'seriesNames',
        value: data.series.map((name) => shortenMiddle(showName(name), 190, small)),
      },
      { name: 'divisor', value: divisor },
      { name: 'suffix', value: suffix },
    ],
    data: { values: buildValues(picture) },
    layer: buildLayers(picture),
    config: buildConfig(colors, font, words),
  };
}

const largest = ({ points }: ChartData) =>
  points.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);

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
  return [
    ...values,
    ...data.gaps.map(({ place, series }) => ({ x: placeOf(place), y: null, s: series, label: '' })),
  ];
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
  const lines =
    title === null
      ? []
      : wrapText(title, pictureSize.widthPx - 30, { sizePx: titleSizePx, font }, 3);
  return { lines, values: nameValues(data, font) ?? '', isValueNameBelow: lies };
}

/** A picture without a title of its own has the name of the values in its place. */
function placeHead(
  { lines, values, isValueNameBelow }: Head,
  { quiet }: ChartColors,
): Record<string, unknown> | null {
  const hasValues = values !== '' && !isValueNameBelow;
  if (lines.length === 0) {
    const small = { fontSize: labelSizePx, fontWeight: 'normal', color: quiet };
    return hasValues ? { text: { expr: 'valueTitle' }, ...small } : null;
  }
  return {
    text: { expr: 'headLines' },
    ...(hasValues ? { subtitle: { expr: 'valueTitle' } } : {}),
  };
}

function buildConfig(
  colors: ChartColors,
  font: string,
  words: NumberWords,
): Record<string, unknown> {
  const label = { labelFontSize: labelSizePx, labelColor: colors.quiet, labelFont: font };
  const title = {
    titleFontSize: labelSizePx,
    titleColor: colors.quiet,
    titleFont: font,
    titleFontWeight: 'normal',
  };
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

type Channel = Record<string, unknown>;

/** Writes the channel of the places: names in the order of the query, numbers, or days. */
function buildPlaceAxis(picture: Picture): Channel {
  const { data, options } = picture;
  const { positions, places } = data;
  const title = { signal: 'placeTitle' };
  const axis = { title, grid: false, tickCount: 8 };
  if (positions === 'names') return buildNameAxis(picture);
  if (positions === 'days') return { field: 'x', type: 'temporal', scale: { type: 'utc' }, axis };
  const whole = places.every((place) => Number.isInteger(place)) ? { tickMinStep: 1 } : {};
  const format = areYears(places) ? 'd' : ',.12~g';
  const scale = { zero: false, nice: false, padding: options.type === 'scatter' ? 12 : 0 };
  return { field: 'x', type: 'quantitative', scale, axis: { ...axis, format, ...whole } };
}

function buildNameAxis({ names, layout, lies, options, data }: Picture): Channel {
  const isBar = options.type === 'bar';
  const domain = names.map((_, index) => index);
  return {
    field: 'x',
    type: 'ordinal',
    scale: { domain, ...(isBar ? { paddingInner: 0.25, paddingOuter: 0.15 } : {}) },
    axis: {
      title: lies ? null : { signal: 'placeTitle' },
      grid: false,
      labelExpr: 'placeNames[datum.value]',
      labelAngle: layout === 'tilted' ? -40 : 0,
      labelOverlap: false,
      labelLimit: 0,
      ticks: !isBar,
      labelPadding: 6,
      domain: data.points.every(({ value }) => value >= 0),
      ...(layout === 'thinned' ? { values: thin(domain) } : {}),
    },
  };
}

/** Leaves places at equal distances. */
function thin(all: number[]): number[] {
  const every = Math.ceil(all.length / maxThinnedNames);
  return all.filter((_, index) => index % every === 0);
}

/**
 * Writes the channel of values. Bars and areas start at zero; lines and points if that leaves them
 * half the height.
 */
function buildValueAxis(picture: Picture): Channel {
  const { data, options, lies } = picture;
  const values = data.points.map(({ value }) => value);
  const least = values.reduce((low, value) => Math.min(low, value));
  const most = values.reduce((high, value) => Math.max(high, value));
  const isFilled = options.type === 'bar' || options.type === 'area';
  const isStacked = options.type === 'area' && data.series.length > 1 && least >= 0;
  return {
    field: 'y',
    type: 'quantitative',
    stack: isStacked ? 'zero' : null,
    scale:
      lies && fitsBarLabels(picture)
        ? { domain: widen(picture, Math.min(0, least), Math.max(0, most)), nice: false }
        : { zero: isFilled || least < most / 2, nice: true },
    axis: {
      title: lies ? { signal: 'valueTitle' } : null,
      labelExpr: "datum.value === 0 ? '0' : format(datum.value / divisor, ',.12~g') + suffix",
      domain: false,
      ticks: false,
      labelPadding: 6,
      tickCount: 6,
    },
  };
}

/** Leaves room for the labels at the ends of lying bars, beside the names of the places. */
function widen(picture: Picture, low: number, high: number): [number, number] {
  const { names, layout, options } = picture;
  const face = { sizePx: labelSizePx, font: options.font };
  const shown = fitNames(names, layout, options.font).map((name) => measureText(name, face));
  const share = (widestBarLabel(picture) + 10) / (pictureSize.widthPx - 30 - Math.max(...shown));
  const sides = Number(low < 0) + Number(high > 0);
  const room = ((high - low || 1) * share) / Math.max(0.2, 1 - sides * share);
  return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
}

type Encoding = Record<string, unknown>;
interface Layer {
  mark: Record<string, unknown>;
  encoding: Encoding;
  data?: unknown;
  transform?: unknown[];
}

/** Limits the places whose values have points on their line. */
const maxPointsOnLine = 40;

/**
 * Writes the layers of a picture: its marks, their labels, and a line at zero where values are
 * negative.
 */
function buildLayers(picture: Picture): Layer[] {
  const { data, options, lies } = picture;
  const layers = buildMarks(picture);
  if (data.points.every(({ value }) => value >= 0)) return layers;
  const mark = { type: 'rule', color: options.colors.axis, strokeWidth: 1 };
  return [
    ...layers,
    { data: { values: [{}] }, mark, encoding: { [lies ? 'x' : 'y']: { datum: 0 } } },
  ];
}

function buildMarks(picture: Picture): Layer[] {
  const { data, options } = picture;
  const isMany = data.series.length > 1;
  switch (options.type) {
    case 'bar':
      return [
        { mark: { type: 'bar' }, encoding: buildEncoding(picture, { symbolType: 'square' }) },
        ...(fitsBarLabels(picture) ? [buildBarLabels(picture)] : []),
      ];
    case 'area': {
      const order = isMany ? { order: { field: 's', type: 'quantitative' } } : {};
      const encoding = {
        ...buildEncoding(picture, { symbolType: 'square', symbolStrokeWidth: 0 }),
        ...order,
      };
      return [
        {
          mark: { type: 'area', opacity: isMany ? 0.85 : 0.35, line: { strokeWidth: 2 } },
          encoding,
        },
      ];
    }
    case 'scatter': {
      const encoding = buildEncoding(picture, {});
      const shaped = isMany ? { shape: bySeries(picture, seriesShapes, {}) } : {};
      return [
        {
          mark: { type: 'point', filled: true, size: 50, opacity: 0.8 },
          encoding: { ...encoding, ...shaped },
        },
      ];
    }
    case 'line': {
      const symbols = { symbolType: 'stroke', symbolSize: 700, symbolStrokeWidth: 2.5 };
      const dash = isMany ? { strokeDash: bySeries(picture, seriesDashes, symbols) } : {};
      const line = {
        mark: { type: 'line', strokeWidth: 2 },
        encoding: { ...buildEncoding(picture, symbols), ...dash },
      };
      return data.places.length > maxPointsOnLine
        ? [line]
        : [line, ...buildLinePoints(picture, symbols)];
    }
  }
}

/**
 * Writes a layer for each series, because a scale of shapes would put them into the legend in place
 * of the dashes.
 */
function buildLinePoints(picture: Picture, symbols: Record<string, unknown>): Layer[] {
  const encoding = buildEncoding(picture, symbols);
  return picture.data.series.map((_, index) => ({
    transform: [{ filter: { field: 's', equal: index } }],
    mark: { type: 'point', filled: true, size: 36, opacity: 1, shape: seriesShapes[index] },
    encoding,
  }));
}

/**
 * Positions and colours. `symbols` says how the legend shows a series; a single one needs no
 * legend.
 */
function buildEncoding(picture: Picture, symbols: Record<string, unknown>): Encoding {
  const { data, options, lies } = picture;
  const [place, value] = lies ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const isMany = data.series.length > 1;
  const beside = {
    field: 's',
    type: 'nominal',
    scale: { domain: data.series.map((_, index) => index) },
  };
  return {
    [place]: buildPlaceAxis(picture),
    [value]: buildValueAxis(picture),
    color: bySeries(picture, options.colors.series, isMany ? symbols : null),
    ...(options.type === 'bar' && isMany ? { [`${place}Offset`]: beside } : {}),
  };
}

function bySeries(
  { data }: Picture,
  range: readonly unknown[],
  symbols: Record<string, unknown> | null,
): Encoding {
  const { series } = data;
  const scale = { domain: series.map((_, index) => index), range: range.slice(0, series.length) };
  const legend = symbols && { title: null, labelExpr: 'seriesNames[datum.value]', ...symbols };
  return { field: 's', type: 'nominal', scale, legend };
}

function buildBarLabels(picture: Picture): Layer {
  const { options, lies } = picture;
  const place = lies
    ? {
        align: { expr: "datum.y < 0 ? 'right' : 'left'" },
        dx: { expr: 'datum.y < 0 ? -4 : 4' },
        baseline: 'middle',
      }
    : {
        align: 'center',
        baseline: { expr: "datum.y < 0 ? 'top' : 'bottom'" },
        dy: { expr: 'datum.y < 0 ? 3 : -3' },
      };
  const { x, y } = buildEncoding(picture, {});
  return {
    mark: { type: 'text', fontSize: barLabelSizePx, color: options.colors.ink, ...place },
    encoding: { x, y, text: { field: 'label', type: 'nominal' } },
  };
}
