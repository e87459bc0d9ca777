/** The accent colours of the app, derived from a brand colour. Each is `#rrggbb`. */
export interface BrandColors {
  /** For buttons and bars: the brand colour, adjusted only if it would be invisible on the page. */
  accent: string;
  /** For text on the accent. */
  ink: string;
  /** A darker or lighter accent, under the pointer. */
  strong: string;
  text: string;
  /** A pale tint, as background of such text. */
  soft: string;
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * For each theme: the page, its background with the least contrast, and the colour towards which
 * text is adjusted.
 */
const grounds = {
  light: { page: white, ground: [240, 240, 244], softShare: 0.92, towards: black },
  dark: { page: [22, 23, 27], ground: [33, 35, 41], softShare: 0.82, towards: white },
} as const;

/** The contrast that WCAG 2.2 AA requires of text, with a margin for rounding. */
const readable = 4.6;
/** Below this contrast a bar cannot be distinguished from the page. */
const visible = 1.25;

/**
 * Returns white or black, whichever has more contrast on a colour. One of them always has 4.5 : 1.
 */
export function textColorOn(color: Rgb): Rgb {
  return contrast(color, white) >= contrast(color, black) ? white : black;
}

/**
 * Derives the accent colours from a brand colour, so that all text has AA contrast; null if it is
 * not `#rrggbb`.
 */
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
  return {
    accent: toHex(accent),
    ink: toHex(ink),
    strong: toHex(strong),
    text: toHex(text),
    soft: toHex(soft),
  };
}

function moveUntil(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  let moved = color;
  for (let share = 0; share < 1 && !isEnough(moved); share += 0.04)
    moved = mix(color, towards, share);
  return isEnough(moved) ? moved : towards;
}

export type Rgb = readonly [number, number, number];

export function parseHex(text: string): Rgb | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes two colours. A `share` of 1 gives the second one. */
export function mix([red, green, blue]: Rgb, [toRed, toGreen, toBlue]: Rgb, share: number): Rgb {
  return [
    red + (toRed - red) * share,
    green + (toGreen - green) * share,
    blue + (toBlue - blue) * share,
  ];
}

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
