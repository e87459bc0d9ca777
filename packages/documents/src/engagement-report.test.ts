import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRenderer } from './testing/open-renderer.ts';
import { type ReadPdf, readPdf } from './testing/read-pdf.ts';
import {
  branding,
  engagementOf,
  longMarkdown,
  printOrder,
  provenance,
} from './testing/sample-reports.ts';

const first = `# Market scan

Opening text with a note[^1].

### Demand

${longMarkdown(20)}

[^1]: From the brief.
`;
const second = '---\noffline: true\nmodel: secret-model\n---\n\n# Pricing\n\n## Options\n\nText.\n';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
afterAll(() => renderer.close());

describe('the whole-engagement PDF', () => {
  let bytes: Uint8Array;
  let pdf: ReadPdf;
  const report = engagementOf([first, second, 'No heading here.'], {
    provenance: [provenance, { ...provenance, filename: 'b.md', costUsd: 1 }],
  });

  beforeAll(async () => {
    bytes = await renderer.renderEngagement(report, printOrder);
    pdf = await readPdf(bytes);
  });

  // EXP-2, EXP-3
  it('opens with a cover: company, title, client, date, and in the internal copy its facts', () => {
    const [cover = ''] = pdf.pages;
    for (const text of [
      'Acme Consulting',
      'Coffee roaster strategy',
      'Prepared for Bramblewick Ltd',
      '12 March 2026',
      'Internal copy.',
      'Average quality score',
      '78.2',
    ]) {
      expect(cover).toContain(text);
    }
  });

  it('lists chapters and sections with their pages', () => {
    const contents = pdf.pages[1] ?? '';
    const chapter =
      pdf.pages.findIndex((page, index) => index > 1 && page.includes('Opening text')) + 1;
    expect(contents).toMatch(new RegExp(`Market scan[ .]+${chapter}\\b`));
    expect(contents).toMatch(/Quality scores[ .]+\d+/);
  });

  it('uses the first heading of a document as chapter title, and bookmarks chapters and sections', () => {
    expect(pdf.outline.map(({ title }) => title)).toEqual([
      '1 Market scan',
      '2 Pricing',
      '3 Document 3',
      'Quality scores',
      'Appendix: Provenance',
    ]);
    expect(pdf.outline[0]?.items[0]).toBe('1.1 Demand');
    expect(pdf.outline[1]?.items).toEqual(['2.1 Options']);
  });

  it('prints each chapter’s metadata, marks an offline draft, and omits front matter', () => {
    const text = pdf.pages.join('\n');
    expect(text).toContain('Version 1 · 900 words · Approved · Quality score 77.1');
    expect(text.match(/Offline draft/g)).toHaveLength(1);
    expect(text).not.toContain('secret-model');
  });

  it('prints a table of quality scores with their feedback', () => {
    const scores = pdf.pages.find((page) => page.includes('Scores run from 0 to 100')) ?? '';
    expect(scores).toContain('Market scan Feedback number 1.');
    expect(scores).toMatch(/Approved 77\.1/);
  });

  // EXP-3
  it('adds the provenance appendix: agent, model, observer score, cost and the total', () => {
    const appendix = pdf.pages.at(-1) ?? '';
    expect(appendix).toContain('market-scan.md market-analyst local/extractive 92 $0.0123');
    expect(appendix).toContain('$1.0123');
  });

  // PRO-18
  it('numbers every page after the cover and leaves none blank', () => {
    for (const [index, page] of pdf.pages.entries()) {
      if (index > 0) expect(page).toContain(`Page ${index + 1} of ${pdf.pages.length}`);
      expect(page.length).toBeGreaterThan(60);
    }
  });

  // PRO-18
  it('is PDF/UA-1: tagged, titled, in a language, with every glyph and no gap in its headings', () => {
    expect(notes).toEqual([]);
    expect(Buffer.from(bytes).toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(pdf.tagged).toBe(true);
    expect(pdf.info).toMatchObject({
      Title: 'Coffee roaster strategy',
      Author: 'Acme Consulting',
      Language: 'en',
    });
    for (const role of ['H1', 'H2', 'P', 'Table', 'TH', 'TOC', 'Link', 'Figure'])
      expect([...pdf.roles]).toContain(role);
  });

  it('produces the same bytes for the same report and date', async () => {
    const again = await renderer.renderEngagement(report, printOrder);
    expect(Buffer.compare(bytes, again)).toBe(0);
  });

  it('prints without appendix, logo, company and colour if there are none', async () => {
    const plain = engagementOf(['Text.'], {
      branding: { companyName: null, primaryColor: 'red', logo: null },
      summary: null,
    });
    const { pages, outline, info } = await readPdf(
      await renderer.renderEngagement(plain, printOrder),
    );
    expect(outline.map(({ title }) => title)).toEqual(['1 Document 1']);
    expect(pages.join()).not.toContain('market-analyst');
    expect(info['Author'] ?? '').toBe('');
  });

  // EXP-21
  it('has a wide logo in place of the company’s name on the cover', async () => {
    const logo = branding.logo && { ...branding.logo, isWide: true };
    const order = engagementOf(['Text.'], { branding: { ...branding, logo } });
    const { pages } = await readPdf(await renderer.renderEngagement(order, printOrder));
    expect(pages[0]).not.toContain('Acme Consulting');
    expect(pages.at(-1)).toContain('Acme Consulting');
  });

  // EXP-21
  it('omits a broken logo and logs this', async () => {
    notes.length = 0;
    const logo = { bytes: new Uint8Array([1, 2, 3]), mimeType: 'image/png' as const, isWide: true };
    const broken = { ...branding, logo };
    const { pages } = await readPdf(
      await renderer.renderEngagement(engagementOf(['Text.'], { branding: broken }), printOrder),
    );
    expect(pages[0]).toContain('Acme Consulting');
    expect(notes.join()).toContain('logo');
  });
});

describe('the report of a client', () => {
  let pdf: ReadPdf;
  const advice = `# We advise to stay

The answer is in the first chapter[^1].

## 1. Why

${longMarkdown(3)}

[^1]: Market scan: “Opening text”
`;

  beforeAll(async () => {
    notes.length = 0;
    const report = engagementOf([first, second, '## Document 3\n\nText.', advice]);
    const documents = report.documents.map((chapter, at) => ({
      ...chapter,
      isSynthesis: at === 3,
    }));
    pdf = await readPdf(await renderer.renderEngagement({ ...report, documents }, printOrder));
  });

  // EXP-16
  it('has the executive summary first, without a number, then the other documents in their order, numbered', () => {
    expect(pdf.outline).toMatchObject([
      { title: 'We advise to stay', items: ['1. Why', 'Part 1'] },
      { title: '1 Market scan' },
      { title: '2 Pricing', items: ['2.1 Options'] },
      { title: '3 Document 3', items: [] },
    ]);
    expect(pdf.pages[2]).toContain('Executive summary We advise to stay');
  });

  // EXP-16
  it('calls a synthesis of more than a page no summary', async () => {
    const report = engagementOf([`# We advise to stay\n\n${longMarkdown(12)}`]);
    const documents = report.documents.map((chapter) => ({ ...chapter, isSynthesis: true }));
    const { pages } = await readPdf(
      await renderer.renderEngagement({ ...report, documents }, printOrder),
    );
    expect(pages[2]).toContain('Decision paper We advise to stay');
    expect(pages.join(' ')).not.toContain('Executive summary');
  });

  // EXP-16
  it('has one table of contents that names each document and its sections once', () => {
    const contents = pdf.pages[1] ?? '';
    for (const entry of [
      'Executive summary: We advise to stay',
      '1 Market scan',
      '1.1 Demand',
      '2 Pricing',
      '2.1 Options',
    ])
      expect(contents.split(entry)).toHaveLength(2);
    expect(contents.match(/Document 3/g)).toHaveLength(1);
    expect(pdf.pages.filter((page) => page.includes('Contents'))).toHaveLength(1);
  });

  // EXP-17
  it('has no score, state or record', () => {
    const text = pdf.pages.join(' ');
    expect(text).not.toMatch(
      /78\.2|77\.1|Approved|score|Feedback|Version|Provenance|Internal|verified/,
    );
    expect(notes).toEqual([]);
  });
});
