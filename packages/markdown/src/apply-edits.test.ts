import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyEdits, type SectionEdit } from './apply-edits.ts';
import { cutSections, joinSections } from './sectioned-document.ts';
import { anyEdit, anyMarkdown } from './testing/any-markdown.ts';

const document = `---
title: Market
---

# Market

The market is large.[^1]

## Prices

Prices rose by 4 %.[^2]

### By city

| City | Price |
|---|---|
| Jena | 4 |

## Risks

\`\`\`md
## Not a heading
\`\`\`

[^1]: Study: “large”
[^2]: Brief: “4 %”
`;

const edit = (action: SectionEdit['action'], section: number, markdown = ''): SectionEdit => ({
  action,
  section,
  markdown,
});
const amend = (edits: SectionEdit[], text = document) =>
  joinSections(applyEdits(cutSections(text), edits));

describe('a document', () => {
  it('is cut at its headings, but not inside code, and front matter and footnotes are separate', () => {
    const { frontMatter, sections, footnotes } = cutSections(document);
    expect(frontMatter).toBe('---\ntitle: Market\n---\n\n');
    expect(sections.map(({ raw }) => raw.split('\n')[0])).toEqual([
      '# Market',
      '## Prices',
      '### By city',
      '## Risks',
    ]);
    expect(footnotes).toEqual(['[^1]: Study: “large”\n', '[^2]: Brief: “4 %”\n']);
  });

  it('with very many headings is cut at the upper levels only', () => {
    const many = `# A\n\n## B\n\n${'### C\n\ntext\n\n'.repeat(100)}`;
    expect(cutSections(many).sections).toHaveLength(2);
  });
});

describe('edits', () => {
  it('change what they name and nothing else', () => {
    const changed = amend([
      edit('replace', 2, '## Prices\n\nPrices rose by 5 %.[^2]'),
      edit('insert', 4, '## Owners\n\nAda.'),
    ]);
    expect(changed).toBe(
      document.replace('4 %.[', '5 %.[').replace('```\n\n[^1]', '```\n\n## Owners\n\nAda.\n\n[^1]'),
    );
  });

  it('give new footnotes a free number and drop definitions that are no longer used', () => {
    const changed = amend([
      edit('replace', 2, 'Rent rose.[^1][^2]\n\n[^1]: Study: “large”\n[^2]: Panel: “rent”'),
    ]);
    expect(changed).toContain('## Prices\n\nRent rose.[^1][^3]');
    expect(changed.slice(changed.indexOf('[^1]:'))).toBe(
      '[^1]: Study: “large”\n[^3]: Panel: “rent”\n',
    );
  });

  it('that would swallow the text after them, name no section or remove the title are left out', () => {
    for (const bad of [
      edit('replace', 2, '## Prices\n\n```\nopen'),
      edit('replace', 2, '## Prices\n\n<!-- open'),
      edit('replace', 9, '## Nowhere'),
      edit('replace', 2, '  \n'),
      edit('remove', 1),
    ]) {
      expect(amend([bad])).toBe(document);
    }
  });

  it('do not change sections that must not be changed', () => {
    const edits = [edit('remove', 2), edit('remove', 3)];
    const changed = joinSections(applyEdits(cutSections(document), edits, (index) => index === 2));
    expect(changed).toContain('## Prices');
    expect(changed).not.toContain('### By city');
  });
});

// PRO-11
// WRI-7
test('footnotes that only other footnotes name stay, and keep pointing at them', () => {
  const text =
    '# A\n\nTotal 5.[^1]\n\n## B\n\nOld.[^3]\n\n[^1]: = 2 + 3 = 5; [^2]\n[^2]: Brief: “2”\n[^3]: Brief: “old”\n';
  const markdown =
    '## B\n\nNew 7.[^1]\n\n[^1]: = 5 + 2 = 7; [^2]\n[^2]: = 4 + 1 = 5; [^4]\n[^4]: Brief: “4”\n';
  const edited = joinSections(applyEdits(cutSections(text), [edit('replace', 2, markdown)]));
  expect(edited).toContain('[^1]: = 2 + 3 = 5; [^2]\n[^2]: Brief: “2”\n');
  expect(edited).toContain('New 7.[^4]');
  expect(edited).toContain('[^4]: = 5 + 2 = 7; [^5]\n[^5]: = 4 + 1 = 5; [^6]\n[^6]: Brief: “4”\n');
  expect(edited).not.toContain('old');
});

test('with any edits, sections without an edit keep their bytes and their order', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.array(anyEdit, { maxLength: 5 }), (text, edits) => {
      const before = cutSections(text);
      expect(joinSections(before)).toBe(text);
      const changed = joinSections(applyEdits(before, edits));
      const named = new Set(
        edits.filter(({ action }) => action !== 'insert').map(({ section }) => section - 1),
      );
      let from = 0;
      for (const [index, { raw }] of before.sections.entries()) {
        if (named.has(index)) continue;
        const place = changed.indexOf(raw.trimEnd(), from);
        expect(place).toBeGreaterThanOrEqual(from);
        from = place + raw.trimEnd().length;
      }
    }),
  );
});
