import { nameWithUnit } from '@ecp/language/name-with-unit';
import type { ChartType } from '../reading/chart-spec.ts';
import type { ChartData } from './chart-data.ts';
import type { ChartColors } from './chart-theme.ts';
import { measureText, shortenMiddle, shortenText } from './measure-text.ts';
import { type NumberWords, namePlaces } from './number-words.ts';

/** Limits the bars that lie below each other; more stand, and some of their names are left out. */
const maxLyingBars = 40;

/**
 * Chooses how names stand: level if they fit, else beside lying bars, tilted below a line, or
 * thinned.
 */
export function chooseNameLayout(
  names: string[],
  { type, font }: Pick<PictureOptions, 'type' | 'font'>,
): NameLayout {
  const isBar = type === 'bar';
  const face = { sizePx: labelSizePx, font };
  const band = plotWidthPx / names.length - 6;
  const widest = names.reduce((most, name) => Math.max(most, measureText(name, face)), 0);
  if (widest <= band) return 'level';
  if (isBar && names.length <= maxLyingBars) return 'beside';
  return names.length <= maxLyingBars && band >= labelSizePx ? 'tilted' : 'thinned';
}

/** The most names below the axis of a picture with too many places. */
export const maxThinnedNames = 8;

/** Cuts names to the room that their layout gives them. */
export function fitNames(names: string[], layout: NameLayout, font: string): string[] {
  const thinned = plotWidthPx / maxThinnedNames - 8;
  const maxWidthPx = { level: 600, beside: 240, tilted: 150, thinned }[layout];
  return names.map((name) => shortenMiddle(name, maxWidthPx, { sizePx: labelSizePx, font }));
}

/** Returns the width of the widest value at a bar, in pixels. */
export function widestBarLabel({ data, options }: Picture): number {
  const { font, words } = options;
  const face = { sizePx: barLabelSizePx, font };
  return data.points.reduce(
    (most, { value }) => Math.max(most, measureText(words.value(value), face)),
    0,
  );
}

/**
 * Tells whether values stand at the bars: those of a single series, where each fits its bar's band.
 */
export function fitsBarLabels(picture: Picture): boolean {
  const { data, names, lies, options } = picture;
  if (options.type !== 'bar' || data.series.length > 1) return false;
  return widestBarLabel(picture) <= (lies ? 120 : plotWidthPx / names.length - 4);
}

/** How the names of places stand below or beside the axis. */
type NameLayout = 'level' | 'beside' | 'tilted' | 'thinned';

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
const plotWidthPx = pictureSize.widthPx - marginPx;

/** Shows the name of a column to readers: `net_sales` as “net sales”. */
export function showName(column: string): string {
  return column.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim() || column;
}

/**
 * Says what the values are: the only column's name, and the unit; null for several columns without
 * a unit.
 */
export function nameValues({ series, unit }: ChartData, font: string): string | null {
  const [only = ''] = series;
  const name = series.length > 1 ? unit : nameWithUnit(showName(only), unit);
  return name && shortenText(name, 560, { sizePx: labelSizePx, font });
}

/** Says what the places along the axis are. */
export function namePlaceAxis({ data, options }: Picture): string {
  const { xTitle, font } = options;
  return shortenText(nameWithUnit(showName(xTitle), data.xUnit), 400, {
    sizePx: labelSizePx,
    font,
  });
}

/** The texts of a description in one language. */
interface DescriptionWords {
  kinds: Record<ChartType, string>;
  head(kind: string, xTitle: string): string;
  series(name: string, values: string): string;
  value(place: string, value: string): string;
  /** Stands between two values. */
  separator: string;
  /** Stands between two sentences. */
  space: string;
  none: string;
  rest(left: number): string;
}

const english: DescriptionWords = {
  kinds: { bar: 'Bar chart', line: 'Line chart', area: 'Area chart', scatter: 'Scatter chart' },
  head: (kind, xTitle) => `${kind} by ${xTitle}.`,
  series: (name, values) => `${name}: ${values}.`,
  value: (place, value) => `${place}: ${value}`,
  separator: '; ',
  space: ' ',
  none: 'no values',
  rest: (left) => `${left} more values are not listed.`,
};

const descriptionWords: Readonly<Record<string, DescriptionWords>> = {
  de: {
    ...english,
    kinds: {
      bar: 'Balkendiagramm',
      line: 'Liniendiagramm',
      area: 'Flächendiagramm',
      scatter: 'Streudiagramm',
    },
    head: (kind, xTitle) => `${kind} nach ${xTitle}.`,
    none: 'keine Werte',
    rest: (left) => `${left} weitere Werte sind nicht aufgeführt.`,
  },
  fr: {
    ...english,
    kinds: {
      bar: 'Diagramme en barres',
      line: 'Courbe',
      area: 'Diagramme en aires',
      scatter: 'Nuage de points',
    },
    head: (kind, xTitle) => `${kind} par ${xTitle}.`,
    series: (name, values) => `${name}\u202f: ${values}.`,
    value: (place, value) => `${place}\u202f: ${value}`,
    separator: '\u202f; ',
    none: 'aucune valeur',
    rest: (left) => `${left} autres valeurs ne sont pas indiquées.`,
  },
  es: {
    ...english,
    kinds: {
      bar: 'Gráfico de barras',
      line: 'Gráfico de líneas',
      area: 'Gráfico de áreas',
      scatter: 'Gráfico de dispersión',
    },
    head: (kind, xTitle) => `${kind} por ${xTitle}.`,
    none: 'sin valores',
    rest: (left) => `Hay ${left} valores más que no se indican.`,
  },
  ja: {
    kinds: { bar: '棒グラフ', line: '折れ線グラフ', area: '面グラフ', scatter: '散布図' },
    head: (kind, xTitle) => `${xTitle}別の${kind}。`,
    series: (name, values) => `${name}：${values}。`,
    value: (place, value) => `${place} ${value}`,
    separator: '、',
    space: '',
    none: '値なし',
    rest: (left) => `ほか${left}件の値は省略しています。`,
  },
};

/** Limits the values in a description; a listener could not follow more. */
const maxDescribed = 60;

/**
 * Describes a chart in the words of a language: its kind, its axis, and each series with its
 * values.
 */
export function describeChart(
  data: ChartData,
  {
    spec: { type, x },
    words,
    locale,
  }: { spec: { type: ChartType; x: string }; words: NumberWords; locale: string },
): string {
  const language = locale.split('-')[0] ?? '';
  const say = (Object.hasOwn(descriptionWords, language) && descriptionWords[language]) || english;
  const names = namePlaces(data, words);
  const described = data.points.slice(0, maxDescribed);
  const unit = data.unit === null ? '' : ` (${data.unit})`;
  const series = data.series.map((name, index) => {
    const values = described.filter((point) => point.series === index);
    const list = values.map(({ place, value }) =>
      say.value(names[place] ?? '', words.value(value)),
    );
    return say.series(`${name}${unit}`, list.join(say.separator) || say.none);
  });
  const left = data.points.length - described.length;
  return [say.head(say.kinds[type], x), ...series, ...(left > 0 ? [say.rest(left)] : [])].join(
    say.space,
  );
}
