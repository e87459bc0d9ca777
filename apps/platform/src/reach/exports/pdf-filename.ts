/**
 * Returns the name of a PDF made from a slug or a filename, without a trailing `.md` (EXP-4, EXP-9). The internal copy
 * has a name of its own.
 */
export function pdfFilename(name: string, { isInternal }: { isInternal: boolean }): string {
  const safe = name.replace(/\.md$/i, '').replaceAll(/[^A-Za-z0-9_.-]/gu, '_');
  return `${safe}${isInternal ? '-internal' : ''}.pdf`;
}
