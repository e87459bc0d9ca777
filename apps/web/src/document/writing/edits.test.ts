import fc from 'fast-check';
import { splitBlock, toggleMark } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteRow,
  isInTable,
  tableEditing,
} from 'prosemirror-tables';
import { describe, expect, it, test } from 'vitest';
import { numberFootnotes } from '../../shared/citations/cited-sources.ts';
import {
  createSources,
  cutBlocks,
  isUntouched,
  readDocument,
  writeDocument,
} from './document/document.ts';
import { readBlock } from './document/read-blocks.ts';
import { schema } from './document/schema.ts';
import {
  findLink,
  goToCellBelow,
  insertFootnote,
  insertRule,
  insertTable,
  jumpOfFootnote,
  setLink,
  toggleList,
  toggleQuote,
  turnInto,
} from './edit-commands.ts';
import { createSourceReader } from './editor.ts';
import { numberNotes } from './node-views.ts';
import { anyMarkdown } from './testing/any-markdown.ts';

const { nodes, marks } = schema;
/** Splits a block, but never a cell, as the Enter key does. */
const splitOutsideTable: Command = (state, dispatch) =>
  !isInTable(state) && splitBlock(state, dispatch);

/** An editor without a page: its commands, and what its text is as markdown. */
function open(markdown: string) {
  const sources = createSources(markdown);
  const doc = readDocument(markdown, sources);
  let state = EditorState.create({ doc, plugins: [tableEditing(), createSourceReader(sources)] });
  return {
    get state() {
      return state;
    },
    read: () => writeDocument(state.doc, sources),
    hasChangedSource: () =>
      state.doc.children.some(
        (block) => block.type === nodes.source_block && !isUntouched(block, sources),
      ),
    run(command: Command) {
      return command(state, (transaction) => {
        state = state.apply(transaction);
      });
    },
    /** Selects text by positions that need not be places for a cursor. */
    select(from: number, to = from) {
      const [$from, $to] = [from, to].map((position) =>
        state.doc.resolve(Math.min(position, state.doc.content.size)),
      );
      if ($from && $to)
        state = state.apply(state.tr.setSelection(TextSelection.between($from, $to)));
    },
    type(text: string) {
      state = state.apply(state.tr.insertText(text));
    },
    /** Puts the cursor behind these words. */
    goBehind(words: string) {
      state.doc.descendants((node, position) => {
        const at = node.text?.indexOf(words) ?? -1;
        if (at !== -1)
          state = state.apply(
            state.tr.setSelection(TextSelection.create(state.doc, position + at + words.length)),
          );
      });
    },
  };
}

/** Returns the words of markdown as they are read, those of its source as well. */
function wordsIn(markdown: string): string[] {
  const { blocks, body } = cutBlocks(markdown);
  const read = blocks.map(({ node, source }) => {
    if (node === null) return nodes.front_matter.create({ text: source });
    return readBlock(node, body) ?? nodes.source_block.create(null, schema.text(source));
  });
  return wordsOf(nodes.doc.create(null, read));
}

const isInSource = ({ doc, selection: { $from, $to } }: EditorState): boolean =>
  [$from, $to].some(
    (place) => place.parent.type === nodes.source_block || marks.raw.isInSet(place.marks()),
  ) ||
  doc.rangeHasMark(Math.max(0, $from.pos - 1), Math.min(doc.content.size, $to.pos + 1), marks.raw);

const wordsOf = (doc: Node): string[] =>
  doc
    .textBetween(0, doc.content.size, '\n', (leaf) => ` ${leaf.attrs['label'] ?? ''} `)
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const commands: Readonly<Record<string, Command>> = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  code: toggleMark(marks.code),
  heading: turnInto('heading-2'),
  paragraph: turnInto('paragraph'),
  bullets: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  quote: toggleQuote,
  rule: insertRule,
  table: insertTable,
  row: addRowAfter,
  column: addColumnAfter,
  withoutRow: deleteRow,
  footnote: insertFootnote,
  split: splitOutsideTable,
};
const edit = fc.record({
  at: fc.nat(5_000),
  length: fc.nat(12),
  name: fc.constantFrom(...Object.keys(commands)),
  words: fc.constantFrom(
    '',
    'new',
    'a_b *c*',
    '# x',
    '| y |',
    '1. z',
    '[^9]',
    '<b>',
    '&amp;',
    '市場',
  ),
});

