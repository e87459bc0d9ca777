import type { Node } from 'prosemirror-model';
import { parseMarkdown } from './parse-markdown.ts';
import { readBlock } from './read-block.ts';
import { schema } from './schema.ts';

/** Returns the block without its origin, as it is read from markdown. */
export const withoutOrigin = (block: Node): Node =>
  block.type.create({ ...block.attrs, origin: null }, block.content, block.marks);

/** Returns whether markdown of a single block is read as this block. */
export function isReadAs(markdown: string, block: Node): boolean {
  const labels = findLabels(block);
  // A reference is one only where its footnote or address is defined.
  const definitions = labels.map((label) => `\n\n${label}: x`).join('');
  const [node, ...more] = parseMarkdown(markdown + definitions).children;
  if (node === undefined || more.length > labels.length) return false;
  return readBlock(node, markdown)?.eq(withoutOrigin(block)) ?? false;
}

/** Lists what a block may refer to, in brackets. */
function findLabels(block: Node): string[] {
  const labels = new Set<string>();
  block.descendants(({ type, attrs, text, marks }) => {
    if (type === schema.nodes.footnote_reference) labels.add(`[^${attrs['label']}]`);
    if (marks.some((mark) => mark.type === schema.marks.raw)) {
      for (const [label] of text?.matchAll(/\[[^[\]]+\]/g) ?? []) labels.add(label);
    }
  });
  return [...labels];
}
