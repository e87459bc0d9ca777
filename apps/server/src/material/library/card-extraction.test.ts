import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { describe, expect, test } from 'vitest';
import { type CardMaterial, extractCards, readSections } from './card-extraction.ts';
import { listClientNames } from './revealing-marks.ts';

const long = 'We counted the shops of each town and asked every second one what it pays. '
  .repeat(4)
  .trim();
const document = `---
model: local
---
# Windows in Denmark

Nordwind should enter.[^1]

## The answer for Nordwind in 2026

| Year | Sales |
|---|---|
| 2025 | 4 |

## 2. Method

${long}[^1]

### Interviews

- ${long}

### “report.pdf”

- Four.

## Risks

\`\`\`
## no heading
\`\`\`

[^1]: costs.csv: “4”
`;
const figure: Figure = {
  label: 'Net sales',
  unit: 'EUR',
  period: '2025',
  value: 4_800_000,
  text: 'EUR 4.8 million',
  section: 'Market',
  state: 'verified',
};
const citation: Citation = {
  footnote: '1',
  claim: 'Net sales were EUR 4.8 million[^1].',
  quote: '4.8',
  source: { kind: 'attachment', title: 'accounts.csv', location: 'page 2' },
  state: 'verified',
  reason: null,
  passage: null,
  derivation: null,
};

function materialOf(content: string, more: Partial<CardMaterial> = {}): CardMaterial {
  const sections = readSections(content);
  const own = { client: 'Nordwind AG', name: 'Nordwind AG' };
  return {
    title: sections[0]?.heading ?? '',
    language: 'en',
    sections,
    figures: [],
    citations: [],
    noteAnswers: [],
    clientWords: listClientNames({ own, otherClients: [] }),
    ...more,
  };
}
const ofKind = (material: CardMaterial, kind: string) =>
  extractCards(material).filter((card) => card.kind === kind);

