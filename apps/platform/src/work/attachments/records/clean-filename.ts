import { extensionOf } from '@ecp/contract/work/attachment-types';

/** File systems allow 255 bytes. The rest is room for the suffix of a duplicate. */
const maxNameBytes = 240;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Makes a name that every file system accepts from the one that a sender gives: the last part of the path, without
 * control characters, direction marks and characters that file systems refuse, at most 240 bytes including the
 * extension.
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

/** Splits a name into the parts before and after a suffix. */
export function splitFilename(filename: string): { stem: string; extension: string } {
  const { length } = extensionOf(filename);
  const at = length > 0 && length <= 20 ? filename.length - length : filename.length;
  return { stem: filename.slice(0, at), extension: filename.slice(at) };
}

/** Cuts a text after a whole character. */
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
