import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportCitation, ReportEvidence } from './reports/report-types.ts';
import { openRenderer } from './testing/open-renderer.ts';
import { readPdf } from './testing/read-pdf.ts';
import {
  deliverableOf,
  engagementOf,
  longMarkdown,
  printOrder,
  provenance,
} from './testing/sample-reports.ts';

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
const computed: ReportCitation = {
  ...held,
  footnote: 'press',
  claim: 'Sales grew by 3.4 percent.',
  state: 'computed',
  derivation: {
    expression: '(b - a) / a * 100',
    inputs: [
      { label: 'a', value: 4_655_000_000, unit: 'DKK', citation: '7' },
      { label: 'b', value: 4_812_000_000, unit: 'DKK', citation: 'absent' },
    ],
    result: 3.37271750806,
  },
};

const evidenceOf = (...citations: ReportCitation[]): ReportEvidence => {
  const count = (state: string) => citations.filter((citation) => citation.state === state).length;
  return {
    verified: count('verified'),
    computed: count('computed'),
    unjudged: count('unjudged'),
    setByText: count('set_by_text'),
    altered: count('altered'),
    unsupported: count('unsupported'),
    missingSource: count('missing_source'),
    uncited: count('uncited'),
    citations,
  };
};
const markdown =
  'One[^7], two[^press], one again[^7], three[^list].\n\n[^7]: Accounts.\n[^press]: Press.\n[^list]: A list:\n\n    - last item\n';

async function printOne(text: string, evidence: ReportEvidence | null, isInternal = true) {
  const report = deliverableOf(text, { provenance: isInternal ? provenance : null });
  return readPdf(
    await renderer.renderDeliverable(
      { ...report, document: { ...report.document, evidence } },
      printOrder,
    ),
  );
}

async function printAll(evidences: (ReportEvidence | null)[]) {
  const report = engagementOf(
    evidences.map(() => markdown),
    { provenance: [provenance] },
  );
  const documents = report.documents.map((document, index) => ({
    ...document,
    evidence: evidences[index] ?? null,
  }));
  return readPdf(await renderer.renderEngagement({ ...report, documents }, printOrder));
}

describe('footnotes', () => {
  it('show the result of the check in words and by a sign', async () => {
    const { pages } = await printOne(
      markdown,
      evidenceOf(held, changed, { ...held, footnote: 'list' }),
    );
    const page = pages[0] ?? '';
    expect(page).toContain('Accounts. ✓ verified');
    expect(page).toContain(
      'Press. ✗ not verified (altered): the source does not say this in these words',
    );
    expect(page).toMatch(/last item ✓ verified/);
    expect(notes).toEqual([]);
  });

  it('that support several claims must hold for each, and show every reason once', async () => {
    const wrong = { ...changed, footnote: '7' };
    const { pages } = await printOne(
      markdown,
      evidenceOf(held, wrong, wrong, { ...wrong, reason: 'another' }),
    );
    expect(pages[0]).toContain(
      'Accounts. ✗ not verified (altered): the source does not say this in these words; another',
    );
  });

  // EXP-13
  it.each([
    ['unsupported', 'not supported'],
    ['missing_source', 'no such source'],
    ['uncited', 'uncited'],
  ] as const)(
    'say that a statement is %s, beside others of the same footnote',
    async (state, words) => {
      const open = { ...changed, state, reason: 'this is why' };
      const { pages } = await printOne(markdown, evidenceOf(held, open));
      expect(pages[0]).toContain(`Press. ✗ not verified (${words}): this is why`);
      const both = await printOne(markdown, evidenceOf(changed, open));
      const reasons = 'the source does not say this in these words; this is why';
      expect(both.pages[0]).toContain(`Press. ✗ not verified (altered, ${words}): ${reasons}`);
    },
  );

  // EVP-10, EXP-13
  it('say that nobody judged a statement, which is no fault', async () => {
    const { pages } = await printOne(
      markdown,
      evidenceOf(held, { ...changed, state: 'unjudged', reason: null }),
    );
    expect(pages[0]).toContain('Press. – not judged');
    expect(pages.join()).not.toContain('✗');
  });

  // EXP-13
  it('print how a computed figure follows, in the language of the document', async () => {
    const { pages } = await printOne(markdown, evidenceOf(held, computed));
    const note =
      '(b − a) ÷ a × 100 ≈ 3.37272, with a = 4,655 million DKK [1]; b = 4,812 million DKK [absent]';
    expect(pages[0]).toContain(`Press. ✓ computed: ${note}`);
    expect(pages[0]).toContain('Accounts. ✓ verified');
    const german = `Der Umsatz ist gestiegen, und das ist nicht mehr wie im Jahr davor.\n\n${markdown}`;
    const { pages: inGerman } = await printOne(german, evidenceOf(held, computed));
    expect(inGerman[0]).toContain(
      '≈ 3,37272, mit a = 4.655 Mio. DKK [1]; b = 4.812 Mio. DKK [absent]',
    );
    expect(notes).toEqual([]);
  });

  // EXP-13
  it('show ten derivations at most, and the beginning of a very long one', async () => {
    const results = Array.from({ length: 30 }, (_, at) => ({
      ...computed,
      derivation: { expression: at === 0 ? 'a+'.repeat(5_000) : 'a', inputs: [], result: at },
    }));
    const { pages } = await printOne(markdown, evidenceOf(...results, ...results));
    expect(pages[0]).toMatch(/a\+… a = 1 a = 2 .* a = 9 and 20 further computed figures/);
  });

  // EXP-13
  it('do not say how a figure follows when another statement of the footnote is open', async () => {
    const { pages } = await printOne(markdown, evidenceOf(computed, changed));
    expect(pages[0]).toContain('Press. ✗ not verified (altered)');
    expect(pages.join()).not.toContain('÷');
  });

  it('called in the head of a table are printed with their state', async () => {
    const table = '| a[^7] | b |\n|---|---|\n| x | y |\n\n[^7]: Accounts.';
    expect((await printOne(table, evidenceOf(held))).pages[0]).toContain('1 Accounts. ✓ verified');
    const derived = { ...computed, footnote: '7' };
    expect((await printOne(table, evidenceOf(derived))).pages[0]).toContain(
      '1 Accounts. ✓ computed: (b − a) ÷ a',
    );
  });

  // EXP-17
  it('tell a client nothing of the check, and are parted where two numbers stand in a row', async () => {
    const row = 'Both.[^1][^2]\n\n[^1]: Accounts.\n[^2]: Press.';
    const { pages } = await printOne(
      row,
      evidenceOf(held, changed, { ...computed, footnote: '2' }),
      false,
    );
    expect(pages[0]).toMatch(/Both\. ?1 ?, ?2 .*Press\./);
    expect(pages.join()).not.toMatch(/[✓✗]|verified|altered|computed|÷|Citations/);
  });

  it('show no result if nothing was checked', async () => {
    const { pages } = await printOne(markdown, null);
    expect(pages.join()).not.toMatch(/verified|Citations/);
  });
});

