import { mix, parseHex, textColorOn, toHex } from '../../../base/ui/theme/brand-colors.ts';

/** The colors of a deck without a master of the firm's own, each `#rrggbb`. */
export interface DeckColors {
  accent: string;
  ink: string;
  /** The color of small words: sources, axes and numbers of slides. */
  quiet: string;
  line: string;
  /** The colors of the series of a chart, in their order. */
  series: readonly string[];
  /** The colors of series and bars of which the title does not speak. */
  muted: readonly string[];
  /** Behind the rows and columns of which the title speaks. */
  tint: string;
  /** The colors of the steps of a waterfall. */
  total: string;
  rise: string;
  fall: string;
}

/** The color of documents where the firm has chosen none. */
const fallback = '#1f3a5f';
const ink = '#1f2328';
const [white, black] = [[255, 255, 255] as const, [0, 0, 0] as const];

/** The colors that a deck takes from a firm's color. */
export function deckColors(accent: string | undefined): DeckColors {
  const brand = accent ?? fallback;
  const rgb = parseHex(brand) ?? black;
  const towards = (color: readonly [number, number, number], share: number) =>
    toHex(mix(rgb, color, share));
  const [light, gray, pale, dark] = [
    towards(white, 0.42),
    '#6b7680',
    towards([217, 221, 226], 0.72),
    towards(black, 0.45),
  ];
  return {
    accent: brand,
    ink,
    quiet: '#595f66',
    line: '#d9dde2',
    series: [brand, light, gray, pale, dark, '#b8792a'],
    muted: ['#b8b8b8', '#949494', '#d6d6d6'],
    tint: towards(white, 0.85),
    total: brand,
    rise: light,
    fall: gray,
  };
}

/** Black or white, whichever can be read on a color. */
export const wordsOn = (color: string): string => toHex(textColorOn(parseHex(color) ?? black));
