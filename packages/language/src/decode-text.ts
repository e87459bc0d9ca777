import { rateDecoding } from './rate-decoding.ts';

export interface FoundEncoding {
  /** A label of the WHATWG Encoding Standard, else `utf-32le`, `utf-32be`, `cp850` or `cp852`. */
  name: string;
  /**
   * `known` by the bytes or a fitting declaration; `likely` and `doubtful` by the letters;
   * `unreadable`: no text.
   */
  certainty: 'known' | 'likely' | 'doubtful' | 'unreadable';
}

export interface DecodedText extends FoundEncoding {
  text: string;
  badCharacters: number;
}

/** Upper halves of DOS code pages, which Excel still writes ("CSV (MS-DOS)"). */
const dosPages: Record<string, string> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

/** The encodings that are guessed, by the detector's names, with their prior rating. */
const guessed: Record<string, { name: string; favour: number }> = {
  cp1252: { name: 'windows-1252', favour: 0.3 },
  cp1250: { name: 'windows-1250', favour: 0.1 },
  cp1251: { name: 'windows-1251', favour: 0.1 },
  cp1253: { name: 'windows-1253', favour: 0 },
  cp1254: { name: 'windows-1254', favour: 0 },
  cp1255: { name: 'windows-1255', favour: 0 },
  cp1256: { name: 'windows-1256', favour: 0 },
  cp1257: { name: 'windows-1257', favour: 0 },
  cp1258: { name: 'windows-1258', favour: -0.3 },
  cp874: { name: 'windows-874', favour: 0 },
  'iso8859-2': { name: 'iso-8859-2', favour: 0 },
  'iso8859-5': { name: 'iso-8859-5', favour: 0 },
  'iso8859-6': { name: 'iso-8859-6', favour: 0 },
  'iso8859-7': { name: 'iso-8859-7', favour: 0 },
  'iso8859-8': { name: 'iso-8859-8-i', favour: -0.1 },
  'iso8859-13': { name: 'iso-8859-13', favour: -0.2 },
  'iso8859-15': { name: 'iso-8859-15', favour: 0 },
  'koi8-r': { name: 'koi8-r', favour: 0 },
  'koi8-u': { name: 'koi8-u', favour: -0.2 },
  'mac-roman': { name: 'macintosh', favour: -0.3 },
  'mac-cyrillic': { name: 'x-mac-cyrillic', favour: -0.4 },
  cp850: { name: 'cp850', favour: -0.4 },
  cp852: { name: 'cp852', favour: -0.6 },
  cp866: { name: 'ibm866', favour: 0 },
  big5hkscs: { name: 'big5', favour: 0 },
  cp932: { name: 'shift_jis', favour: 0 },
  cp949: { name: 'euc-kr', favour: 0 },
  euc_jis_2004: { name: 'euc-jp', favour: 0 },
  gb18030: { name: 'gb18030', favour: 0 },
};

/**
 * Weight of our rating against the detector's confidence, measured on tables and prose of 33
 * languages.
 */
const ratingWeight = 2;
/**
 * Rating below which a text is noise: of any length, and of one with enough letters beyond ASCII to
 * tell.
 */
const noiseRating = -1.1;
const longNoise = { rating: -0.7, characters: 24 };
/** Difference of ratings below which two readings cannot be distinguished. */
const doubtMargin = 0.45;
/** Limits the bytes of lines with letters beyond ASCII from which an encoding is guessed. */
const sampleBytes = 24 * 1024;
const maxLineBytes = 4_096;
const sliceBytes = 4 * 1_048_576;

/**
 * Decodes a text without a byte order mark (`findEncoding`).
 * @param declared the charset that a header or the text itself names
 */
export async function decodeText(
  bytes: Uint8Array,
  declared: string | null = null,
): Promise<DecodedText> {
  const found = await findEncoding(bytes, declared);
  const text = decodeAs(bytes, found.name);
  const hasBad = found.name !== 'utf-8' || found.certainty !== 'known' || !isUtf8(bytes, 0);
  return { ...found, text, badCharacters: hasBad ? countBad(text) : 0 };
}

/** Returns a text as UTF-8 without a byte order mark, in slices, because it may be large. */
export async function toUtf8(
  bytes: Buffer,
): Promise<FoundEncoding & { bytes: Buffer; badCharacters: number }> {
  const found = await findEncoding(bytes);
  const start = hasUtf8Mark(bytes) ? 3 : 0;
  if (found.name === 'utf-8' && isUtf8(bytes, start))
    return { ...found, bytes: bytes.subarray(start), badCharacters: 0 };
  const parts: Buffer[] = [];
  let badCharacters = 0;
  const decode = openDecoder(found.name);
  for (let at = 0; at <= bytes.length; at += sliceBytes) {
    const text = decode(bytes.subarray(at, at + sliceBytes), at + sliceBytes <= bytes.length);
    badCharacters += countBad(text);
    parts.push(Buffer.from(text));
  }
  return { ...found, bytes: Buffer.concat(parts), badCharacters };
}

