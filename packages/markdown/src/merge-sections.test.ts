import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { mergeSections } from './merge-sections.ts';
import { cutSections, joinSections, keepSections } from './sectioned-document.ts';
import { anyEdit, anyMarkdown } from './testing/any-markdown.ts';

const base = `# Entry

We advise to enter.[^1]

## Market

It grew.

## Risks

Few.

[^1]: Brief: “enter”
`;

// WRI-13
describe('two changes of one document', () => {
  it('are both there if they are in other sections', () => {
    const mine = base.replace('It grew.', 'It grew by 4 %.[^2]').concat('[^2]: Brief: “4 %”\n');
    const theirs = base
      .replace('Few.', 'Many.[^2]')
      .concat('[^2]: Study: “many”\n')
      .replace('## Risks', '## Costs\n\nLow.\n\n## Risks');
    const { merged, conflicts } = mergeSections(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toBe(
      base
        .replace('It grew.', 'It grew by 4 %.[^3]')
        .replace('## Risks\n\nFew.', '## Costs\n\nLow.\n\n## Risks\n\nMany.[^2]')
        .concat('[^3]: Brief: “4 %”\n[^2]: Study: “many”\n'),
    );
  });

  it('of one section are a conflict, which names both; the merged text has mine', () => {
    const { merged, conflicts } = mergeSections(
      base,
      base.replace('Few.', 'Many.'),
      base.replace('Few.', 'None.'),
    );
    expect(merged).toBe(base.replace('Few.', 'Many.'));
    expect(conflicts).toEqual([
      { section: 2, mine: '## Risks\n\nMany.', theirs: '## Risks\n\nNone.' },
    ]);
    const removed = mergeSections(
      base,
      base.replace('## Risks\n\nFew.\n\n', ''),
      base.replace('Few.', 'None.'),
    );
    expect(removed.conflicts).toEqual([{ section: 2, mine: '', theirs: '## Risks\n\nNone.' }]);
  });

  it('of which one changes nothing are the other one, byte for byte', () => {
    const mine = `${base.replace('Few.', 'Many. ')}\n\n`;
    for (const [a, b] of [
      [mine, base],
      [base, mine],
      [mine, mine],
    ] as const) {
      expect(mergeSections(base, a, b)).toEqual({ merged: mine, conflicts: [] });
    }
  });
});

/**
 * Texts of sections without the labels of footnotes, which a merge may renumber, and without empty
 * sections.
 */
const textsIn = (markdown: string) =>
  cutSections(markdown)
    .sections.map(({ raw }) => bare(raw))
    .filter(Boolean);
const bare = (text: string) => text.trim().replace(/\[\^[^\]]*\]/g, '[^]');
const editsOf = fc.array(anyEdit, { minLength: 1, maxLength: 5 });
const change = (text: string, edits: Parameters<typeof applyEdits>[1]) =>
  joinSections(applyEdits(cutSections(text), edits));

// WRI-13
test('of two writers with any edits, nobody loses a section', () => {
  fc.assert(
    fc.property(anyMarkdown, editsOf, editsOf, (text, edits, others) => {
      const [mine, theirs] = [change(text, edits), change(text, others)];
      const { merged, conflicts } = mergeSections(text, mine, theirs);
      const held = bare(
        [merged, ...conflicts.flatMap((one) => [one.mine, one.theirs])].join('\n\n'),
      );
      const known = new Set(textsIn(text));
      for (const version of [mine, theirs]) {
        for (const written of textsIn(version))
          if (!known.has(written)) expect(held).toContain(written);
      }
      const both = new Set(textsIn(mine).filter((one) => textsIn(theirs).includes(one)));
      for (const untouched of known) if (both.has(untouched)) expect(held).toContain(untouched);
    }),
  );
});

// WRI-7
test('500 rewritten documents have the kept sections of the earlier text, byte for byte and as sections', () => {
  fc.assert(
    fc.property(
      anyMarkdown,
      fc.oneof(
        anyMarkdown,
        anyMarkdown.map((text) => `${text}\n\`\`\`\nopen`),
      ),
      editsOf,
      fc.array(fc.nat({ max: 8 }), { maxLength: 4 }),
      fc.boolean(),
      (text, other, edits, indexes, isAmended) => {
        const earlier = cutSections(text);
        const kept = indexes.filter((index) => index < earlier.sections.length);
        const fresh = cutSections(isAmended ? change(text, edits) : other);
        const result = joinSections(keepSections(fresh, earlier, kept));
        const found = cutSections(result);
        const texts = found.sections.map(({ raw }) => raw.trimEnd());
        for (const index of kept) {
          const raw = earlier.sections[index]?.raw.trimEnd() ?? '';
          if (raw !== '') expect(texts).toContain(raw);
        }
        expect(joinSections(keepSections(found, earlier, kept))).toBe(result);
      },
    ),
  );
});

// WRI-7
it('a kept section stands where it stood, with its footnote, and others get free labels', () => {
  const fresh = '# Entry\n\nDo not enter.[^1]\n\n## Risks\n\nAll.\n\n[^1]: Study: “not”\n';
  const earlier = base.replace('It grew.', 'It grew.[^1]');
  const text = joinSections(keepSections(cutSections(fresh), cutSections(earlier), [1]));
  expect(text).toBe(
    '# Entry\n\nDo not enter.[^2]\n\n## Market\n\nIt grew.[^1]\n\n## Risks\n\nAll.\n\n[^1]: Brief: “enter”\n[^2]: Study: “not”\n',
  );
});
