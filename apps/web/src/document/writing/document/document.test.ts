import fc from 'fast-check';
import { EditorState } from 'prosemirror-state';
import { describe, expect, it, test } from 'vitest';
import { anyMarkdown } from '../testing/any-markdown.ts';
import { createSources, readDocument, type Sources, writeDocument } from './document.ts';
import { schema } from './schema.ts';

/** Opens a text in an editor without a page. */
function open(text: string): { state: EditorState; sources: Sources } {
  const sources = createSources(text);
  return { state: EditorState.create({ doc: readDocument(text, sources) }), sources };
}

/** Returns what the text becomes when words are typed at the end of a block. */
function typeInto(text: string, index: number, words: string): string {
  const { state, sources } = open(text);
  let position = -1;
  state.doc.forEach((block, offset, at) => {
    if (at === index) position = offset + block.nodeSize - 1;
  });
  return writeDocument(state.apply(state.tr.insertText(words, position)).doc, sources);
}

// EDI-1
test('a text of any kind keeps every byte when nothing is changed', () => {
  fc.assert(
    fc.property(anyMarkdown, (text) => {
      const { state, sources } = open(text);
      state.doc.check();
      expect(writeDocument(state.doc, sources)).toBe(text);
    }),
  );
});

// MRK-1, MRK-2, MRK-4
test.each([
  'Price $p = \\frac{a*b}{c_1}$ and $5',
  'Takes 5~10 days and 20~30 days, 2*3*4 lots',
  '**重要：**売上は**「強調」**です',
  'Kund*innen zahlen ~~60~~ 45',
])('an edited paragraph keeps its signs and formulas: %s', (text) => {
  expect(typeInto(`${text}\n`, 0, ' more')).toBe(`${text} more\n`);
});

// EDI-1
test('an edited paragraph changes its own bytes and no others, and is read as what was typed', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.nat(), (text, number) => {
      const { state, sources } = open(text);
      const places: { at: number; from: number }[] = [];
      state.doc.forEach((block, offset, at) => {
        if (block.type === schema.nodes.paragraph)
          places.push({ at, from: offset + block.nodeSize - 1 });
      });
      const place = places[number % places.length];
      if (place === undefined) return;
      const origins = [...sources.origins.values()];
      const before = origins
        .slice(0, place.at)
        .reduce((sum, { source, after }) => sum + source.length + after.length, 0);
      const edited = state.apply(state.tr.insertText(' and 3 more_words', place.from)).doc;
      const written = writeDocument(edited, sources);
      const start = sources.lead.length + before;
      expect(written.startsWith(text.slice(0, start))).toBe(true);
      expect(written.endsWith(text.slice(start + (origins[place.at]?.source.length ?? 0)))).toBe(
        true,
      );
      const again = open(written).state.doc;
      expect(again.child(place.at).textContent).toBe(edited.child(place.at).textContent);
      expect(again.childCount).toBe(edited.childCount);
    }),
  );
});

describe('an edit', () => {
  it('of a table keeps the lines of the other rows', () => {
    const text = '| Item|Cost |\n|:--|---:|\n|Rent|  1,200|\n| Light | 80 |\n';
    const { state, sources } = open(text);
    let cell = 0;
    state.doc.descendants((node, position) => {
      if (node.textContent === '80' && node.type === schema.nodes.table_cell) cell = position + 3;
    });
    expect(writeDocument(state.apply(state.tr.insertText('0', cell)).doc, sources)).toBe(
      text.replace('| Light | 80 |', '| Light | 800 |'),
    );
  });

  it('escapes what would act, and nothing else', () => {
    expect(typeInto('One\n', 0, ' a_b *c* [x] 1 < 2 C:\\path')).toBe(
      'One a_b \\*c\\* [x] 1 < 2 C:\\path\n',
    );
    expect(typeInto('', 0, '# no heading')).toBe('\\# no heading\n');
  });

  it('keeps line feeds, breaks, bare addresses and footnotes of its paragraph', () => {
    const text =
      'One\ntwo  \nthree\\\nhttps://example.org/a_b <https://example.org> [^a] &copy;\n\n[^a]: Source\n';
    expect(typeInto(text, 0, '!')).toBe(text.replace('&copy;', '©!'));
  });

  it('keeps what is typed behind a bare address out of it', () => {
    expect(typeInto('See https://example.org/a\n', 0, '市場')).toBe(
      'See <https://example.org/a>市場\n',
    );
    expect(typeInto('See https://example.org/a\n', 0, ', or not')).toBe(
      'See https://example.org/a, or not\n',
    );
  });

  it('between blocks without a blank line adds one where they would join', () => {
    const { state, sources } = open('# One\ntext\n');
    const plain = state.tr.setBlockType(1, 1, schema.nodes.paragraph).doc;
    expect(writeDocument(plain, sources)).toBe('One\n\ntext\n');
    expect(writeDocument(state.tr.insertText('x', 1).doc, sources)).toBe('# xOne\n\ntext\n');
  });

  it('that brings two lists together keeps them apart', () => {
    const { state, sources } = open('- a\n\nText\n\n- b\n');
    const list = state.doc.child(0).nodeSize;
    const apart = state.tr.delete(list, list + state.doc.child(1).nodeSize).doc;
    const written = writeDocument(apart, sources);
    expect(written).toBe('- a\n\n<!-- -->\n\n- b\n');
    expect(open(written).state.doc.childCount).toBe(3);
  });

  it('of a tight list keeps apart what would join the text above it', () => {
    const { state, sources } = open('- a\n  b\n\nc\n');
    const [rule, list] = [schema.nodes.rule.create(), open('3. x\n').state.doc.child(0)];
    // Behind the paragraph of the only item.
    const inItem = state.doc.child(0).nodeSize - 2;
    expect(writeDocument(state.tr.insert(inItem, rule).doc, sources)).toBe(
      '- a\n  b\n\n  ***\n\nc\n',
    );
    expect(writeDocument(state.tr.insert(inItem, list).doc, sources)).toBe(
      '- a\n  b\n\n  3. x\n\nc\n',
    );
  });

  it('that leaves a line at the start makes no front matter of the text below it', () => {
    const text = '# A\n\n---\n\nWords.\n\n---\n';
    const { state, sources } = open(text);
    const without = state.tr.delete(0, state.doc.child(0).nodeSize).doc;
    expect(writeDocument(without, sources)).toBe('***\n\nWords.\n\n---\n');
  });

  it('keeps the line ends of the text', () => {
    expect(typeInto('# A\r\n\r\nB\r\nC\r\n', 1, '!')).toBe('# A\r\n\r\nB\r\nC!\r\n');
  });
});

// EDI-1
it('shows as source what the editor cannot hold', () => {
  const text =
    '---\ntitle: A\n---\n\n<div>\nHTML\n</div>\n\n[a]: https://example.org\n[b]: https://example.org\n\n- x\n\n  <b>\n';
  const kinds = open(text).state.doc.children.map(({ type, attrs }) => attrs['kind'] ?? type.name);
  expect(kinds).toEqual(['front_matter', 'html', 'definitions', 'markdown']);
});
