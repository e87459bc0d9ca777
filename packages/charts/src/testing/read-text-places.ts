import { SaxesParser } from 'saxes';

/**
 * A line of text in a picture, with the pixels from its left to its right end, and its lower edge.
 */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
  y: number;
}

interface Place {
  x: number;
  y: number;
  /** Degrees, clockwise. */
  angle: number;
}

/**
 * Moves and turns a place as an attribute `transform` of Vega does: by `translate` and `rotate`.
 */
function transform(from: Place, attribute = ''): Place {
  let { x, y, angle } = from;
  for (const [, kind, one = '0', other = '0'] of attribute.matchAll(
    /(translate|rotate)\(([-\d.e]+)(?:,([-\d.e]+))?\)/g,
  )) {
    const turn = (angle * Math.PI) / 180;
    if (kind === 'rotate') angle += Number(one);
    else {
      x += Number(one) * Math.cos(turn) - Number(other) * Math.sin(turn);
      y += Number(one) * Math.sin(turn) + Number(other) * Math.cos(turn);
    }
  }
  return { x, y, angle };
}

/**
 * Finds where the texts of a picture stand. `measure` gives the width of a line of a size in
 * pixels.
 */
export function readTextPlaces(
  svg: string,
  measure: (text: string, sizePx: number) => number,
): PlacedText[] {
  const found: PlacedText[] = [];
  const open: { place: Place; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    const own = attributes as Record<string, string>;
    const place = transform(open.at(-1)?.place ?? { x: 0, y: 0, angle: 0 }, own['transform']);
    open.push({ place, attributes: own });
  });
  parser.on('text', (text) => {
    const { place, attributes } = open.at(-1) ?? {};
    const anchor = attributes?.['text-anchor'];
    if (!place || anchor === undefined || text.trim() === '') return;
    const width = measure(text, Number.parseFloat(attributes?.['font-size'] ?? '12'));
    const before = { start: 0, middle: width / 2, end: width }[anchor] ?? 0;
    const reach = Math.cos((place.angle * Math.PI) / 180);
    found.push({
      text,
      left: place.x - before * reach,
      right: place.x + (width - before) * reach,
      y: place.y,
    });
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  return found;
}
