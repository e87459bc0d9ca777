/**
 * A template's slug: the name lower-cased, spaces replaced by underscores, special characters removed (TPL-2); accents
 * are dropped first. `template` when nothing is left. Several templates may share one.
 */
export function deriveTemplateSlug(name: string): string {
  const slug = name
    .trim()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '');
  return slug || 'template';
}
