/**
 * Decodes the bytes of a text file: by its byte order mark, by `declared` (a charset label), as UTF-16 when every other
 * byte is zero, as UTF-8 when it is valid, else as Windows-1252. An unknown label is ignored. An incomplete character
 * at the end (of a file read in part) does not make UTF-8 invalid.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  return new TextDecoder(charsetOf(bytes, declared)).decode(bytes);
}

/** Returns true for bytes that are no text, as far as their beginning and the absence of a charset tell. */
export function isBinary(bytes: Uint8Array, declared: string | null): boolean {
  return declared === null && bytes.subarray(0, 1_024).includes(0);
}

function charsetOf(bytes: Uint8Array, declared: string | null): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (declared !== null && isCharset(declared)) return declared;
  const sample = bytes.subarray(0, 1_000);
  const zeros = (side: number) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length;
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const unwanted = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/g;

const blanks = new Set([...' \t\u00a0'].map((blank) => blank.charCodeAt(0)));

/**
 * Cleans text for storage and readers: removes control characters, lone surrogates, trailing blanks and runs of empty
 * lines.
 */
export function cleanText(text: string): string {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(unwanted, '')
    .split('\n');
  const joined = lines.map(dropTrailingBlanks).join('\n');
  return joined
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
}

/** Avoids a regular expression, which takes hours or overflows the stack on megabytes of blanks. */
function dropTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && blanks.has(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
