import { fitNames, fitsBarLabels, maxThinnedNames, widestBarLabel } from './chart-labels.ts';
import { measureText } from './measure-text.ts';
import { areYears } from './number-words.ts';
import { labelSizePx, type Picture, pictureSize } from './picture.ts';

type Channel = Record<string, unknown>;

/** Writes the channel of the places: names in the order of the query, numbers, or days. */
export function buildPlaceAxis(picture: Picture): Channel {
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
 * Writes the channel of the values. Bars and areas start at zero, because their size is read; lines and points do where
 * that leaves at least half of the height to them.
 */
export function buildValueAxis(picture: Picture): Channel {
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
