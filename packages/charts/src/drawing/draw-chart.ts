import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { ChartSpec } from '../reading/chart-spec.ts';
import { buildVegaSpec } from './build-vega-spec.ts';
import { type ChartResult, type DrawingProblem, selectChartData } from './chart-data.ts';
import { describeChart } from './chart-labels.ts';
import { type ChartTheme, chartColors, darkStyle, withBrand } from './chart-theme.ts';
import { useMeasuredText } from './measure-text.ts';
import { createNumberWords } from './number-words.ts';

useMeasuredText();

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
 * Draws a chart as SVG, or names the problem. Vega's interpreter compiles no code, and nothing can
 * be fetched.
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
  const description = describeChart(data, { spec, words, locale });
  const texts = { title: spec.title, description, query: audience === 'team' ? job.query : null };
  return { svg: composeSvg(drawing, texts, { isAdaptive: theme === 'auto', color }), description };
}

/**
 * Puts the font of the text's script first, because printing programs take the first family for a
 * whole line.
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
      columns: result.columns.map(({ name, type, unit }) => ({
        name: cleanForXml(name),
        type,
        unit: clean(unit),
      })),
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
    // The first layout moves the labels by which it found room for them, so that the second one
    // finds enough.
    await view.runAsync();
    await view.resize().runAsync();
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

interface PictureTexts {
  title: string;
  description: string;
  /** The query beneath the chart, which travels in the picture's metadata; null for a client. */
  query: { id: string; title: string | null; sql: string; resultHash: string } | null;
}

/**
 * Makes Vega's drawing an SVG that stands alone: it is named, and has the query in its metadata
 * and, if asked, both themes. It has no script, no outer reference and no HTML.
 */
function composeSvg(
  drawing: string,
  texts: PictureTexts,
  { isAdaptive, color }: { isAdaptive: boolean; color: string | null },
): string {
  const [opening = ''] = /^<svg\b[^>]*>/.exec(drawing) ?? [];
  const size = ['width', 'height', 'viewBox'].map((name) => {
    const [, value] = new RegExp(`\\b${name}="([\\d. -]+)"`).exec(opening) ?? [];
    if (value === undefined) throw new Error(`Vega's drawing has no ${name}`);
    return `${name}="${value}"`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="chart-title chart-desc" ${size.join(' ')}>`,
    `<title id="chart-title">${escapeXml(texts.title)}</title>`,
    `<desc id="chart-desc">${escapeXml(texts.description)}</desc>`,
    texts.query ? `<metadata>${escapeXml(JSON.stringify({ query: texts.query }))}</metadata>` : '',
    isAdaptive ? `<style>${darkStyle(color)}</style>` : '',
    withoutRoles(drawing.slice(opening.length)),
  ].join('');
}

/**
 * Removes Vega's names and roles of parts, as the picture has one name. Vega escapes `<` and `>` in
 * texts.
 */
function withoutRoles(drawing: string): string {
  return drawing.replaceAll(/<[^>]*>/g, (tag) =>
    tag.replaceAll(/ (?:role|aria-(?:hidden|label|roledescription))="[^"]*"/g, ''),
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return cleanForXml(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}

/**
 * Replaces what no XML document may hold: control characters, halves of pairs and noncharacters.
 */
function cleanForXml(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd');
}
