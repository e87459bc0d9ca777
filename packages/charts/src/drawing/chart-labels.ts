import type { ChartData } from './chart-data.ts';
import { measureText, shortenMiddle } from './measure-text.ts';
import { areYears, chooseDayPrecision, type NumberWords } from './number-words.ts';
import {
  barLabelSizePx,
  labelSizePx,
  type NameLayout,
  type Picture,
  type PictureOptions,
  plotWidthPx,
} from './picture.ts';

/** Names the places along the axis in the reader's language, as the table beside the picture names them too. */
export function namePlaces({ places, xType }: ChartData, words: NumberWords): string[] {
  if (xType === 'date') {
    const precision = chooseDayPrecision(places.map(Number));
    return places.map((place) => words.day(Number(place), precision));
  }
  if (xType !== 'number') return places.map((place) => String(place).replaceAll(/\s+/g, ' ').trim());
  return areYears(places) ? places.map(String) : places.map((place) => words.value(Number(place)));
}

/** Most bars that lie below each other; more stand, and some of their names are left out. */
const maxLyingBars = 40;

/**
 * Chooses how names stand: level where each fits its band, beside lying bars where they are long, tilted below a line,
 * and thinned where there are too many.
 */
export function chooseNameLayout(names: string[], { type, font }: Pick<PictureOptions, 'type' | 'font'>): NameLayout {
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
  return data.points.reduce((most, { value }) => Math.max(most, measureText(words.value(value), face)), 0);
}

/** Tells whether values stand at the bars: those of a single series, where each fits its bar's band. */
export function fitsBarLabels(picture: Picture): boolean {
  const { data, names, lies, options } = picture;
  if (options.type !== 'bar' || data.series.length > 1) return false;
  return widestBarLabel(picture) <= (lies ? 120 : plotWidthPx / names.length - 4);
}
