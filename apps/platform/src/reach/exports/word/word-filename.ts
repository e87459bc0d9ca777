/** Returns the name of a Word file made from a slug or a filename, without a trailing `.md` (WRD-1). */
export function wordFilename(name: string): string {
  return `${name.replace(/\.md$/i, '').replaceAll(/[^A-Za-z0-9_.-]/gu, '_')}.docx`;
}