function countBad(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

/**
 * Finds the encoding in linear time: byte order mark, zero bytes, escapes, mostly valid UTF-8,
 * `declared` if the bytes fit it, else letters in 24 KB. A character cut at the end is valid.
 */
export async function findEncoding(
  bytes: Uint8Array,
  declared: string | null = null,
): Promise<FoundEncoding> {
  const marked = findMark(bytes) ?? findWide(bytes);
  if (marked !== null) return { name: marked, certainty: 'known' };
  if (shareOfControls(bytes) > maxControls)
    return { name: 'windows-1252', certainty: 'unreadable' };
  const { characters, bad } = scanUtf8(bytes);
  const label = declared === null ? null : labelOf(declared);
  const isNamed = label !== null && label !== 'utf-8' && !label.startsWith('utf-16');
  if (bad === 0 && (characters > 1 || (characters === 1 && !isNamed)))
    return { name: 'utf-8', certainty: 'known' };
  if (characters === 0 && bad === 0) {
    const isEscaped = hasEscapes(bytes) && fits(bytes, 'iso-2022-jp');
    return { name: isEscaped ? 'iso-2022-jp' : isNamed ? label : 'utf-8', certainty: 'known' };
  }
  if (isNamed && fits(bytes, label)) return { name: label, certainty: 'known' };
  if (characters > 0 && characters >= bad) return { name: 'utf-8', certainty: 'known' };
  return guess(bytes);
}

/** Returns the charset that HTML or XML declares in its first bytes, or null. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  const inXml = /^\s{0,9}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w:.-]+)/i.exec(head);
  const inMeta = /<meta[^>]{0,200}?charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(head);
  return (inXml ?? inMeta)?.[1] ?? null;
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function findMark(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (hasUtf8Mark(bytes)) return 'utf-8';
  if (first === 0xff && second === 0xfe)
    return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  return first === 0x84 && second === 0x31 && third === 0x95 && fourth === 0x33 ? 'gb18030' : null;
}

/** Finds UTF-16 and UTF-32 without a mark: blanks, line ends and ASCII have zeros on one side. */
function findWide(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0, 0, 0];
  for (const [at, byte] of sample.entries())
    if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros;
  const quarter = sample.length / 4;
  if (a + b + c + d === 0 || bytes.length < 4) return null;
  if (Math.min(c, d) > quarter * 0.9 && a === 0) return 'utf-32le';
  if (Math.min(a, b) > quarter * 0.9 && d === 0) return 'utf-32be';
  const isEnough = a + b + c + d > sample.length / 64;
  if (isEnough && a + c === 0 && isWideText(sample, 'utf-16le')) return 'utf-16le';
  return isEnough && b + d === 0 && isWideText(sample, 'utf-16be') ? 'utf-16be' : null;
}

/**
 * Tells whether bytes are text in UTF-16: noise has characters of all scripts, and control
 * characters.
 */
function isWideText(sample: Uint8Array, name: string): boolean {
  if (!fits(sample, name)) return false;
  const text = decodeAs(sample, name);
  return shareOfControls(Buffer.from(text)) <= maxControls && rateDecoding(text) >= noiseRating;
}

/**
 * Texts hold fewer control characters, besides those that part lines, pages, fields and records.
 */
const maxControls = 0.04;
const firstGraphic = 0x20;
/**
 * Tabulator, line ends, page and vertical tabulator; SUB, ESC and FS to US; SOH, which some
 * programs put between fields.
 */
const textControls = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x01,
]);

/** Returns the share of control characters that no text has in a beginning of 64 KB. */
function shareOfControls(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, 65_536);
  let count = 0;
  for (const byte of sample) if (byte < firstGraphic && !textControls.has(byte)) count += 1;
  return sample.length === 0 ? 0 : count / sample.length;
}

/**
 * Counts the characters of UTF-8 beyond ASCII, and the invalid bytes, without a character cut at
 * the end.
 */
function scanUtf8(bytes: Uint8Array): { characters: number; bad: number } {
  const length = bytes.length;
  let [characters, bad, at] = [0, 0, 0];
  while (at < length) {
    const lead = bytes[at] ?? 0;
    at += 1;
    if (lead < 0x80) continue;
    const needed =
      lead >= 0xc2 && lead < 0xe0
        ? 1
        : lead >= 0xe0 && lead < 0xf0
          ? 2
          : lead >= 0xf0 && lead < 0xf5
            ? 3
            : 0;
    let found = 0;
    while (found < needed && ((bytes[at + found] ?? 0) & 0xc0) === 0x80) found += 1;
    const next = bytes[at] ?? 0;
    const isRange = !(
      (lead === 0xe0 && next < 0xa0) ||
      (lead === 0xed && next > 0x9f) ||
      (lead === 0xf0 && next < 0x90)
    );
    if (needed > 0 && found === needed && isRange) {
      characters += 1;
      at += needed;
    } else if (!(needed > 0 && at + found === length)) bad += 1;
    else at = length;
  }
  return { characters, bad };
}

