import { extensionOf } from '@ecp/contract/work/attachment-types';

/** File systems take 255; the rest is room for a suffix that keeps duplicates apart. */
const maxNameBytes = 240;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A name as a file can carry it anywhere, made of what a sender claims: the last part of a path, without control
 * characters, direction marks and characters that file systems refuse, at most 240 bytes with the extension kept.
 */
export function cleanFilename(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/(?<![. ])[. ]+$/, '')
    .trim();
  const { stem, extension } = splitFilename(plain);
  const kept = cut(stem.replace(/^[. ]+/, ''), maxNameBytes - Buffer.byteLength(extension));
  return `${kept.trimEnd() || 'file'}${extension}`;
}

/** Parts around which a suffix is put. */
export function splitFilename(filename: string): { stem: string; extension: string } {
  const { length } = extensionOf(filename);
  const at = length > 0 && length <= 20 ? filename.length - length : filename.length;
  return { stem: filename.slice(0, at), extension: filename.slice(at) };
}

/** Cut after a whole character. */
function cut(text: string, maxBytes: number): string {
  let sizeBytes = 0;
  let kept = '';
  for (const character of text) {
    sizeBytes += Buffer.byteLength(character);
    if (sizeBytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
