import { createHash } from 'node:crypto';

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
};
const undecomposed = new RegExp(`[${Object.keys(transliterations).join('')}]`, 'g');

/**
 * Limits the bytes of a slug. File names have at most 255, which leaves room for an extension and a
 * suffix.
 */
const maxBytes = 220;

/** Writes a name in lower case, Latin letters as a–z, without invisible characters. */
export function transliterate(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/\p{Cf}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(undecomposed, (letter) => transliterations[letter] ?? letter);
}

/**
 * Joins a name's words by hyphens, in at most `maxLength` characters and 220 bytes; else `fallback`
 * with a hash.
 */
export function makeSlug(name: string, fallback: string, maxLength = 80): string {
  const words = transliterate(name)
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  if (!words) return slugWithoutWords(name, fallback);
  let slug = '';
  let bytes = 0;
  for (const letter of [...words.join('-')].slice(0, maxLength)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > maxBytes) break;
    slug += letter;
  }
  return slug.replace(/-$/, '');
}

/** Returns `fallback` with a hash of the name, which has no letters and digits. */
export function slugWithoutWords(name: string, fallback: string): string {
  return `${fallback}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
