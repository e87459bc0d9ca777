/**
 * Derives a template's slug: drops accents, lower-cases the name, replaces spaces by underscores and removes special
 * characters (TPL-2). Returns `template` when nothing is left. Several templates may have the same slug.
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
