import { type DocumentOutline, outlineDocument } from '@ecp/documents/storyline/outline-document';
import type { TextReader } from '../../kernel/text-work.ts';

/**
 * Reads documents as slides can show them; long ones in a child, which may load no more than this.
 */
export const outlineReader: TextReader<
  { markdowns: readonly string[] },
  { outlines: DocumentOutline[] }
> = {
  name: 'deck-outline',
  shortWeight: 100_000,
  read: ({ markdowns }) => ({ outlines: markdowns.map(outlineDocument) }),
};
