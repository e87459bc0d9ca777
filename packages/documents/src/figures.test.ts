import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CitedQuery,
  ReportCitation,
  ReportDerivation,
  ReportEvidence,
  ReportFigures,
  ReportQuery,
} from './reports/report-types.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, engagementOf, printOrder, provenance } from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => renderer.close());

const hash = '0123456789abcdef'.repeat(4);
const query: ReportQuery = {
  title: 'Revenue by region',
  sql: "select region, sum(amount) as revenue\nfrom sales where region <> 'Sum' group by region",
  tables: [
    { name: 'sales', sha256: 'ab'.repeat(32) },
    { name: 'regions', sha256: 'cd'.repeat(32) },
  ],
  columns: [
    { name: 'region', unit: null },
    { name: 'revenue', unit: 'DKK 000' },
  ],
  rows: JSON.stringify([
    ['North "]', 4655000.5],
    ['South', null],
    ['East\\', 2024],
  ]),
  rowCount: 3,
  truncated: false,
  resultHash: hash,
  author: { name: 'market-analyst', isAgent: true },
  createdAt: '2026-03-03T14:05:00.000Z',
};
const cite = (id: string, changes: Partial<ReportQuery> = {}): CitedQuery => ({
  id,
  citedIn: ['document-1.md'],
  query: { ...query, ...changes },
});
const derivation: ReportDerivation = {
  expression: '(b - a) / a * 100',
  inputs: [
    { label: 'a', value: 4_655_000_000, unit: 'JPY', citation: '1' },
    { label: 'b', value: 4_812_000_000, unit: 'JPY', citation: null },
  ],
  result: 3.37271750806,
};
const computed: ReportCitation = {
  footnote: '1',
  claim: 'Sales grew by 3.4 percent.',
  quote: null,
  source: 'Query q1',
  state: 'computed',
  reason: null,
  passage: null,
  derivation,
};
const evidenceOf = (...citations: ReportCitation[]): ReportEvidence => ({
  verified: 0,
  computed: citations.length,
  unjudged: 0,
  setByText: 0,
  altered: 0,
  unsupported: 0,
  missingSource: 0,
  uncited: 0,
  citations,
});
const markdown = 'Sales grew by 3.4 percent[^1].\n\n[^1]: Query q1.\n';

async function printAll(
  markdowns: string[],
  figures: ReportFigures | null,
  evidence: ReportEvidence | null = null,
) {
  const report = engagementOf(markdowns, { provenance: [provenance], figures });
  const documents = report.documents.map((document) => ({ ...document, evidence }));
  return readPdf(await renderer.renderEngagement({ ...report, documents }, printOrder));
}
const printQueries = (queries: CitedQuery[], leftOut = 0) =>
  printAll(['Text.'], { queries, leftOut });
/**
 * Returns the text from the heading of a section, which the table of contents on the second page
 * names before.
 */
function textFrom(pages: string[], heading: string): string {
  const text = pages.slice(pages.length > 3 ? 2 : 0).join(' ');
  return text.slice(text.indexOf(heading));
}

