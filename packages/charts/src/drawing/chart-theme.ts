/** Colours of a chart on one background. */
export interface ChartColors {
  /** Titles and values. */
  ink: string;
  /** Labels of the axes. */
  quiet: string;
  grid: string;
  /** The line at zero and along the axis. */
  axis: string;
  series: readonly [string, string, string, string, string, string];
}

/**
 * `auto` has both colourings; the reader's system decides. `print` is `light` for documents,
 * without a style sheet.
 */
export type ChartTheme = 'light' | 'dark' | 'auto' | 'print';

/**
 * Series have a contrast of 3:1 with their background; each pair differs in hue and by 7 of 100 in
 * lightness, for readers who do not tell red from green and prints in grey.
 */
export const chartColors: Record<'light' | 'dark', ChartColors> = {
  light: {
    ink: '#1c1f24',
    quiet: '#5b626d',
    grid: '#e3e6ea',
    axis: '#9aa1ab',
    series: ['#0072b2', '#d17d00', '#3b1f6b', '#00916a', '#7d2413', '#9c3a78'],
  },
  dark: {
    ink: '#eceef1',
    quiet: '#a9b0ba',
    grid: '#31363d',
    axis: '#6c747f',
    series: ['#4aa3e4', '#f3b63e', '#7d5fca', '#35c495', '#dc6a48', '#f9d5ea'],
  },
};

/** Sets the least contrast of a series with its background (WCAG 2.2, 1.4.11). */
const leastContrast = 3;

/**
 * Puts a brand's colour (`#rrggbb`) first among the series, fitted to the background, in place of a
 * similar one.
 */
export function withBrand(
  colors: ChartColors,
  theme: 'light' | 'dark',
  brand: string | null,
): ChartColors {
  const given = readColor(brand ?? '');
  if (!given) return colors;
  const [background, towards] = theme === 'dark' ? [darkBackground, 255] : [white, 0];
  let shown = given;
  while (contrast(shown, background) < leastContrast) {
    shown = shown.map((part) => part + (towards - part) * 0.06) as Rgb;
  }
  const first = `#${shown.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
  const distance = (color: string) =>
    Math.hypot(...(readColor(color) ?? white).map((part, index) => part - (shown[index] ?? 0)));
  const nearest = colors.series.toSorted((a, b) => distance(a) - distance(b))[0];
  const [b, c, d, e, f] = colors.series.filter((color) => color !== nearest);
  if (!b || !c || !d || !e || !f) return colors;
  return { ...colors, series: [first, b, c, d, e, f] };
}

type Rgb = [number, number, number];
const white: Rgb = [255, 255, 255];
const darkBackground: Rgb = [22, 25, 30];

function readColor(color: string): Rgb | null {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16));
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Dashes of the lines, and shapes of the points, of the series: they tell them apart without any
 * colour.
 */
export const seriesDashes = [
  [1, 0],
  [7, 3],
  [2, 3],
  [10, 3, 2, 3],
  [4, 2],
  [12, 4],
];
export const seriesShapes = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'cross',
  'triangle-down',
];

/**
 * Returns a style sheet with the dark colours; the light ones are attributes, which all programs
 * read.
 */
export function darkStyle(brand: string | null): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) =>
    withBrand(chartColors[theme], theme, brand),
  );
  if (!light || !dark) return '';
  const pairs = [
    ...(['ink', 'quiet', 'grid', 'axis'] as const).map(
      (name) => [light[name], dark[name]] as const,
    ),
    ...light.series.map((color, index) => [color, dark.series[index] ?? color] as const),
  ];
  const rules = pairs.map(
    ([from, to]) => `[fill="${from}"]{fill:${to}}[stroke="${from}"]{stroke:${to}}`,
  );
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