describe('the cards of a document', () => {
  // LIB-3
  test('a structure is its outline without the client and figures', () => {
    expect(ofKind(materialOf(document), 'structure')).toEqual([
      {
        kind: 'structure',
        key: 'structure',
        title: 'Windows in Denmark',
        body: '- The answer for … in … (table)\n- Method\n  - Interviews (list)\n- Risks',
      },
    ]);
    expect(extractCards(materialOf('# A\n\n## B\n\ntext'))).toEqual([]);
  });

  // LIB-3
  test('a method is the section that says how, with those below it and without footnotes', () => {
    const [method] = ofKind(materialOf(document), 'method');
    expect(method).toMatchObject({ title: 'Method · Windows in Denmark' });
    expect(method?.body).toBe(
      `${long}\n\n### Interviews\n\n- ${long}\n\n### “report.pdf”\n\n- Four.`,
    );
  });

  test.each(['Vorgehen', 'Démarche', 'Metodología', '調査方法', 'How we counted'])(
    'finds a method under “%s”',
    (heading) => {
      expect(ofKind(materialOf(`# A\n\n## ${heading}\n\n${long}`), 'method')).toHaveLength(1);
    },
  );

  // LIB-3
  test('a benchmark is a verified or computed figure with unit, period and source', () => {
    const [card, ...more] = ofKind(
      materialOf('# A', { figures: [figure, figure], citations: [citation] }),
      'benchmark',
    );
    expect(more).toEqual([]);
    expect(card?.title).toBe('Net sales, 2025');
    expect(card?.body).toBe(
      'Net sales: EUR 4.8 million\n\nPeriod: 2025\n\nNet sales were EUR 4.8 million.\n\nSource: accounts.csv, page 2',
    );
  });

  // LIB-3
  test.each<[string, Partial<Figure>, Partial<Citation>]>([
    ['a figure that is not verified', { state: 'altered' }, {}],
    ['a figure without a unit', { unit: null }, {}],
    ['a figure without a period', { period: null }, {}],
    ['a citation that is not verified', {}, { state: 'unsupported' }],
    [
      'a query, whose id means nothing elsewhere',
      {},
      { source: { kind: 'query', title: 'Query q1', location: null } },
    ],
    ['the word of the brief', {}, { source: { kind: 'brief', title: 'Brief', location: null } }],
    ['a citation of another figure', {}, { claim: 'Net sales were EUR 2 million.' }],
    [
      'a citation of a longer number',
      { text: '4.8' },
      { claim: 'Net sales were EUR 14.8 million.' },
    ],
    ['a citation about something else', {}, { claim: 'Costs were EUR 4.8 million.' }],
  ])('%s gives none', (_name, ofFigure, ofCitation) => {
    const material = {
      figures: [{ ...figure, ...ofFigure }],
      citations: [{ ...citation, ...ofCitation }],
    };
    expect(extractCards(materialOf('# A', material))).toEqual([]);
  });

  // LIB-3
  test('a lesson is what reviewers asked for and how it was met', () => {
    const noteAnswers = [
      {
        commentId: null,
        note: 'Name the *risks*.',
        outcome: 'met',
        section: 'Risks',
        text: 'Three are named.',
      },
      { commentId: null, note: 'Shorter.', outcome: 'not_met', section: null, text: 'No.' },
    ] as const;
    expect(ofKind(materialOf('# A', { noteAnswers: [...noteAnswers] }), 'lesson')).toMatchObject([
      {
        title: 'Review · A',
        body: '- **The reviewer asked:** Name the \\*risks\\*.\n  **How it was met:** Three are named. (Risks)',
      },
    ]);
    expect(extractCards(materialOf('# A', { noteAnswers: [noteAnswers[1]] }))).toEqual([]);
  });

  // LIB-3
  test('are four at most, with one structure', () => {
    const figures = Array.from({ length: 9 }, (_, index) => ({
      ...figure,
      label: `Sales ${index}`,
    }));
    const noteAnswers = [
      { commentId: null, note: 'Why?', outcome: 'met' as const, section: null, text: 'So.' },
    ];
    const cards = extractCards(
      materialOf(document, { figures, citations: [citation], noteAnswers }),
    );
    expect(cards.map(({ kind }) => kind)).toEqual(['benchmark', 'lesson', 'method', 'structure']);
    const benchmarks = extractCards(materialOf('# A', { figures, citations: [citation] }));
    expect(benchmarks.map(({ title }) => title)).toEqual([
      'Sales 0, 2025',
      'Sales 1, 2025',
      'Sales 2, 2025',
      'Sales 3, 2025',
    ]);
  });

  test('write the unit behind the bare number of a table', () => {
    const bare = { ...figure, text: '4,800,000' };
    const claim = 'Net sales 2025: 4,800,000';
    const [card] = ofKind(
      materialOf('# A', { figures: [bare], citations: [{ ...citation, claim }] }),
      'benchmark',
    );
    expect(card?.body.split('\n')[0]).toBe('Net sales: 4,800,000 EUR');
  });

  test('prefer figures from the web', () => {
    const web: Citation = {
      ...citation,
      claim: 'The growth of towns was 3 %.',
      source: { kind: 'url', title: 'Office of statistics', location: null },
    };
    const figures = [figure, { ...figure, label: 'Growth', text: '3 %', unit: '%' }];
    const cards = ofKind(materialOf('# A', { figures, citations: [citation, web] }), 'benchmark');
    expect(cards.map(({ title }) => title)).toEqual(['Growth, 2025', 'Net sales, 2025']);
  });

  test('of a section of any length stay within their bounds', () => {
    const document = `# A\n\n## Method\n\n${'~~~\n'.repeat(100_000)}${long.repeat(2_000)}`;
    const [method] = ofKind(materialOf(document), 'method');
    expect((method?.body ?? '').length).toBeLessThanOrEqual(4_000);
  });
});
