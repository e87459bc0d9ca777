import { withoutFootnotes } from '@ecp/evidence/footnote-text';
import type { TextReader, TextWork } from '../../../kernel/text-work.ts';

/** Removes the footnotes of documents; those of long ones in a child. */
export const withoutFootnotesReader: TextReader<
  { markdowns: readonly string[] },
  { texts: string[] }
> = {
  name: 'without-footnotes',
  shortWeight: 20_000,
  read: async ({ markdowns }) => {
    const texts: string[] = [];
    for (const markdown of markdowns) texts.push(await withoutFootnotes(markdown));
    return { texts };
  },
};

/**
 * Returns texts without footnotes and their marks, in order. Errors: `text_too_complex`,
 * `service_unavailable`.
 */
export async function removeFootnotes(
  work: TextWork,
  tenantId: string,
  markdowns: readonly string[],
): Promise<string[]> {
  const { texts } = await work.run(tenantId, withoutFootnotesReader, { markdowns });
  return texts;
}

/**
 * Returns documents with texts without footnotes. Everything else of a document stays, such as its
 * citations. Errors: those of removeFootnotes.
 */
export async function dropFootnotes<Text extends { content: string }>(
  work: TextWork,
  tenantId: string,
  documents: readonly Text[],
): Promise<Text[]> {
  const texts = await removeFootnotes(
    work,
    tenantId,
    documents.map(({ content }) => content),
  );
  return documents.map((document, at) => ({ ...document, content: texts[at] ?? '' }));
}
