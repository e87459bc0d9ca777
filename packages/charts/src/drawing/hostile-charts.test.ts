import { describe, expect, it } from 'vitest';
import { type ChartType, chartTypes } from '../reading/chart-spec.ts';
import { readPicture } from '../testing/read-picture.ts';
import { chartJob, column } from '../testing/sample-charts.ts';
import { drawChart } from './draw-chart.ts';

const hostileTexts = [
  '<script>alert(1)</script>',
  '"><image href="https://evil.example/x.png"/><a href="javascript:alert(1)">',
  "' onload='alert(1)",
  ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
  '</style><style>*{background:url(https://evil.example)}',
  'url(https://evil.example/#x)',
  '{"signal": "width"}',
  "datum['constructor']['constructor']('return process')()",
  '__proto__',
  'constructor',
  'a\u0000b\u0008\ufffe\ud800c\u2028',
  '[0].x\\.y',
  '%Y \u0024{1+1} `x` {{x}}',
  '&lt;b&gt;&#60;script&#62;',
  '−'.repeat(3_000),
  '\u202eevil\u2066',
];

/** The elements that Vega draws with. Nothing else may be in a picture. */
const harmlessElements = [
  'svg',
  'title',
  'desc',
  'metadata',
  'style',
  'g',
  'path',
  'text',
  'tspan',
  'rect',
  'line',
  'circle',
];
const harmlessAttributes =
  /^(?:xmlns|role|aria-labelledby|id|class|width|height|viewBox|transform|d|x|y|x1|y1|x2|y2|dx|dy|fill|stroke|opacity|text-anchor|font-(?:family|size|weight|style)|fill-opacity|stroke-(?:width|opacity|dasharray|dashoffset|linecap|linejoin|miterlimit)|pointer-events|display)$/;

async function drawHostile(
  text: string,
  type: ChartType,
  theme: 'auto' | 'print',
): Promise<string> {
  const [x, y, other] = [`${text} x`, text, `${text} z`];
  const result = {
    columns: [column(x, 'text', text), column(y, 'number', text), column(other, 'number')],
    rows: [
      [text, 1, 2],
      [`${text}2`, -5, 3],
      ['plain', 4, null],
    ],
  };
  const query = { id: text, title: text, sql: `select '${text}'`, resultHash: text };
  const job = chartJob({ query: text, type, x, y: [y, other], title: text, unit: text }, result, {
    theme,
    query,
    locale: text,
  });
  const outcome = await drawChart(job);
  if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
  return outcome.svg;
}

describe.each(chartTypes)('a %s chart of hostile texts', (type) => {
  // CHA-7
  it.each(hostileTexts)('has them as text only: %j', async (text) => {
    const svg = await drawHostile(text, type, 'auto');
    const elements = readPicture(svg);
    for (const { name, attributes, text: own } of elements) {
      expect(harmlessElements).toContain(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        expect(attribute).toMatch(harmlessAttributes);
        expect(value).not.toMatch(/url\s*\(|script:|expression/i);
      }
      if (name === 'style')
        expect(own).toMatch(
          /^@media \(prefers-color-scheme:dark\)\{(?:\[(?:fill|stroke)="#\w{6}"\]\{(?:fill|stroke):#\w{6}\})+\}$/,
        );
    }
    expect(elements.filter(({ name }) => name === 'style')).toHaveLength(1);
    expect(elements.filter(({ attributes }) => attributes['id'] !== undefined)).toHaveLength(2);
  });

  it.each(hostileTexts)(
    'has neither styles nor references where a document prints it: %j',
    async (text) => {
      for (const { name, attributes } of readPicture(await drawHostile(text, type, 'print'))) {
        expect(harmlessElements.filter((element) => element !== 'style')).toContain(name);
        expect(
          Object.keys(attributes).filter((attribute) => !harmlessAttributes.test(attribute)),
        ).toEqual([]);
        expect(Object.values(attributes).join(' ')).not.toMatch(/url\s*\(|script:/i);
      }
    },
  );
});

// CHA-7
it('evaluates no text, not even one that looks like code of Vega', async () => {
  const text = "'+(1+1)+'";
  const result = { columns: [column('x', 'text'), column('y', 'number')], rows: [[text, 1]] };
  const outcome = await drawChart(chartJob({ x: 'x', y: ['y'], title: text }, result));
  expect(outcome).toMatchObject({ svg: expect.stringContaining(`>${text}</text>`) });
});
