import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { ChartSpec } from '../reading/chart-spec.ts';
import { buildVegaSpec } from './build-vega-spec.ts';
import { type ChartResult, type DrawingProblem, selectChartData } from './chart-data.ts';
import { type ChartTheme, chartColors, withBrand } from './chart-theme.ts';
import { cleanForXml, composeSvg, type PictureTexts } from './compose-svg.ts';
import { describeChart } from './describe-chart.ts';
import { createNumberWords } from './number-words.ts';
import { useMeasuredText } from './use-measured-text.ts';

useMeasuredText();

/** A chart to draw. */
export interface ChartJob {
  spec: ChartSpec;
  result: ChartResult;
  query: NonNullable<PictureTexts['query']>;
  theme: ChartTheme;
  /** Families of fonts, as in CSS. */
  font: string;
  /** BCP 47 tag of the document, for numbers and days. */
  locale: string;
  /** False where the page sets the title itself. */
  withTitle: boolean;
  /** The colour of the firm's brand, `#rrggbb`; without one the palette alone counts. */
  color?: string | null;
  /** A client's picture does not carry its query; the team's, which is the default, does. */
  audience?: 'team' | 'client';
}

/**
 * Draws a chart as SVG, or says why it cannot be drawn (contract 10). Vega compiles no code: its interpreter evaluates
 * the expressions, which are our own, and no loader is there that could fetch anything.
 */
export async function drawChart(
  job: ChartJob,
): Promise<{ svg: string; description: string } | { problem: DrawingProblem }> {
  const { theme, font, locale, withTitle, color = null, audience = 'team' } = job;
  const shade = theme === 'dark' ? 'dark' : 'light';
  const { spec, result } = cleanJob(job);
  const data = selectChartData(spec, result);
  if ('code' in data) return { problem: data };
  const words = createNumberWords(locale);
  const vegaLite = buildVegaSpec(data, {
    type: spec.type,
    title: withTitle ? spec.title : null,
    xTitle: spec.x,
    colors: withBrand(chartColors[shade], shade, color),
    font: theme === 'print' ? leadingFont(font, JSON.stringify([spec, data.places])) : font,
    words,
  });
  const drawing = await render(vegaLite as unknown as TopLevelSpec);
  const description = describeChart(data, spec.type, spec.x, words);
  const texts = { title: spec.title, description, query: audience === 'team' ? job.query : null };
  return { svg: composeSvg(drawing, texts, { isAdaptive: theme === 'auto', color }), description };
}

/**
 * Puts the font of a picture's script first. Programs that print take the first family for a whole line and any other,
 * of any weight, for the characters that it lacks.
 */
function leadingFont(font: string, texts: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts)) return `'Noto Sans JP', ${font}`;
  if (/\p{Script=Hangul}/u.test(texts)) return `'Noto Sans KR', ${font}`;
  return /\p{Script=Han}/u.test(texts) ? `'Noto Sans S Chinese', ${font}` : font;
}

/** Cleans every text of a job, so that the drawing is well-formed XML whatever a cell holds. */
function cleanJob({ spec, result }: ChartJob): Pick<ChartJob, 'spec' | 'result'> {
  const clean = <T>(value: T) => (typeof value === 'string' ? cleanForXml(value) : value);
  return {
    spec: {
      ...spec,
      x: cleanForXml(spec.x),
      y: spec.y.map(clean),
      title: cleanForXml(spec.title),
      unit: clean(spec.unit),
    },
    result: {
      columns: result.columns.map(({ name, type, unit }) => ({ name: cleanForXml(name), type, unit: clean(unit) })),
      rows: result.rows.map((row) => row.map(clean)),
    },
  };
}

const refuse = async (): Promise<never> => {
  throw new Error('A chart has no addresses to load');
};

/** Vega asks its loader for data, pictures and links. A chart has none of them. */
const noLoader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };

async function render(vegaLite: TopLevelSpec): Promise<string> {
  const { spec } = compile(vegaLite);
  const view = new View(parse(spec, undefined, { ast: true }), {
    renderer: 'none',
    expr: expressionInterpreter,
    loader: noLoader,
  });
  try {
    // The first layout moves the labels by which it found room for them, so that the second one finds enough.
    await view.runAsync();
    await view.resize().runAsync();
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
