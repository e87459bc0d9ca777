import type { Node } from 'prosemirror-model';

/** A block of the text of a version or draft, with its source. */
export interface Origin {
  /** The block as it was read. While a block equals it, its bytes are `source`. */
  node: Node;
  source: string;
  /** The bytes between this block and the next one. */
  after: string;
}

/**
 * The source text of every block that was ever read in this editor, by the number in the block's `origin`. Blocks that
 * were read after each other have numbers after each other. Undoing brings old numbers back, so none is removed.
 */
export interface Sources {
  origins: Map<number, Origin>;
  /** The characters before the first block. */
  lead: string;
  /** The characters after the last block. */
  end: string;
  /** The line ending of the text that was opened. */
  lineEnd: '\n' | '\r\n';
}

/** Returns the origin of a block of the top level; undefined for a new block. */
export const originOf = ({ attrs }: Node, { origins }: Sources): Origin | undefined =>
  origins.get(Number(attrs['origin'] ?? Number.NaN));

/** Returns whether a block has the bytes that it was read from. */
export const isUntouched = (block: Node, sources: Sources): boolean => {
  const origin = originOf(block, sources);
  return origin !== undefined && (origin.node === block || origin.node.eq(block));
};
