/** Lower-case letters beyond ASCII of languages with an alphabet. */
const alphabets = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíóúüñ',
  'áâãàçéêíóôõú',
  'àèéìíòóùú',
  'àçèéíïòóúü',
  'éèëïóöü',
  'æøåé',
  'åäöé',
  'áéíóúýþæðö',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'ëç',
  'çğıöşüİâî',
  'ąčęėįšųūž',
  'āčēģīķļņšūž',
  'äöõüšž',
  'àáâãèéêìíòóôõùúýăđĩũơư',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  'абвгдежзийклмнопрстуфхцчшщъьюя',
  'абвгдђежзијклљмнњопрстћуфхцчџш',
  'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
].map((letters) => new Set(letters));

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
].map((name) => ({ name, form: new RegExp(`^\\p{Script=${name}}$`, 'u') }));
const eastern = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul']);
const [lowQuotes, otherQuotes, currencies] = ['„‚', '“”‘’«»‹›', '€£¥¢'];
/** Signs that may stand beside a letter on one side, and those that may stand before it. */
const [besideWords, beforeWords] = ['–—…•°·™®©§№¿¡ªº²³½¼¾\u00a0', '¿¡§№–—…\u00a0'];

interface Character {
  code: number;
  /** `Mark` for a separate accent; null for what is no letter. */
  script: string | null;
  isUpper: boolean;
  isLower: boolean;
  isDigit: boolean;
  /** Control and private characters, and those for undefined bytes. */
  isJunk: boolean;
}

const known = new Map<string, Character>();
const lineEnd = describe('\n');

function describe(text: string): Character {
  const found = known.get(text);
  if (found) return found;
  const code = text.codePointAt(0) ?? 0;
  const isMark = /^\p{M}$/u.test(text);
  const script = /^[\p{L}\p{M}]$/u.test(text)
    ? (scripts.find(({ form }) => form.test(text))?.name ?? 'Other')
    : null;
  const described = {
    code,
    script: script === 'Other' && isMark ? 'Mark' : script,
    isUpper: /^\p{Lu}$/u.test(text),
    isLower: /^\p{Ll}$/u.test(text),
    isDigit: /^\p{Nd}$/u.test(text),
    isJunk: code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code < 0xf900),
  };
  known.set(text, described);
  return described;
}

/**
 * Rates a decoded text in linear time by its characters beyond ASCII: about 0 in its own encoding,
 * below -1 for noise. It uses scripts, capitals, signs beside words, and alphabets.
 */
export function rateDecoding(text: string): number {
  const characters = Array.from(text);
  let points = 0;
  let count = 0;
  for (const [at, sign] of characters.entries()) {
    const own = describe(sign);
    if (own.code < 0x80) continue;
    count += 1;
    const before = at === 0 ? lineEnd : describe(characters[at - 1] ?? '\n');
    const after = describe(characters[at + 1] ?? '\n');
    points += own.isJunk
      ? -4
      : own.script === null
        ? rateSign(sign, own, before, after)
        : rateLetter(own, before, after);
  }
  if (count === 0) return 0;
  return (
    (points + rateWords(text) + rateCapitals(characters)) / count -
    1.5 * shareOfStrangers(characters)
  );
}

function rateLetter(own: Character, before: Character, after: Character): number {
  const script = own.script ?? '';
  if (script === 'Mark') return before.script === null ? -2 : 0;
  let points = 0;
  const isEastern = eastern.has(script);
  const isOther = before.script !== null && before.script !== script && before.script !== 'Mark';
  if (isOther && !(isEastern && (eastern.has(before.script ?? '') || before.code < 0x80)))
    points -= 2;
  if (after.script !== null && after.code < 0x80 && script !== 'Latin' && !isEastern) points -= 2;
  if (own.isUpper && before.isLower) points -= 1.5;
  if (own.isLower && after.isUpper) points -= 1.5;
  if (own.isUpper && before.isUpper && after.isLower) points -= 1;
  if (before.isDigit || after.isDigit) points -= isEastern ? 0 : 0.7;
  if (before.script === null && after.script === null && script !== 'Han') points -= 0.4;
  // Single bytes read as Shift_JIS become half-width katakana.
  if (own.code >= 0xff61 && own.code <= 0xff9f) points -= 0.6;
  return points;
}

function rateSign(sign: string, own: Character, before: Character, after: Character): number {
  const isBetween = before.script !== null && after.script !== null;
  const isBeside = before.script !== null || after.script !== null;
  if (own.code >= 0x2500 && own.code < 0x25a0) return -2;
  if (own.code >= 0xff61 && own.code <= 0xff9f) return -0.6;
  if (lowQuotes.includes(sign)) return before.script === null && !before.isDigit ? 0 : -2;
  if ('×÷±'.includes(sign)) return isBeside ? -2 : 0.5;
  if (sign === 'µ') return before.script === null ? 0.3 : -2;
  if (otherQuotes.includes(sign)) {
    if (isBetween) return sign === '’' ? 0.5 : -2;
    return isBeside || before.isDigit || after.isDigit ? 0 : -0.3;
  }
  if (currencies.includes(sign)) return isBeside ? -1.5 : 0.7;
  if (besideWords.includes(sign)) {
    if (isBetween) return -2;
    return after.script !== null && !beforeWords.includes(sign) ? -1 : 0;
  }
  if (own.code > 0x2fff) return 0;
  return isBeside ? -2 : -1;
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Rates Chinese and Japanese by ICU's dictionary: noise splits into single characters. */
function rateWords(text: string): number {
  if (!/[\p{Script=Han}\p{Script=Katakana}]/u.test(text)) return 0;
  let points = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (!ideograph.test(segment)) continue;
    const length = Array.from(segment).length;
    if (length > 1) points += 0.8 * length;
    else points -= /^\p{Script=Hiragana}/u.test(segment) ? 0.15 : 0.8;
  }
  return points;
}

/**
 * Hebrew and half-width katakana in the wrong code page look like Cyrillic and Greek without any
 * capital.
 */
function rateCapitals(characters: readonly string[]): number {
  const cased = characters
    .map(describe)
    .filter(({ script }) => script === 'Cyrillic' || script === 'Greek');
  return cased.length > 0 && !cased.some(({ isUpper }) => isUpper) ? -0.5 * cased.length : 0;
}

function shareOfStrangers(characters: readonly string[]): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (const sign of characters) {
    const { code, script } = describe(sign);
    if (code < 0x80 || (script !== 'Latin' && script !== 'Cyrillic')) continue;
    const letter = sign === 'İ' ? sign : sign.toLowerCase();
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
    total += 1;
  }
  if (total === 0) return 0;
  const strangers = alphabets.map((alphabet) =>
    [...counts].reduce((sum, [letter, count]) => (alphabet.has(letter) ? sum : sum + count), 0),
  );
  return Math.min(...strangers) / total;
}
