import { contrast, mix, parseHex, type Rgb, toHex } from './color-contrast.ts';

/** The accent colours of the app, made of one brand's colour. Each is `#rrggbb`. */
export interface BrandColors {
  /** Buttons and bars: the brand's colour as given, unless the page would hide it. */
  accent: string;
  /** Text on it. */
  ink: string;
  /** Its darker or lighter self, under the pointer. */
  strong: string;
  /** Links and marks on the page. */
  text: string;
  /** A breath of it, behind such text. */
  soft: string;
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** The page, its darkest or lightest plain ground, and where text colours lead to be read. */
const grounds = {
  light: { page: white, ground: [240, 240, 244], softShare: 0.92, towards: black },
  dark: { page: [22, 23, 27], ground: [33, 35, 41], softShare: 0.82, towards: white },
} as const;

/** What WCAG 2.2 AA asks of text, with a little air for rounding. */
const readable = 4.6;
/** Below this a bar cannot be told from the page. */
const visible = 1.25;

/** Text that can be read on a colour: white or black, whichever stands out more. One of them always has 4.5 : 1. */
export function textColorOn(color: Rgb): Rgb {
  return contrast(color, white) >= contrast(color, black) ? white : black;
}

/** Makes the accent colours of a brand's colour, so that all text keeps AA contrast; null where it is no `#rrggbb`. */
export function brandColors(primaryColor: string, theme: 'light' | 'dark'): BrandColors | null {
  const given = parseHex(primaryColor);
  if (!given) return null;
  const { page, ground, softShare, towards } = grounds[theme];
  const accent = moveUntil(given, towards, (color) => contrast(color, page) >= visible);
  const ink = textColorOn(accent);
  const soft = mix(accent, page, softShare);
  const text = moveUntil(accent, towards, (color) =>
    [page, ground, soft].every((below) => contrast(color, below) >= readable),
  );
  const strong = mix(accent, ink === white ? black : white, 0.14);
  return { accent: toHex(accent), ink: toHex(ink), strong: toHex(strong), text: toHex(text), soft: toHex(soft) };
}

function moveUntil(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  let moved = color;
  for (let share = 0; share < 1 && !isEnough(moved); share += 0.04) moved = mix(color, towards, share);
  return isEnough(moved) ? moved : towards;
}
