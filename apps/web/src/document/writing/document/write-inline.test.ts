import fc from 'fast-check';
import type { Mark, Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { parseMarkdown, readBlock } from './read-blocks.ts';
import { schema } from './schema.ts';
import { writeBlock } from './write-blocks.ts';

const { nodes, marks } = schema;
const texts = ['x', ' ', '\n', '. ', '.', '市', '_', ' (', ') y', '*', '/', 'a b ', '-'];
const addresses = ['www.example.org', 'https://a.example/x', 'anna@example.org'];
const hrefOf = (address: string) =>
  address.includes('@')
    ? `mailto:${address}`
    : address.startsWith('www')
      ? `http://${address}`
      : address;

/** A text or a bare address with any marks. */
const piece = fc.record({
  text: fc.constantFrom(...texts, ...addresses, ...addresses),
  styles: fc.subarray([marks.strong, marks.em, marks.strike]),
});

const linksIn = (block: Node): string[] => {
  const links: string[] = [];
  block.descendants(({ text, marks: own }) => {
    for (const { type, attrs } of own)
      if (type === marks.link) links.push(`${text} ${attrs['href']}`);
  });
  return links;
};
const wordsIn = (block: Node) =>
  block.textBetween(0, block.content.size, '', ' ').replace(/\s+/g, ' ').trim();

// EDI-1
test('bare addresses beside words, signs and emphasized text keep their words and stay links', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      const inline = pieces.map(({ text, styles }) => {
        const link = addresses.includes(text)
          ? [marks.link.create({ href: hrefOf(text), form: 'bare' })]
          : [];
        if (text === '\n') return nodes.soft_break.create();
        const all = [...styles.map((style) => style.create()), ...link];
        return schema.text(
          text,
          all.reduce<readonly Mark[]>((set, mark) => mark.addToSet(set), []),
        );
      });
      const block = nodes.paragraph.create(null, inline);
      const written = writeBlock(block);
      const [tree] = parseMarkdown(written).children;
      fc.pre(tree !== undefined);
      const read = tree && readBlock(tree, written);
      expect(read && [wordsIn(read), linksIn(read)]).toEqual([wordsIn(block), linksIn(block)]);
    }),
  );
});
