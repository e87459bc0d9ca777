import { createHash } from 'node:crypto';

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const transliterations: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i' },
};
const undecomposed = new RegExp(`[${Object.keys(transliterations).join('')}]`, 'g');

/** A file system takes names of 255 bytes. This leaves room for an extension and a suffix. */
const maxBytes = 220;

/**
 * Writes a name in lower case and its Latin letters as a–z, without invisible characters. Letters of other scripts stay
 * (contract 16).
 */
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
 * Makes a slug of a name: its words, transliterated or in their own script, joined by hyphens. It has at most `maxLength`
 * characters and 220 bytes. A name without letters and digits becomes `fallback` with a hash of the name, so that
 * two such names differ.
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

/** Returns `fallback` with a hash of a name that has no letters and digits. */
export function slugWithoutWords(name: string, fallback: string): string {
  return `${fallback}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}
