import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeWord } from './merge-word.ts';
import { readDocx } from './reading/read-docx.ts';
import { arbitraryMarkdown } from './testing/arbitrary-markdown.ts';
import { editPart, editText, type WordEdit } from './testing/edit-docx.ts';
import { spellFile, spellMarkdown } from './testing/spell-items.ts';
import { writeSample } from './testing/write-sample.ts';

const edit: fc.Arbitrary<WordEdit> = fc.record({
  kind: fc.constantFrom('type', 'insert', 'delete', 'bold', 'split', 'remove', 'add'),
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  words: fc.integer({ min: 1, max: 1_000_000 }).map((number) => `typed${number}*_[x]`),
});

describe('a Word file that comes back', () => {
  // WRD-3
  it('gives the bytes of the version if nobody changed it, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMarkdown, async (markdown) => {
        const file = await readDocx(await writeSample(markdown));
        expect(file.warnings).toEqual([]);
        expect(mergeWord({ whole: markdown, shown: markdown }, file)).toBe(markdown);
      }),
    );
  });

  // WRD-3, WRD-4, WRD-5
  it('changes what was changed and nothing else: 20 edits lose or move no word and no note', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryMarkdown,
        fc.array(edit, { maxLength: 20 }),
        async (markdown, edits) => {
          const docx = editPart(await writeSample(markdown), (xml) => editText(xml, edits));
          const file = await readDocx(docx);
          const merged = mergeWord({ whole: markdown, shown: markdown }, file);
          expect(spellMarkdown(merged)).toEqual(spellFile(file, markdown));
        },
      ),
    );
  });
});
