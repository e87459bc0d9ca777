import type { DesignColors } from './template/read-design.ts';

/** Tells whether white is easier to read on a colour `rrggbb` than black (WCAG 2.2). */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}

/** Returns which of text and background is easier to read on a colour of the theme. */
export function textOn(color: string, colors: DesignColors): 'tx1' | 'bg1' {
  return isDark(color) === isDark(colors.bg1) ? 'tx1' : 'bg1';
}

/** Writes the colour of what a title does not speak of, beside what it does; several of them differ. */
export function writeMuted({ bg1 }: DesignColors, index: number): string {
  const shade = [72_000, 58_000, 84_000][index % 3] ?? 72_000;
  if (!isDark(bg1)) return `<a:schemeClr val="bg1"><a:lumMod val="${shade}"/></a:schemeClr>`;
  return `<a:schemeClr val="bg1"><a:lumMod val="${shade}"/><a:lumOff val="${100_000 - shade}"/></a:schemeClr>`;
}

/** Writes the colour of thin lines, which is near that of the background. */
export function writeHairline({ bg1 }: DesignColors, use: 'table' | 'grid'): string {
  if (isDark(bg1)) return '<a:schemeClr val="bg1"><a:lumMod val="65000"/><a:lumOff val="35000"/></a:schemeClr>';
  return `<a:schemeClr val="bg1"><a:lumMod val="${use === 'grid' ? 90_000 : 82_000}"/></a:schemeClr>`;
}
