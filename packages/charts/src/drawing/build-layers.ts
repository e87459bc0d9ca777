import { buildPlaceAxis, buildValueAxis } from './build-axes.ts';
import { fitsBarLabels } from './chart-labels.ts';
import { seriesDashes, seriesShapes } from './chart-theme.ts';
import { barLabelSizePx, type Picture } from './picture.ts';

type Encoding = Record<string, unknown>;
interface Layer {
  mark: Record<string, unknown>;
  encoding: Encoding;
  data?: unknown;
  transform?: unknown[];
}

/** Most places whose values have points on their line. */
const maxPointsOnLine = 40;

/** Writes the layers of a picture: its marks, their labels, and a line at zero where values are negative. */
export function buildLayers(picture: Picture): Layer[] {
  const { data, options, lies } = picture;
  const layers = buildMarks(picture);
  if (data.points.every(({ value }) => value >= 0)) return layers;
  const mark = { type: 'rule', color: options.colors.axis, strokeWidth: 1 };
  return [...layers, { data: { values: [{}] }, mark, encoding: { [lies ? 'x' : 'y']: { datum: 0 } } }];
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
      const encoding = { ...buildEncoding(picture, { symbolType: 'square', symbolStrokeWidth: 0 }), ...order };
      return [{ mark: { type: 'area', opacity: isMany ? 0.85 : 0.35, line: { strokeWidth: 2 } }, encoding }];
    }
    case 'scatter': {
      const encoding = buildEncoding(picture, {});
      const shaped = isMany ? { shape: bySeries(picture, seriesShapes, {}) } : {};
      return [{ mark: { type: 'point', filled: true, size: 50, opacity: 0.8 }, encoding: { ...encoding, ...shaped } }];
    }
    case 'line': {
      const symbols = { symbolType: 'stroke', symbolSize: 700, symbolStrokeWidth: 2.5 };
      const dash = isMany ? { strokeDash: bySeries(picture, seriesDashes, symbols) } : {};
      const line = {
        mark: { type: 'line', strokeWidth: 2 },
        encoding: { ...buildEncoding(picture, symbols), ...dash },
      };
      return data.places.length > maxPointsOnLine ? [line] : [line, ...buildLinePoints(picture, symbols)];
    }
  }
}

/** Writes a layer for each series, because a scale of shapes would put them into the legend in place of the dashes. */
function buildLinePoints(picture: Picture, symbols: Record<string, unknown>): Layer[] {
  const encoding = buildEncoding(picture, symbols);
  return picture.data.series.map((_, index) => ({
    transform: [{ filter: { field: 's', equal: index } }],
    mark: { type: 'point', filled: true, size: 36, opacity: 1, shape: seriesShapes[index] },
    encoding,
  }));
}

/** Positions and colours. `symbols` says how the legend shows a series; a single one needs no legend. */
function buildEncoding(picture: Picture, symbols: Record<string, unknown>): Encoding {
  const { data, options, lies } = picture;
  const [place, value] = lies ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const isMany = data.series.length > 1;
  const beside = { field: 's', type: 'nominal', scale: { domain: data.series.map((_, index) => index) } };
  return {
    [place]: buildPlaceAxis(picture),
    [value]: buildValueAxis(picture),
    color: bySeries(picture, options.colors.series, isMany ? symbols : null),
    ...(options.type === 'bar' && isMany ? { [`${place}Offset`]: beside } : {}),
  };
}

function bySeries({ data }: Picture, range: readonly unknown[], symbols: Record<string, unknown> | null): Encoding {
  const { series } = data;
  const scale = { domain: series.map((_, index) => index), range: range.slice(0, series.length) };
  const legend = symbols && { title: null, labelExpr: 'seriesNames[datum.value]', ...symbols };
  return { field: 's', type: 'nominal', scale, legend };
}

function buildBarLabels(picture: Picture): Layer {
  const { options, lies } = picture;
  const place = lies
    ? { align: { expr: "datum.y < 0 ? 'right' : 'left'" }, dx: { expr: 'datum.y < 0 ? -4 : 4' }, baseline: 'middle' }
    : { align: 'center', baseline: { expr: "datum.y < 0 ? 'top' : 'bottom'" }, dy: { expr: 'datum.y < 0 ? 3 : -3' } };
  const { x, y } = buildEncoding(picture, {});
  return {
    mark: { type: 'text', fontSize: barLabelSizePx, color: options.colors.ink, ...place },
    encoding: { x, y, text: { field: 'label', type: 'nominal' } },
  };
}
