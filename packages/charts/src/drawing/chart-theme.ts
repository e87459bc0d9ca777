/** Colours of a chart on one background. */
export interface ChartColors {
  /** Titles and values. */
  ink: string;
  /** Labels of the axes. */
  quiet: string;
  /** Lines of the grid. */
  grid: string;
  /** The line at zero and along the axis. */
  axis: string;
  /** A colour for each series. */
  series: readonly [string, string, string, string, string, string];
}

/** `auto` has both colourings; the reader's system decides. `print` is `light` for documents, without a style sheet. */
export type ChartTheme = 'light' | 'dark' | 'auto' | 'print';

/**
 * The series keep a contrast of 3:1 with their background. Each pair differs in hue and by at least 7 of 100 in
 * lightness, so that readers who do not tell red from green, and prints in grey, keep them apart.
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

/** Dashes of the lines, and shapes of the points, of the series: they tell them apart without any colour. */
export const seriesDashes = [
  [1, 0],
  [7, 3],
  [2, 3],
  [10, 3, 2, 3],
  [4, 2],
  [12, 4],
];
export const seriesShapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];

/**
 * Returns a style sheet that replaces the light colours by the dark ones where the reader's system is dark. The colours
 * themselves are attributes, which programs without style sheets read too.
 */
export function darkStyle(): string {
  const { light, dark } = chartColors;
  const pairs = [
    ...(['ink', 'quiet', 'grid', 'axis'] as const).map((name) => [light[name], dark[name]] as const),
    ...light.series.map((color, index) => [color, dark.series[index] ?? color] as const),
  ];
  const rules = pairs.map(([from, to]) => `[fill="${from}"]{fill:${to}}[stroke="${from}"]{stroke:${to}}`);
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
