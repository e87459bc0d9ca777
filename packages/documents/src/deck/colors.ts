import { contrastWithWhite } from '../typesetting/brand-colors.ts';
import type { DesignColors } from './template/read-design.ts';

/**
 * Colours by their place in the theme, so that a firm's master decides: `muted` is between text and
 * background, and tints lie behind texts on a light background.
 */
export type ThemeColor =
  | 'tx1'
  | 'bg1'
  | 'muted'
  | 'accent1'
  | 'accent2'
  | 'accent3'
  | 'tint'
  | 'mutedTint';

/** A colour of the theme, lighter or darker. */
const shade = (name: string, share: number, rest = 0, saturation = 100_000) => {
  const paler = saturation === 100_000 ? '' : `<a:satMod val="${saturation}"/>`;
  const lighter = rest === 0 ? '' : `<a:lumOff val="${rest}"/>`;
  return `<a:schemeClr val="${name}">${paler}<a:lumMod val="${share}"/>${lighter}</a:schemeClr>`;
};

const mixedColors: Partial<Record<ThemeColor, string>> = {
  muted: shade('tx1', 65_000, 35_000),
  tint: shade('accent1', 15_000, 85_000, 55_000),
  mutedTint: shade('bg1', 93_000),
};

export const writeColor = (color: ThemeColor): string =>
  mixedColors[color] ?? `<a:schemeClr val="${color}"/>`;

/** Tells whether white is easier to read on a colour `rrggbb` than black. */
export const isDark = (color: string): boolean => contrastWithWhite(`#${color}`) > 4.58;

/** Returns which of text and background is easier to read on a colour of the theme. */
export function textOn(color: string, colors: DesignColors): 'tx1' | 'bg1' {
  return isDark(color) === isDark(colors.bg1) ? 'tx1' : 'bg1';
}

/**
 * Writes the colour of what a title does not speak of, beside what it does; several of them differ.
 */
export function writeMuted({ bg1 }: DesignColors, index: number): string {
  const share = [72_000, 58_000, 84_000][index % 3] ?? 72_000;
  return shade('bg1', share, isDark(bg1) ? 100_000 - share : 0);
}

/** Writes the colour of thin lines, which is near that of the background. */
export function writeHairline({ bg1 }: DesignColors, use: 'table' | 'grid'): string {
  return isDark(bg1)
    ? shade('bg1', 65_000, 35_000)
    : shade('bg1', use === 'grid' ? 90_000 : 82_000);
}
