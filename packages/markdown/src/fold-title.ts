/** Folds a title for comparison: neither numbering, case nor emphasis make another section. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\d.)\s]+(?=\D)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
