import { contrast, mix, parseHex, type Rgb, toHex } from './color-contrast.ts';

/** The accent colours of the app, derived from a brand colour. Each is `#rrggbb`. */
export interface BrandColors {
  /** For buttons and bars: the brand colour, adjusted only if it would be invisible on the page. */
  accent: string;
  /** For text on the accent. */
  ink: string;
  /** A darker or lighter accent, under the pointer. */
  strong: string;
  /** For links and marks on the page. */
  text: string;
  /** A pale tint, as background of such text. */
  soft: string;
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * For each theme: the page, its plain background with the least contrast, and the colour towards which text is
 * adjusted.
 */
const grounds = {
  light: { page: white, ground: [240, 240, 244], softShare: 0.92, towards: black },
  dark: { page: [22, 23, 27], ground: [33, 35, 41], softShare: 0.82, towards: white },
} as const;

/** The contrast that WCAG 2.2 AA requires of text, with a margin for rounding. */
const readable = 4.6;
/** Below this contrast a bar cannot be distinguished from the page. */
const visible = 1.25;

/** Returns white or black, whichever has more contrast on a colour. One of them always has 4.5 : 1. */
export function textColorOn(color: Rgb): Rgb {
  return contrast(color, white) >= contrast(color, black) ? white : black;
}

/** Derives the accent colours from a brand colour, so that all text has AA contrast; null if it is not `#rrggbb`. */
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
