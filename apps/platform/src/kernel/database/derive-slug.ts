const maxLength = 80;

/** Makes a slug of a name: lower-case ASCII words joined by hyphens, without accents; `fallback` when none is left. */
export function deriveSlug(name: string, fallback = 'engagement'): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return slug || fallback;
}
