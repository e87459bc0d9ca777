import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPassages } from './text-index.ts';

const split = (text: string) => [...splitPassages(text, 0)];

describe('splitPassages', () => {
  it('splits at headings and records the heading of each passage', () => {
    const passages = split('# Market\nCafés buy less.\n\n## Prices\nThe price is 4 euros.');
    expect(passages.map(({ text, context }) => [text, context])).toEqual([
      ['# Market\nCafés buy less.', 'Market'],
      ['## Prices\nThe price is 4 euros.', 'Prices'],
    ]);
  });

  it('keeps rows whole and adds the names of their columns', () => {
    const rows = Array.from(
      { length: 80 },
      (_, at) => `Store ${at},${at * 100},north ${'x'.repeat(20)}`,
    );
    const passages = split(['Store,Revenue,Region', ...rows].join('\n'));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text, context } of passages.slice(1)) {
      expect(context).toBe('Store,Revenue,Region');
      for (const line of text.split('\n')) expect(rows).toContain(line);
    }
  });

  it('splits a long paragraph at the ends of sentences', () => {
    const sentences = Array.from(
      { length: 60 },
      (_, at) => `Sentence number ${at} says what berth ${at} costs.`,
    );
    for (const { text } of split(sentences.join(' ')))
      expect(text).toMatch(/^Sentence[\s\S]*costs\.$/);
    for (const { text } of split('价格上涨了。'.repeat(600))) expect(text).toMatch(/^价[\s\S]*。$/);
  });

  it('returns slices in order that omit only white space and stay below the limit', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.constantFrom(
        '',
        '# Head',
        'a | b | c',
        'x'.repeat(3_000),
        '🚲'.repeat(1_500),
        `${'Long text. '.repeat(300)}`,
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join('\n');
        let end = 0;
        for (const passage of split(text)) {
          expect(text.slice(passage.position, passage.position + passage.text.length)).toBe(
            passage.text,
          );
          expect(text.slice(end, passage.position).trim()).toBe('');
          expect(passage.text.length).toBeLessThanOrEqual(1_200);
          expect(passage.text.isWellFormed()).toBe(
            text.slice(passage.position).isWellFormed() || text.isWellFormed(),
          );
          end = passage.position + passage.text.length;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });
});