// EDI-1
test('twenty edits of a text of any kind lose no word and no footnote', () => {
  fc.assert(
    fc.property(
      anyMarkdown,
      fc.array(edit, { minLength: 20, maxLength: 20 }),
      (markdown, edits) => {
        const editor = open(markdown);
        for (const { at, length, name, words } of edits) {
          const from = at % editor.state.doc.content.size;
          editor.select(from, from + length);
          // Source means what it says, so words in it may become marks.
          if (isInSource(editor.state)) continue;
          editor.run(commands[name] ?? splitOutsideTable);
          if (words !== '') editor.type(words);
        }
        editor.state.doc.check();
        // Text that came into a source by an edit means what the source says.
        fc.pre(!editor.hasChangedSource());
        const written = editor.read();
        expect(wordsIn(written)).toEqual(wordsOf(editor.state.doc));
        expect(open(written).read()).toBe(written);
      },
    ),
    // The edits are always the same, so that a failure can be repeated.
    { seed: 14 },
  );
});

describe('a footnote', () => {
  // EDI-3
  it('gets a free number and its text at the end, and jumps lead there and back', () => {
    const editor = open('One.[^3]\n\nTwo.\n\n[^3]: Source\n');
    editor.goBehind('Two.');
    editor.run(insertFootnote);
    editor.type('New source');
    expect(editor.read()).toBe('One.[^3]\n\nTwo.[^4]\n\n[^3]: Source\n\n[^4]: New source\n');
    editor.run(jumpOfFootnote);
    editor.type('!');
    expect(editor.read()).toContain('Two.[^4]!');
    editor.goBehind('One.');
    editor.run(jumpOfFootnote);
    editor.type('A ');
    expect(editor.read()).toContain('[^3]: A Source');
  });

  // EDI-10
  it('has the number that readers see', () => {
    const text =
      'One.[^Seven] Two.[^8] Again.[^seven] Lost.[^9]\n\n[^8]: B\n\n[^Seven]: A\n\n[^unused]: C\n';
    expect(numberNotes(open(text).state.doc)).toEqual(numberFootnotes(text));
    expect([...numberNotes(open(text).state.doc)]).toEqual([
      ['seven', '1'],
      ['8', '2'],
    ]);
  });

  it('is not put where markdown has none', () => {
    const editor = open('# Title\n\n```\ncode\n```\n');
    editor.goBehind('Title');
    expect(editor.run(insertFootnote)).toBe(false);
    editor.goBehind('code');
    expect(editor.run(insertFootnote)).toBe(false);
  });
});

// EDI-2
it('a table is inserted with a head, and Enter goes down and never splits a cell', () => {
  const editor = open('Text\n');
  editor.goBehind('Text');
  editor.run(insertTable);
  editor.type('City');
  editor.run(goToCellBelow);
  editor.type('Jena');
  editor.run(addRowAfter);
  expect(editor.run(splitOutsideTable)).toBe(false);
  expect(editor.read()).toBe(
    'Text\n\n| City | | |\n| --- | --- | --- |\n| Jena | | |\n| | | |\n| | | |\n',
  );
});

it('a link is made of the selected words, changed around the cursor, and removed', () => {
  const editor = open('Read the report.\n');
  editor.select(6, 16);
  const set = (href: string) =>
    editor.run((state, dispatch) => {
      dispatch?.(setLink(state, findLink(state), href));
      return true;
    });
  set('https://example.org/a');
  expect(editor.read()).toBe('Read [the report](https://example.org/a).\n');
  editor.goBehind('the rep');
  expect(findLink(editor.state).href).toBe('https://example.org/a');
  set('https://example.org/b');
  expect(editor.read()).toBe('Read [the report](https://example.org/b).\n');
  set('');
  expect(editor.read()).toBe('Read the report.\n');
});

// EDI-1
it('a source that was edited is read again when the cursor leaves it', () => {
  const editor = open('<div>x</div>\n\nText\n');
  editor.select(1, 13);
  editor.type('# Heading');
  expect(editor.state.doc.firstChild?.type).toBe(nodes.source_block);
  editor.goBehind('Text');
  expect(editor.state.doc.firstChild?.type).toBe(nodes.heading);
  expect(editor.read()).toBe('# Heading\n\nText\n');
});
