import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportCitation, ReportEvidence } from './reports/report-types.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import { deliverableOf, engagementOf, longMarkdown, printOrder, provenance } from './testing/sample-reports.ts';

const notes: string[] = [];
const renderer = openRenderer({ slots: 1, log: (note) => notes.push(note) });
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => renderer.close());

const held: ReportCitation = {
  footnote: '7',
  claim: 'Margins fell.',
  quote: null,
  source: 'accounts.xlsx, sheet Margins',
  state: 'verified',
  reason: null,
  passage: null,
};
const changed: ReportCitation = {
  ...held,
  footnote: 'Press',
  quote: 'nine percent a year',
  source: 'Trade press, p. 4',
  state: 'altered',
  reason: 'the source does not say this in these words',
  passage: 'six percent a year',
};
const invented: ReportCitation = {
  ...held,
  footnote: null,
  quote: 'we shall leave',
  source: '',
  reason: 'no such file',
};
invented.state = 'missing_source';

const evidenceOf = (...citations: ReportCitation[]): ReportEvidence => {
  const count = (state: string) => citations.filter((citation) => citation.state === state).length;
  return {
    verified: count('verified'),
    computed: count('computed'),
    altered: count('altered'),
    unsupported: count('unsupported'),
    missingSource: count('missing_source'),
    uncited: count('uncited'),
    citations,
  };
};
const markdown =
  'One[^7], two[^press], one again[^7], three[^list].\n\n[^7]: Accounts.\n[^press]: Press.\n[^list]: A list:\n\n    - last item\n';

async function printOne(text: string, evidence: ReportEvidence | null, withProvenance = false) {
  const report = deliverableOf(text, { provenance: withProvenance ? provenance : null });
  return readPdf(
    await renderer.renderDeliverable({ ...report, document: { ...report.document, evidence } }, printOrder),
  );
}

async function printAll(evidences: (ReportEvidence | null)[]) {
  const report = engagementOf(
    evidences.map(() => markdown),
    { provenance: [provenance] },
  );
  const documents = report.documents.map((document, index) => ({ ...document, evidence: evidences[index] ?? null }));
  return readPdf(await renderer.renderEngagement({ ...report, documents }, printOrder));
}

describe('footnotes', () => {
  it('show the result of the check in words and by a sign', async () => {
    const { pages } = await printOne(markdown, evidenceOf(held, changed, { ...held, footnote: 'list' }));
    const page = pages[0] ?? '';
    expect(page).toContain('Accounts. ✓ verified');
    expect(page).toContain('Press. ✗ not verified: the source does not say this in these words');
    expect(page).toMatch(/last item ✓ verified/);
    expect(notes).toEqual([]);
  });

  it('that support several claims must hold for each, and show every reason once', async () => {
    const wrong = { ...changed, footnote: '7' };
    const { pages } = await printOne(markdown, evidenceOf(held, wrong, wrong, { ...wrong, reason: 'another' }));
    expect(pages[0]).toContain('Accounts. ✗ not verified: the source does not say this in these words; another');
  });

  it('called in the head of a table are printed below it with their state', async () => {
    const table = '| a[^7] | b |\n|---|---|\n| x | y |\n\n[^7]: Accounts.';
    expect((await printOne(table, evidenceOf(held))).pages[0]).toContain('[7] Accounts. ✓ verified');
  });

  it('show no result if nothing was checked', async () => {
    const { pages } = await printOne(markdown, null);
    expect(pages.join()).not.toMatch(/verified|Citations/);
  });
});

describe('one deliverable', () => {
  it('has the counts in the footer of every page', async () => {
    const { pages } = await printOne(longMarkdown(20), evidenceOf(held, held, changed, invented), true);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('Prepared by market-analyst');
      expect(page).toContain('Citations: 2 verified, 1 altered, 1 without a source');
    }
  });

  it('without citations says so', async () => {
    const { pages } = await printOne('Text.', evidenceOf());
    expect(pages[0]).toContain('Citations: none to check');
  });

  it('lists unverified citations with its provenance, by the printed number of the footnote', async () => {
    const evidence = evidenceOf(held, changed, invented, { ...changed, footnote: 'never called' });
    const { pages, roles } = await printOne(markdown, evidence, true);
    const page = pages[0] ?? '';
    const finding = 'Altered. The source does not say this in these words. The source has: “six percent a year”';
    expect(page).toContain(`Footnote 2 “nine percent a year” Trade press, p. 4 ${finding}`);
    expect(page).toContain('Without a footnote “we shall leave” No such source. No such file.');
    expect(page).toContain('[^never called]');
    for (const role of ['TH', 'Note']) expect([...roles]).toContain(role);
    expect(notes).toEqual([]);
    expect((await printOne(markdown, evidence)).pages.join()).not.toContain('six percent a year');
  });
});

describe('the whole engagement', () => {
  it('has a section with the counts of each deliverable and every citation that is not verified', async () => {
    const { pages, outline, tagged } = await printAll([evidenceOf(held, changed), null, evidenceOf(invented)]);
    expect(outline.map(({ title }) => title).slice(-3)).toEqual(['Quality scores', 'Evidence', 'Appendix: Provenance']);
    const page = pages.at(-2) ?? '';
    for (const row of ['Document 1 1 1 0', 'Document 2 Not checked – –', 'Document 3 0 0 1']) {
      expect(page).toContain(row);
    }
    expect(page).toContain('Document 1 Footnote 2 “nine percent a year”');
    expect(page).toContain('Document 3 Without a footnote “we shall leave”');
    expect(tagged).toBe(true);
    expect(notes).toEqual([]);
    for (const text of pages) expect(text.length).toBeGreaterThan(60);
  });

  it('has no such section if no citation was ever checked, and no list if all are verified', async () => {
    expect((await printAll([null, null])).outline.map(({ title }) => title)).not.toContain('Evidence');
    const { pages } = await printAll([evidenceOf(held)]);
    expect(pages.at(-2)).toContain('Document 1 1 0 0');
    expect(pages.join()).not.toContain('could not be verified');
  });

  it('prints hostile text as text, over as many pages as it needs', async () => {
    const hostile = '#panic("x") $x$ @ref <label> [[x]] \u202e\u0000 中文 '.repeat(12);
    const many = Array.from({ length: 60 }, () => ({
      ...changed,
      footnote: hostile,
      quote: hostile,
      source: 'x'.repeat(300),
      reason: hostile,
    }));
    const { pages } = await printAll([evidenceOf(...many)]);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.join()).toContain('#panic("x") $x$ @ref <label> [[x]]');
    for (const text of pages) expect(text.length).toBeGreaterThan(60);
    expect(notes).toEqual([]);
  });
});
