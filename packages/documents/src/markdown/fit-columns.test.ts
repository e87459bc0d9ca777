import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { teamWords } from '../reports/team-words.ts';
import { breakLongRuns, cleanText } from './build-inlines.ts';
import { fitColumns } from './build-table.ts';
import { capTables } from './parse-markdown.ts';

describe('columns', () => {
  it('get shares that fill the page and fit their longest words, or are split', () => {
    const need = fc.record({
      word: fc.integer({ min: 1, max: 16 }),
      cell: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(fc.array(need, { minLength: 1, maxLength: 80 }), (needs) => {
        const parts = fitColumns(needs);
        expect(new Set(parts.flatMap(({ columns }) => columns)).size).toBe(needs.length);
        for (const { columns, shares, sizePt, landscape } of parts) {
          expect(shares).toHaveLength(columns.length);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(
            (landscape ? 700 : 456) + columns.length,
          );
          for (const [at, column] of columns.entries()) {
            expect(shares[at]).toBeGreaterThanOrEqual(
              Math.floor((needs[column]?.word ?? 0) * sizePt * 0.52 + 13),
            );
          }
        }
      }),
    );
  });
});

describe('long tables', () => {
  it('are cut before parsing, also inside quotes, but never in code', () => {
    const rows = (prefix: string) =>
      `${prefix}| a | b |\n${prefix}|---|---|\n${`${prefix}| 1 | 2 |\n`.repeat(2_500)}${prefix.trim()}\nend`;
    const cut = capTables(rows('> '), teamWords.en.tableCut);
    expect(cut).toContain('> *The first 2,000 of 2,500 rows are printed; 500 rows are left out.*');
    expect(cut.split('\n')).toHaveLength(2_000 + 7);
    const code = `\`\`\`\n${rows('')}\n\`\`\`\n`;
    expect(capTables(code, teamWords.en.tableCut)).toBe(code);
  });
});

describe('text', () => {
  it('keeps its characters when places to break are added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(breakLongRuns(text, 10, 5).replaceAll('\u200b', '')).toBe(
          text.replaceAll('\u200b', ''),
        );
      }),
    );
    expect(breakLongRuns('a-long_file.name/with/parts', 10, 8)).toContain('\u200b');
    expect(breakLongRuns('https://example.com/a/b/c/d/e/f', 10, 40)).not.toContain('\u200b');
  });

  it('is always well-formed and without control characters', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
        }),
        (text) => {
          const clean = cleanText(text);
          expect(clean.isWellFormed()).toBe(true);
          expect(clean).not.toMatch(/[\p{Cc}--[\n\t]]|\p{Noncharacter_Code_Point}/v);
        },
      ),
    );
  });
});
