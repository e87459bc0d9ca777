import type { WordWarningKind } from '@ecp/documents/word/reading/read-inlines';
import { WordRefusal } from '@ecp/documents/word/reading/xml-tree';
import { readWordSource, type WordSource } from '@ecp/documents/word/source-text';
import {
  ExtractionFailure,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../extraction.ts';
import { splitByHeadings } from '../text/decode-text.ts';

/** The sentence of a summary about words that a program does not show. */
export const hiddenTextRemark = 'Its hidden text was left out.';

/**
 * The sentences of a summary about parts that were left out. The other kinds of warnings lose no
 * words.
 */
const remarks: Partial<Record<WordWarningKind, string>> = {
  hidden_text_left_out: hiddenTextRemark,
  symbol_left_out: 'Symbols of a special font were left out.',
  object_left_out: 'Embedded objects were left out.',
};

/** Reads .docx as the import of Word files does, a section for each heading. */
export async function readWord({ bytes }: SourceFile): Promise<FormatReading> {
  const source = await readWordSource(bytes).catch((error: unknown) => {
    throw toFailure(error);
  });
  return { sections: splitByHeadings(source.text), note: null, remarks: describeWord(source) };
}

/** Says what the text of a Word file does not hold. */
export function describeWord({ leftOut, hasComments, unread }: Omit<WordSource, 'text'>): string[] {
  const comments = hasComments ? ['Its comments were left out.'] : [];
  return [
    ...leftOut.flatMap((kind) => remarks[kind] ?? []),
    ...comments,
    ...describeUnread(unread),
  ];
}

/**
 * Turns what opening or parsing an Office file throws into a failure with its reason, if that is
 * known.
 */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof WordRefusal)) return error;
  if (error.kind === 'encrypted') return encryptedFailure();
  if (error.kind === 'too_large')
    return new ExtractionFailure('too_large', 'The file unpacks to more than can be read.');
  return error;
}

/** Says how many charts and diagrams of a file could not be read. */
export function describeUnread({
  charts,
  diagrams,
}: {
  charts: number;
  diagrams: number;
}): string[] {
  return [
    ...(charts === 0
      ? []
      : [charts === 1 ? 'One chart was not read.' : `${charts} charts were not read.`]),
    ...(diagrams === 0
      ? []
      : [diagrams === 1 ? 'One diagram was not read.' : `${diagrams} diagrams were not read.`]),
  ];
}
