import type { Node } from 'prosemirror-model';
import { cutBlocks, type SourceBlock } from './cut-blocks.ts';
import { readBlock } from './read-block.ts';
import { schema } from './schema.ts';
import type { Sources } from './sources.ts';
import { isReadAs } from './verify-block.ts';
import { writeBlock } from './write-block.ts';

/** Returns an empty record of sources for a text. */
export const createSources = (markdown: string): Sources => ({
  origins: new Map(),
  lead: '',
  end: '\n',
  lineEnd: /^[^\n]*\r\n/.test(markdown) ? '\r\n' : '\n',
});

/**
 * Reads markdown as the editor's document, and records the source of each block in `sources`. A block of which the
 * editor could not write the same again is shown as its source (EDI-1).
 */
export function readDocument(markdown: string, sources: Sources): Node {
  const { lead, blocks, body } = cutBlocks(markdown);
  sources.lead = lead;
  sources.end = blocks.at(-1)?.after ?? sources.lineEnd;
  const first = Math.max(0, ...sources.origins.keys()) + 1;
  // A number is left out after each text, so that its last block has no follower in the next one.
  const read = blocks.map((block, index) => {
    const number = first + 1 + index;
    const node = readTop(block, body);
    const numbered = node.type.create({ ...node.attrs, origin: number }, node.content);
    sources.origins.set(number, { node: numbered, source: block.source, after: block.after });
    return numbered;
  });
  const isEmpty = read.every(({ type }) => type === schema.nodes.front_matter);
  return schema.nodes.doc.create(null, isEmpty ? [...read, schema.nodes.paragraph.create()] : read);
}

function readTop({ node, source }: SourceBlock, body: string): Node {
  if (node === null) return schema.nodes.front_matter.create({ text: source });
  const block = readBlock(node, body);
  if (block?.type === schema.nodes.rule || block?.type === schema.nodes.code_block) return block;
  if (block !== null && isFaithful(block, source)) return block;
  return asSource(source, node.type === 'definition' ? 'definitions' : node.type === 'html' ? 'html' : 'markdown');
}

/** Returns whether writing a block loses nothing: it gives the same bytes, or markdown that is read as the same. */
function isFaithful(block: Node, source: string): boolean {
  const again = writeBlock(block, { node: block, source });
  return again === source || isReadAs(again, block);
}

function asSource(source: string, kind: string): Node {
  return schema.nodes.source_block.create({ kind }, source === '' ? null : schema.text(source.replace(/\r\n?/g, '\n')));
}
