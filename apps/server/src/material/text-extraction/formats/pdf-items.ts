/**
 * An item of a page's content as pdf.js gives it: a stretch of text, or a mark that opens or closes
 * around some.
 */
export interface PdfItem {
  str?: string;
  dir?: string;
  /**
   * Scale and place: the last two are the start of its baseline in points, from the lower left
   * corner.
   */
  transform?: number[];
  width?: number;
  hasEOL?: boolean;
  type?: string;
  id?: string | null;
  tag?: string;
}

/** Where a text stands, in points. */
export interface Place {
  left: number;
  right: number;
  baseline: number;
  size: number;
}

/** Returns where an upright text stands; null for a blank, a turned or an unplaced one. */
export function placeOf({ str = '', transform, width = 0 }: PdfItem): Place | null {
  const [a = 0, b = 0, , d = 0, left = 0, baseline = 0] = transform ?? [];
  if (str.trim() === '' || a <= 0 || d <= 0 || Math.abs(b) > a / 20) return null;
  return { left, right: left + width, baseline, size: d };
}

/** A text printed again within this part of its size makes it bold, or gives it a shadow. */
const nearReprint = 0.15;
/** The most places of one text that a further one is compared with. */
const mostPlaces = 16;
/** The characters by which texts are compared first. */
const keyLength = 3;

/** Leaves out texts that are printed again in almost the same place. */
export function removeReprints(items: readonly PdfItem[]): PdfItem[] {
  const kept = items.map((item) => ({ ...item }));
  const printed = new Map<string, { item: PdfItem; place: Place }[]>();
  let last: { item: PdfItem; place: Place } | null = null;
  for (const item of kept) {
    const place = placeOf(item);
    if (!place) continue;
    const { str = '' } = item;
    const key = str.slice(0, keyLength);
    const others = printed.get(key) ?? [];
    printed.set(key, others);
    const twin = others.find(
      (other) => isNear(other.place, place) && isBeginning(other.item.str ?? '', str),
    );
    if (twin && (twin.item.str ?? '').length >= str.length) {
      item.str = '';
      continue;
    }
    if (twin) twin.item.str = '';
    if (last) dropOverlap(last, item, place);
    last = { item, place };
    others.push({ item, place });
    if (others.length > mostPlaces) others.shift();
  }
  return kept;
}

/** Longer texts are not printed word by word. */
const longestOverlap = 100;

/**
 * Drops the beginning of a text that is printed over the end of the one before, as where each word
 * is printed twice.
 */
function dropOverlap(before: { item: PdfItem; place: Place }, item: PdfItem, place: Place): void {
  const overlap = before.place.right - place.left;
  const isLevel = Math.abs(before.place.baseline - place.baseline) <= place.size * nearReprint;
  if (!isLevel || overlap <= place.size * nearReprint || place.left <= before.place.left) return;
  const [end, start] = [before.item.str ?? '', item.str ?? ''];
  for (let length = Math.min(end.length, start.length, longestOverlap); length > 0; length -= 1) {
    if (!end.endsWith(start.slice(0, length))) continue;
    item.str = start.slice(length);
    return;
  }
}

function isNear(one: Place, other: Place): boolean {
  const limit = Math.min(one.size, other.size) * nearReprint;
  return (
    Math.abs(one.left - other.left) <= limit && Math.abs(one.baseline - other.baseline) <= limit
  );
}

const isBeginning = (one: string, other: string) =>
  one !== '' && (one.startsWith(other) || other.startsWith(one));

/** The fewest letters of a line that is set with gaps between its letters. */
const leastLetters = 5;

/** Joins letters that a heading sets apart into words: the gaps between words are wider. */
export function joinSpacedLetters(items: readonly PdfItem[]): PdfItem[] {
  const joined = items.map((item) => ({ ...item }));
  let run: PdfItem[] = [];
  const close = () => {
    joinRun(run);
    run = [];
  };
  for (const item of joined) {
    const { str = '', hasEOL, type } = item;
    if (type !== undefined) continue;
    if (str.trim() === '' || isSpaced(str)) run.push(item);
    else close();
    if (hasEOL) close();
  }
  close();
  return joined;
}

/** Tells whether a text is one letter, or letters with a blank between each two. */
function isSpaced(text: string): boolean {
  const letters = Array.from(text);
  return (
    letters.every((letter, at) => (at % 2 === 1) === (letter === ' ')) && letters.length % 2 === 1
  );
}

function joinRun(run: readonly PdfItem[]): void {
  const texts = run.filter(({ str = '' }) => str.trim() !== '');
  const letters = texts.flatMap(({ str = '' }) =>
    Array.from(str).filter((letter) => letter !== ' '),
  );
  if (
    letters.length < leastLetters ||
    !letters.some((letter) => /\p{L}/u.test(letter)) ||
    isSeries(letters)
  )
    return;
  if (texts.some(({ str = '' }) => Array.from(str).length > 3)) {
    for (const text of texts) text.str = (text.str ?? '').replaceAll(' ', '');
    return;
  }
  joinSingleLetters(run, texts);
}

/**
 * Joins letters that are items of their own, unless their gaps are as wide as those between
 * columns.
 */
function joinSingleLetters(run: readonly PdfItem[], texts: readonly PdfItem[]): void {
  const places = texts.map(placeOf);
  const gaps = places
    .map((place, at) => (place?.left ?? 0) - (places[at - 1]?.right ?? 0))
    .slice(1);
  const letterGap = Math.min(...gaps);
  const size = places[0]?.size ?? 0;
  if (letterGap <= 0 || letterGap > size) return;
  let before = -1;
  for (const item of run) {
    if ((item.str ?? '').trim() !== '') before += 1;
    else if (before >= 0 && (gaps[before] ?? Number.POSITIVE_INFINITY) <= letterGap * 1.5)
      item.str = '';
  }
}

/** Tells whether letters are labels in the order of the alphabet, or one sign again and again. */
function isSeries(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  return steps.size === 1 && (steps.has(0) || steps.has(1));
}
