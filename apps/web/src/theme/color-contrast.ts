/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parses `#rrggbb`; null for anything else. */
export function parseHex(text: string): Rgb | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Formats a colour as `#rrggbb`. */
export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes two colours. A `share` of 1 gives the second one. */
export function mix([red, green, blue]: Rgb, [toRed, toGreen, toBlue]: Rgb, share: number): Rgb {
  return [red + (toRed - red) * share, green + (toGreen - green) * share, blue + (toBlue - blue) * share];
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
