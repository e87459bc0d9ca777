import { answersTitles } from '@ecp/language/answers-titles';
import { languages } from '@ecp/language/language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientText, type DocumentFacts } from './client-text.ts';

const none: DocumentFacts = { citations: [], titles: new Map() };
const textOf = (markdown: string, facts: Partial<DocumentFacts> = {}) =>
  clientText(markdown, { ...none, ...facts }).content;
const cites = (footnote: string, kind: DocumentFacts['citations'][number]['source']['kind']) => ({
  footnote,
  source: { kind, title: 'T', location: null },
});

describe('the text of a document for a client', () => {
  // REL-5
  test.each(languages)('has no section that answers the reviewer, in %s', (language) => {
    const answers = `## 4. ${answersTitles[language].toUpperCase()}:\n\n1. Rent? — **Met:** see secret[^2].\n\n### More\n\nsecret\n\n`;
    const before = '# Paper\n\nSales rose.[^1]\n\n';
    const after = '## Next\n\nCall.\n\n[^1]: Brief: “rose”\n';
    expect(textOf(`${before}${answers}${after}[^2]: Study: “secret”\n`)).toBe(before + after);
    expect(textOf(`${before}${answers}[^1]: Brief: “rose”\n[^2]: Study: “secret”\n`)).toBe(
      `${before}[^1]: Brief: “rose”\n`,
    );
  });

  // REL-5
  test('has no advice of colleagues, no notes of reviewers and no comments, nor what refers to them', () => {
    const text = [
      '---\nagent: secret-agent\noffline: true\n---\n',
      '# Paper\n\n<!-- secret\nremark -->\nMargins fell [^1], as rent rose.[^2][^3]\n',
      'What colleagues said\n---\n\nSecret.\n',
      '# Prices\n\nNone.[^4]\n',
      '[^1]: Ada: “secret”\n[^2]: Colleague Ben: “secret”,\n  secret\n\n    secret\n[^3]: Accounts: “rose”\n[^4]: Reviewer note 2: “secret”\n',
    ].join('\n');
    const { content, cutFootnotes } = clientText(text, { ...none, citations: [cites('1', 'colleague')] });
    expect(content).toBe(
      '---\noffline: true\n---\n\n# Paper\n\nMargins fell, as rent rose.[^3]\n\n# Prices\n\nNone.\n\n[^3]: Accounts: “rose”\n',
    );
    expect([...cutFootnotes].sort()).toEqual(['1', '2', '4']);
    const survey = 'Hours.[^1]\n\n[^1]: Colleague survey.xlsx: “40”\n';
    expect(textOf(survey, { citations: [cites('1', 'attachment')] })).toBe(survey);
  });

  // REL-5
  test('names other documents and queries by their titles', () => {
    const titles = new Map([
      ['a-b.md', 'A [b]'],
      ['a_b.md', 'A b'],
      ['q1', 'Sales'],
    ]);
    const text =
      'See `a-b.md`, a\\_b.md (q1), [A](a-b.md), my-a-b.md.\n\n```chart\n{"query": "q1"}\n```\n\n[^1]: Query q1: “1”\n';
    expect(textOf(text, { titles })).toBe(
      'See A \\[b\\], A b (Sales), [A](a-b.md), my-a-b.md.\n\n```chart\n{"query": "q1"}\n```\n\n[^1]: Query Sales: “1”\n',
    );
  });

  // REL-5
  test('keeps every byte of what is the client’s, whatever it is', () => {
    const pieces = fc.constantFrom(
      '# A',
      '```',
      '\n',
      '\n\n',
      'word ',
      '[^1]',
      '[^1]: Brief: “x”',
      '- ',
      '| a |',
      '“',
      '\r\n',
    );
    const property = fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(textOf(text)).toBe(text);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