function labelOf(declared: string): string | null {
  try {
    return new TextDecoder(declared.trim()).encoding;
  } catch {
    return null;
  }
}

const hasEscapes = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\x1b$');

const isUtf8 = (bytes: Uint8Array, start: number) => {
  const { bad } = scanUtf8(start === 0 ? bytes : bytes.subarray(start));
  return bad === 0;
};

/** True if the first 256 KB are valid in an encoding. */
function fits(bytes: Uint8Array, name: string): boolean {
  try {
    new TextDecoder(name, { fatal: true }).decode(bytes.subarray(0, 262_144), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A sample in one of the encodings that are guessed. */
interface Reading {
  name: string;
  text: string;
  rating: number;
  score: number;
}

function isNoise({ text, rating }: Reading): boolean {
  if (rating < noiseRating) return true;
  return (
    rating < longNoise.rating && (text.match(/[^ -~\s]/gu)?.length ?? 0) >= longNoise.characters
  );
}

async function guess(bytes: Uint8Array): Promise<FoundEncoding> {
  const sample = takeSample(bytes);
  // Its tables take 0.1 s, which a text in UTF-8 does not need.
  const { chardet } = await import('jschardet');
  const found = chardet.detectAll(sample, {
    includeEncodings: [...Object.keys(guessed), 'ascii', 'utf-8'],
    ignoreThreshold: true,
    compatNames: false,
  });
  const readings = new Map<string, Reading>();
  for (const { encoding, confidence } of found) {
    const { name, favour } = guessed[encoding ?? ''] ?? { name: null, favour: 0 };
    if (name === null) continue;
    const text = decodeAs(sample, name);
    const rating = rateDecoding(text);
    const score = Math.log(confidence + 0.01) + ratingWeight * rating + favour;
    // Encodings that read the same text are one reading.
    if (score > (readings.get(text)?.score ?? Number.NEGATIVE_INFINITY))
      readings.set(text, { name, text, rating, score });
  }
  const [best, second] = [...readings.values()].sort((one, other) => other.score - one.score);
  if (!best) return { name: 'windows-1252', certainty: 'unreadable' };
  const { name, score } = best;
  if (isNoise(best)) return { name, certainty: 'unreadable' };
  return { name, certainty: second && score - second.score < doubtMargin ? 'doubtful' : 'likely' };
}

function takeSample(bytes: Uint8Array): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const lines: Buffer[] = [];
  let [at, start, size] = [0, 0, 0];
  while (at < whole.length && size < sampleBytes) {
    const byte = whole[at] ?? 0;
    if (byte === 0x0a) start = at + 1;
    at += 1;
    if (byte < 0x80) continue;
    const found = whole.indexOf(0x0a, at);
    at = Math.min(found < 0 ? whole.length : found + 1, at + maxLineBytes);
    const line = whole.subarray(Math.max(start, at - 2 * maxLineBytes), at);
    lines.push(line);
    size += line.length;
    start = at;
  }
  return Buffer.concat(lines);
}

/** Decodes bytes in an encoding of `findEncoding`. Bytes that it lacks become U+FFFD. */
function decodeAs(bytes: Uint8Array, name: string): string {
  return openDecoder(name)(bytes, false);
}

/** The decoder takes a text in pieces; `more`: another piece follows. */
function openDecoder(name: string): (bytes: Uint8Array, more: boolean) => string {
  const page = dosPages[name];
  if (page !== undefined) {
    return (bytes) => {
      const characters = Buffer.from(bytes).toString('latin1');
      return characters.replace(
        /[\x80-\xff]/g,
        (byte) => page[byte.charCodeAt(0) - 0x80] ?? '\ufffd',
      );
    };
  }
  if (name === 'utf-32le' || name === 'utf-32be') return openWideDecoder(name === 'utf-32le');
  const decoder = new TextDecoder(name);
  return (bytes, more) => decoder.decode(bytes, { stream: more });
}

/** Decodes UTF-32, which Node cannot. Pieces end at any byte. */
function openWideDecoder(isLittle: boolean): (bytes: Uint8Array) => string {
  let rest: Uint8Array = new Uint8Array(0);
  let isStart = true;
  return (piece) => {
    const bytes = Buffer.concat([rest, piece]);
    const parts: string[] = [];
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      const code = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
      const isMark = isStart && code === 0xfeff;
      isStart = false;
      if (!isMark)
        parts.push(
          code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
            ? '\ufffd'
            : String.fromCodePoint(code),
        );
    }
    rest = bytes.subarray(at);
    return parts.join('');
  };
}