describe('one deliverable', () => {
  it('has the counts in the footer of every page', async () => {
    const { pages } = await printOne(longMarkdown(20), evidenceOf(held, held, changed, invented));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('Prepared by market-analyst');
      expect(page).toContain('Citations: 2 verified, 1 altered, 1 without such a source');
    }
  });

  // EXP-14
  it('counts every state', async () => {
    const all = ['computed', 'unjudged', 'unsupported', 'missing_source', 'uncited'] as const;
    const evidence = evidenceOf(held, changed, ...all.map((state) => ({ ...changed, state })));
    const { pages } = await printOne(markdown, { ...evidence, uncited: 1_234 });
    const kinds =
      '1 computed, 1 not judged, 1 altered, 1 not supported by the source, 1 without such a source, 1,234 uncited';
    expect(pages[0]).toContain(`Citations: 1 verified, ${kinds}`);
  });

  it('without citations says so', async () => {
    const { pages } = await printOne('Text.', evidenceOf());
    expect(pages[0]).toContain('Citations: none to check');
  });

  it('lists unverified citations with its provenance, by the printed number of the footnote', async () => {
    const evidence = evidenceOf(held, changed, invented, { ...changed, footnote: 'never called' });
    const { pages, roles } = await printOne(markdown, evidence);
    const page = pages[0] ?? '';
    const finding =
      'Altered. The source does not say this in these words. The source has: “six percent a year”';
    expect(page).toContain(`Footnote 2 “nine percent a year” Trade press, p. 4 ${finding}`);
    expect(page).toContain('Without a footnote “we shall leave” No such source. No such file.');
    expect(page).toContain('[^never called]');
    expect(page).not.toContain('These have no footnote');
    for (const role of ['TH', 'Link']) expect([...roles]).toContain(role);
    expect(notes).toEqual([]);
    expect((await printOne(markdown, evidence, false)).pages.join()).not.toContain(
      'six percent a year',
    );
  });
});

describe('the whole engagement', () => {
  // EXP-14
  it('lists uncited statements, and computed ones without a footnote with their derivation', async () => {
    const uncited = {
      ...invented,
      quote: null,
      claim: 'Germany has 40,000 shops.',
      reason: 'no source',
    };
    const { pages } = await printAll([
      evidenceOf({ ...computed, footnote: null, source: '' }, { ...uncited, state: 'uncited' }),
      evidenceOf(computed),
    ]);
    const page = pages.at(-2) ?? '';
    expect(page).toContain(
      'Document 1 Without a footnote “Germany has 40,000 shops.” Uncited. No source.',
    );
    expect(page).toContain(
      'Without a footnote “Sales grew by 3.4 percent.” Computed. (b − a) ÷ a × 100 ≈ 3.37272, with',
    );
    expect(page.match(/Sales grew/g)).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it('has a section with the counts of each deliverable and every citation that is not verified', async () => {
    const { pages, outline, tagged } = await printAll([
      evidenceOf(held, changed),
      null,
      evidenceOf(invented),
    ]);
    expect(outline.map(({ title }) => title).slice(-3)).toEqual([
      'Quality scores',
      'Evidence',
      'Appendix: Provenance',
    ]);
    const page = pages.at(-2) ?? '';
    for (const row of [
      'Document 1 1 0 0 0 1 0 0 0',
      'Document 2 Not checked – – – – – – –',
      'Document 3 0 0 0 0 0 0 1 0',
    ]) {
      expect(page).toContain(row);
    }
    expect(page).toContain('Document 1 Footnote 2 “nine percent a year”');
    expect(page).toContain('Document 3 Without a footnote “we shall leave”');
    expect(tagged).toBe(true);
    expect(notes).toEqual([]);
    for (const text of pages) expect(text.length).toBeGreaterThan(60);
  });

  it('has no such section if no citation was ever checked, and no list if all are verified', async () => {
    expect((await printAll([null, null])).outline.map(({ title }) => title)).not.toContain(
      'Evidence',
    );
    const { pages } = await printAll([evidenceOf(held)]);
    expect(pages.at(-2)).toContain('Document 1 1 0 0 0 0 0 0');
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
