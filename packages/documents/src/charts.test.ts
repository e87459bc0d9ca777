import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportChart } from './reports/report-types.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, printOrder, provenance } from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => renderer.close());

const source = '{"query":"q7","type":"bar","x":"year","y":["sales"],"title":"Sales grew"}';
const svg = [
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">',
  '<text x="20" y="40" font-family="\'Source Sans 3\'" font-size="12">Word in the picture</text></svg>',
].join('');
const sql =
  "select year, sum(amount) as sales from accounts where kind = 'sale' group by year order by year";
const drawn: ReportChart = {
  source,
  title: 'Sales grew',
  outcome: {
    picture: {
      svg,
      description: 'Bar chart by year. sales: 2019: 3,890.',
      query: { id: 'q7', title: 'Sales by year', sql, resultHash: 'ab12cd34ef567890' },
    },
  },
};

async function print(charts: ReportChart[], isInternal = true) {
  const markdown = `Before.\n\n\`\`\`chart\n${source}\n\`\`\`\n\nAfter.`;
  const report = deliverableOf('', { provenance: isInternal ? provenance : null });
  const bytes = await renderer.renderDeliverable(
    { ...report, document: { ...report.document, markdown, charts } },
    printOrder,
  );
  const pdf = await readPdf(bytes);
  return { ...pdf, text: pdf.pages.join('\n') };
}

describe('a chart in a PDF', () => {
  // CHA-3
  it('is its picture with title, query, statement and shortened hash, and no code', async () => {
    const { text, roles } = await print([drawn]);
    for (const words of [
      'Before.',
      'Sales grew',
      'Word in the picture',
      'Query q7, Sales by year',
      'After.',
    ]) {
      expect(text).toContain(words);
    }
    expect(text.replaceAll(/\s+/g, ' ')).toContain('group by year order by year');
    expect(text).toContain('SHA-256 ab12cd34ef56');
    expect(text).not.toContain('ab12cd34ef5678');
    expect(text).not.toContain('"query"');
    expect([...roles]).toContain('Figure');
    expect(notes).toEqual([]);
  });

  // CHA-3
  it('has the title of its query alone for a client, and no reason why one is not drawn', async () => {
    const { text } = await print([drawn], false);
    expect(text).toContain('Sales by year');
    expect(text).not.toMatch(/Query|group by|q7|ab12/);
    const { text: undrawn } = await print([{ ...drawn, outcome: { problem: 'no_query' } }], false);
    expect(undrawn).toContain('The chart “Sales grew” is not shown.');
  });

  // CHA-3
  it.each([
    ['no_query', 'The chart “Sales grew” is not shown: its query is not there.'],
    [
      'no_data',
      'The chart “Sales grew” is not shown: the result of its query has no values that it could show.',
    ],
    ['too_many', 'The chart “Sales grew” is not shown: the document has too many charts.'],
  ] as const)('is a note where it is not drawn: %s', async (problem, note) => {
    const { text } = await print([{ ...drawn, outcome: { problem } }]);
    expect(text).toContain(note);
    expect(text).not.toContain('"query"');
  });

  it('is a note where its block is no chart, or was never read', async () => {
    expect(
      (await print([{ source, title: null, outcome: { problem: 'unreadable' } }])).text,
    ).toContain('A chart is not shown: its description is not complete.');
    expect((await print([])).text).toContain(
      'A chart is not shown: its description is not complete.',
    );
  });

  it('is a note where its picture cannot be drawn, and the rest is printed', async () => {
    const picture = {
      svg: svg.replace('</svg>', ''),
      description: '',
      query: { id: 'q', title: null, sql, resultHash: '' },
    };
    const { text } = await print([{ ...drawn, outcome: { picture } }]);
    expect(text).toContain('The chart “Sales grew” is not shown');
    expect(text).toContain('After.');
  });

  it('keeps a long statement within its page', async () => {
    const long = `select ${Array.from({ length: 400 }, (_, index) => `column_${index}`).join(', ')} from t`;
    const picture = {
      ...(drawn.outcome as { picture: { svg: string; description: string } }).picture,
      query: { id: 'q7', title: null, sql: long, resultHash: 'ff' },
    };
    const { text } = await print([{ ...drawn, outcome: { picture } }]);
    expect(text).toContain('Query q7. SHA-256 ff');
    expect(text).toContain('column_0');
    expect(text).not.toContain('column_399');
    expect(text).toContain('…');
  });
});