describe('the appendix on figures', () => {
  // EXP-15
  it('shows each query with statement, tables, first rows, hash, time and author, and is valid PDF/UA', async () => {
    const { pages, outline, roles, tagged } = await printQueries([cite('q1')]);
    expect(outline.at(-1)?.title).toBe('Appendix: How the figures were made');
    const text = textFrom(pages, 'Appendix: How');
    expect(text).toContain('Revenue by region Query q1. Cited in Document 1.');
    expect(text).toContain('Asked by the agent market-analyst on 3 March 2026, 14:05 UTC.');
    expect(text).toContain(
      "select region, sum(amount) as revenue from sales where region <> 'Sum' group by region",
    );
    expect(text).toContain(
      `Tables read: sales (SHA-256 ${'ab'.repeat(32)}), regions (SHA-256 ${'cd'.repeat(32)})`,
    );
    expect(text).toContain(
      'region revenue (DKK 000) North "] 4,655,000.5 South – East\\ 2024 Rows: 3. SHA-256 of the result:',
    );
    expect(text.replaceAll(' ', '')).toContain(hash);
    for (const role of ['H2', 'H3', 'Table', 'TH']) expect([...roles]).toContain(role);
    expect(tagged).toBe(true);
    expect(notes).toEqual([]);
  });

  // EXP-15
  it('says what it leaves out: rows, columns, long rows, queries that are not there, and too many', async () => {
    const columns = Array.from({ length: 40 }, (_, at) => ({ name: `column ${at}`, unit: null }));
    const rows = JSON.stringify(
      Array.from({ length: 30 }, (_, row) => columns.map((_, at) => row * 1_000_000 + at)),
    );
    const { pages } = await printQueries(
      [
        cite('q1', { columns, rows: rows.slice(0, 8_000), rowCount: 1_000, truncated: true }),
        cite('q2', { rows: `[["${'x'.repeat(9_000)}`, rowCount: 1 }),
        cite('q3', { rows: '[]', rowCount: 0, title: null }),
        { id: 'q4', citedIn: ['document-1.md', 'gone.md'], query: null },
      ],
      1_234,
    );
    const text = textFrom(pages, 'Appendix: How');
    expect(text).toMatch(
      /Rows: 1,000 \(the query has more\), the first 10 printed here, further columns not printed: \d\d\./,
    );
    expect(text).not.toContain('10,000,000');
    expect(text).toContain('Rows: 1, too long to print here.');
    expect(text).toContain('Query q3 Cited in Document 1.');
    expect(text).toContain('Rows: 0. SHA-256');
    expect(text).toContain(
      'Query q4 Cited in Document 1, gone.md. There is no recorded query of this id',
    );
    expect(text).toContain(
      'Further queries that the documents cite and this appendix leaves out: 1,234.',
    );
    expect(notes).toEqual([]);
  });

  // EXP-15
  it('shows every derivation with its document, words, expression and inputs in the document’s language', async () => {
    const japanese =
      '# 市場調査\n\n売上高は3.4%増加した[^1]。店舗の数は増えている。\n\n[^1]: クエリ q1\n';
    const { pages } = await printAll(
      [markdown, japanese],
      { queries: [], leftOut: 0 },
      evidenceOf(computed),
    );
    const text = textFrom(pages, 'Appendix: How');
    const english = '(b − a) ÷ a × 100 ≈ 3.37272 a = 4,655 million JPY [1] b = 4,812 million JPY';
    expect(text).toContain(`Document 1 Footnote 1 “Sales grew by 3.4 percent.” ${english}`);
    expect(text.replaceAll(' ', '')).toContain('a=46.55億JPY[1]b=48.12億JPY');
    expect(text).not.toContain('Queries');
    expect(notes).toEqual([]);
  });

  // EXP-15
  it('is absent without a computed figure and a cited query, and without provenance', async () => {
    const { outline } = await printAll([markdown], { queries: [], leftOut: 0 });
    expect(outline.at(-1)?.title).toBe('Appendix: Provenance');
    const { pages } = await printAll([markdown], null, evidenceOf(computed));
    expect(pages.join()).not.toContain('How the figures');
  });

  // EXP-15
  it('is at the end of a single deliverable too', async () => {
    const report = deliverableOf(markdown, {
      provenance,
      figures: { queries: [cite('q1')], leftOut: 0 },
    });
    const document = { ...report.document, evidence: evidenceOf(computed) };
    const { pages, outline } = await readPdf(
      await renderer.renderDeliverable({ ...report, document }, printOrder),
    );
    expect(outline.at(-1)).toMatchObject({
      title: 'How the figures were made',
      items: ['Computed figures', 'Queries'],
    });
    expect(textFrom(pages, 'How the figures')).toContain(
      'Footnote 1 “Sales grew by 3.4 percent.” (b − a) ÷ a',
    );
    expect(textFrom(pages, 'How the figures')).toContain('Revenue by region Query q1. Asked by');
  });

  // EXP-15
  it('prints long expressions, hostile text and 60 queries over as many pages as they need', async () => {
    const hostile = '#panic("x") $x$ @ref <label> [[x]] \u202e\u0000 中文 '.repeat(3);
    const many = Array.from({ length: 200 }, (_, at) => ({
      label: `a${at}`,
      value: at * 1.1,
      unit: hostile,
      citation: hostile,
    }));
    const long = {
      expression: many.map(({ label }) => label).join('*'),
      inputs: many,
      result: 1e300,
    };
    const queries = Array.from({ length: 60 }, (_, at) =>
      cite(`q${at}`, {
        title: at % 2 === 0 ? hostile : 'x'.repeat(200),
        sql: `${hostile}\n${'y'.repeat(at === 0 ? 20_000 : 300)}`,
        columns: [{ name: hostile, unit: hostile }],
        rows: JSON.stringify([[hostile], ['z'.repeat(500)]]),
      }),
    );
    const { pages } = await printAll(
      [markdown],
      { queries, leftOut: 0 },
      evidenceOf({ ...computed, derivation: long }),
    );
    expect(pages.length).toBeGreaterThan(40);
    expect(textFrom(pages, 'Appendix: How')).toContain('-- … the first 16,666 of');
    for (const text of pages) expect(text.length).toBeGreaterThan(40);
    expect(notes).toEqual([]);
  });
});
