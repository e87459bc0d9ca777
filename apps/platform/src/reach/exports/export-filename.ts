import type { ReportFile } from './read-report-content.ts';

/** Returns the name of a client's file: the title of its document in its own letters (EXP-9). */
export function titleFilename({ chapter, deliverable }: ReportFile, extension: 'pdf' | 'docx'): string {
  const words = chapter.title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_');
  const name = words
    .slice(0, 100)
    .toWellFormed()
    .replace(/^[_.-]+/, '')
    .replace(/[_.-]+$/, '');
  return `${name || deliverable.id}.${extension}`;
}

/**
 * Returns the name of a PDF made from a slug or a filename, without a trailing `.md` (EXP-4, EXP-9). The internal copy
 * has a name of its own.
 */
export function pdfFilename(name: string, { isInternal }: { isInternal: boolean }): string {
  return `${safeName(name)}${isInternal ? '-internal' : ''}.pdf`;
}

/** Returns the name of a Word file made from a slug or a filename, without a trailing `.md` (WRD-1). */
export const wordFilename = (name: string): string => `${safeName(name)}.docx`;

const safeName = (name: string): string => name.replace(/\.md$/i, '').replaceAll(/[^\p{L}\p{M}\p{N}_.-]/gu, '_');
