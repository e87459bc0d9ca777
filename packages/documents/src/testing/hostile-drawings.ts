import { gzipSync } from 'node:zlib';

const spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Makes a drawing of 120 by 40 pixels with this content. */
export function drawingOf(content: string): string {
  return `<svg ${spaces} width="120" height="40">${content}</svg>`;
}

/** Makes levels that refer to the level below several times, so that the last one expands to millions of elements. */
function levels(count: number, makeLevel: (level: number) => string): string {
  return Array.from({ length: count }, (_, level) => makeLevel(level)).join('');
}

const box = '<rect width="1" height="1"/>';
const noise =
  '<filter id="f" x="0" y="0" width="20000" height="20000" filterUnits="userSpaceOnUse">' +
  '<feTurbulence baseFrequency="0.5" numOctaves="9"/></filter><rect width="120" height="40" filter="url(#f)"/>';
const chain = levels(9_000, (level) => `<linearGradient id="g${level}" xlink:href="#g${level + 1}"/>`);

/** Drawings of at most 1 MB that keep the typesetter busy for many seconds or forever, by their means. */
export const hostileDrawings: Record<string, () => string | Buffer> = {
  'a filter over a huge region': () => drawingOf(noise),
  'a filter in a compressed drawing': () => {
    const packed = gzipSync(drawingOf(noise));
    // The name of the compressed file looks like the drawing to readers that search for a tag.
    const name = Buffer.from("<svg width='120' height='40'>\0");
    return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8]), packed.subarray(4, 10), name, packed.subarray(10)]);
  },
  'a filter by a style': () =>
    drawingOf('<rect width="1000000" height="1000000" style="fill: red; filter: blur(900px)"/>'),
  'clip paths that clip each other': () =>
    drawingOf(
      `${levels(
        25,
        (level) =>
          `<clipPath id="c${level}" clipPathUnits="objectBoundingBox">` +
          `${`<rect width="1" height="1" clip-path="url(#c${level - 1})"/>`.repeat(2)}</clipPath>`,
      )}<rect width="9" height="9" clip-path="url(#c24)"/>`,
    ),
  'masks that mask each other': () =>
    drawingOf(
      `${levels(
        25,
        (level) =>
          `<mask id="c${level}" maskContentUnits="objectBoundingBox">` +
          `${`<rect width="1" height="1" mask="url(#c${level - 1})"/>`.repeat(2)}</mask>`,
      )}<rect width="9" height="9" mask="url(#c24)"/>`,
    ),
  'markers at thousands of corners': () =>
    drawingOf(
      `<marker id="m"><g>${box.repeat(5_000)}</g></marker><path marker-mid="url(#m)" d="M0 0${'L1 1'.repeat(20_000)}"/>`,
    ),
  'gradients that lead to gradients': () =>
    drawingOf(chain + '<rect width="9" height="9" fill="url(#g0)"/>'.repeat(9_000)),
  'a text without end': () => drawingOf(`<text y="20">${'A'.repeat(900_000)}</text>`),
  'a text in a text': () => drawingOf(`<text y="20">${'A'.repeat(900_000)}<text/></text>`),
  'a text in many parts': () => drawingOf(`<text y="20">${'<tspan>A</tspan>'.repeat(20_000)}</text>`),
  'rules that are tried on every element': () =>
    drawingOf(
      `<style>${levels(20_000, (level) => `.a${level},`)}.z{fill:red}</style>${'<rect class="a b c d e f g h"/>'.repeat(9_000)}`,
    ),
};
