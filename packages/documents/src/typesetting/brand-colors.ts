/** The colours of one tenant's documents, each `#rrggbb`. */
export interface BrandColors {
  /** The brand's colour, for bars and surfaces without text. */
  bar: string;
  /** The brand's colour, darkened for text on white (contrast 4.5 : 1, WCAG 2.2 AA). */
  text: string;
  /** Almost white with a hint of the brand's colour, behind table heads and notes. */
  tint: string;
}

/** Colour for tenants without one, or with a malformed one. */
const fallback = '#1f3a5f';

type Rgb = [number, number, number];

const ink: Rgb = [34, 38, 44];

/** Derives the printed colours from a brand's colour (`#rrggbb`, else the default dark blue). */
export function brandColors(primaryColor: string | null): BrandColors {
  const color = parseHex(primaryColor ?? '') ?? parseHex(fallback) ?? [0, 0, 0];
  // A pale brand colour, darkened to the contrast of text, would be muddy. Its headings are set in
  // ink instead.
  let text = contrastWithWhite(color) < 2 ? ink : color;
  while (contrastWithWhite(text) < 4.8) text = mix(text, [0, 0, 0], 0.06);
  // A brand colour that is almost white would make the bar invisible.
  const bar = contrastWithWhite(color) < 1.15 ? mix(color, [0, 0, 0], 0.25) : color;
  return { bar: toHex(bar), text: toHex(text), tint: toHex(mix(text, [255, 255, 255], 0.93)) };
}

function parseHex(text: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (match === null) return null;
  const [, red = '0', green = '0', blue = '0'] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Computes the contrast ratio of a colour, `#rrggbb` or its parts, against white (WCAG 2.2). */
export function contrastWithWhite(given: string | Rgb): number {
  const color = typeof given === 'string' ? (parseHex(given) ?? ink) : given;
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Mixes two colours `#rrggbb`; `share` is that of the second. */
export function mixColors(color: string, other: string, share: number): string {
  return toHex(mix(parseHex(color) ?? ink, parseHex(other) ?? ink, share));
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  return color.map((part, index) => part + ((other[index] ?? 0) - part) * share) as Rgb;
}

function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
