/** The series of a chart that a title names, or the categories of its only series, by index. */
export interface Emphasis {
  of: 'series' | 'categories';
  places: ReadonlySet<number>;
}

interface EmphasizedChart {
  type: string;
  categories: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

/** Finds what of a chart its title speaks of. Null if that is nothing, or most of it. */
export function findEmphasis(
  wholeTitle: string,
  { type, categories, series }: EmphasizedChart,
): Emphasis | null {
  const title = wholeTitle.slice(0, most.length);
  if (type === 'waterfall' || type === 'scatter') return null;
  if (series.length > 1) {
    const names = series.map(({ name }) => name);
    return toEmphasis('series', findNamed(title, names));
  }
  if (type === 'line') return null;
  const told = findFigures(title, series[0]?.values ?? []);
  return toEmphasis('categories', told.size > 0 ? told : findNamed(title, categories));
}

const toEmphasis = (of: Emphasis['of'], places: ReadonlySet<number>): Emphasis | null =>
  places.size === 0 ? null : { of, places };

/** Tells whether a series is muted, and its place among those that are or are not. */
export function placeInEmphasis(
  emphasis: Emphasis | null,
  series: number,
): { isMuted: boolean; place: number } {
  if (emphasis?.of !== 'series') return { isMuted: false, place: series };
  const before = [...emphasis.places].filter((place) => place < series).length;
  return emphasis.places.has(series)
    ? { isMuted: false, place: before }
    : { isMuted: true, place: series - before };
}

/**
 * Finds the rows of a table that its title speaks of, or the columns, by their names: of a
 * comparison the columns.
 */
export function findNamedCells(
  { kind, title }: { kind: string; title: string },
  { columns, rows }: { columns: readonly { name: string }[]; rows: readonly (readonly string[])[] },
): { rows: ReadonlySet<string>; columns: ReadonlySet<string> } {
  const pick = (names: readonly string[]) =>
    new Set([...findNamed(title, names)].flatMap((at) => names[at] ?? []));
  const named = pick(kind === 'exhibit' ? rows.map(([name = '']) => name) : []);
  const isByColumn = kind === 'comparison' || (kind === 'exhibit' && named.size === 0);
  return { rows: named, columns: pick(isByColumn ? columns.slice(1).map(({ name }) => name) : []) };
}

const letters = String.raw`[\p{L}\p{M}\p{N}]`;
const wordSign = new RegExp(`${letters}+`, 'gu');
const year = /^\D{0,5}(?:19|20)\d\d/;
/** Words with which a title begins, where it says what it is about. */
const subjectWords = 4;
/** Words that name nothing. */
const functionWords =
  /^(?:nichts?|ohne|alle[ns]?|mehr|weniger|not|nothing|with|without|from|more|less|each|rien|sans|avec|tous|plus|moins|nada|para|más|menos)$/i;
/** More names, or longer ones, are no chart or table that a title sums up. */
const most = { names: 60, length: 300 };

/**
 * Finds the names that a title speaks of. If it has most of them, those count that stand at its
 * beginning.
 */
export function findNamed(wholeTitle: string, names: readonly string[]): Set<number> {
  const title = wholeTitle.slice(0, most.length);
  // A year in a title is a date, also where the rows or columns are years.
  if (names.length < 2 || names.length > most.names || names.every((name) => year.test(name)))
    return new Set();
  const isFew = (places: ReadonlySet<number>) => places.size * 2 <= names.length;
  const all = findWithin(title, names);
  if (isFew(all)) return all;
  const last = [...title.matchAll(wordSign)][subjectWords - 1];
  const subject = findWithin(last ? title.slice(0, last.index + last[0].length) : title, names);
  return isFew(subject) ? subject : new Set();
}

function findWithin(title: string, names: readonly string[]): Set<number> {
  const words = wordsOf(title);
  const ofNames = names.map((name) => new Set(wordsOf(name)));
  const counts = new Map<string, number>();
  for (const word of ofNames.flatMap((own) => [...own]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const found = names.flatMap((name, at) => {
    if (holdsName(title, name)) return [at];
    const own = [...(ofNames[at] ?? [])].filter((word) => counts.get(word) === 1);
    // A letter names a class before a hyphen: `C-Teile` are of the class C.
    if (
      own.some(
        (word) => /^\p{Lu}$/u.test(word) && new RegExp(`(?<!${letters})${word}-`, 'u').test(title),
      )
    )
      return [at];
    const long = own.filter(
      (word) =>
        !/\p{N}/u.test(word) &&
        !functionWords.test(word) &&
        (word.length > 3 || /^\p{Lu}../u.test(word)),
    );
    const matched = long.filter((word) => words.some((other) => isSameWord(word, other)));
    return long.length > 0 && matched.length * 2 >= long.length ? [at] : [];
  });
  return new Set(found);
}

const wordsOf = (text: string): string[] =>
  text.slice(0, most.length).normalize('NFKC').match(wordSign) ?? [];

function holdsName(title: string, name: string): boolean {
  const text = name.trim().toLowerCase();
  const at = title.toLowerCase().indexOf(text);
  if (text.length < 2 || at < 0) return false;
  const isLetter = (sign: string | undefined) =>
    sign !== undefined &&
    /[\p{L}\p{N}]/u.test(sign) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sign);
  return !isLetter(title[at - 1]) && !isLetter(title[at + text.length]);
}

/** Tells whether two words differ in their endings only. Short words are the same or not. */
function isSameWord(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length);
  if (shortest < 4) return one === other;
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  const length = Math.max(4, shortest - 2);
  return first.slice(0, length) === second.slice(0, length);
}

/** Finds the values whose figures stand in a title, in whichever unit. */
function findFigures(title: string, values: readonly (number | null)[]): Set<number> {
  const figures = new Set(
    [...title.matchAll(/\d(?:[\d.,'’\u00a0\u202f]*\d)?/g)]
      .map(([text]) => figuresOf(text))
      .filter((text) => text.length > 1),
  );
  const found = values.flatMap((value, at) =>
    value !== null && figures.has(figuresOf(String(value))) ? [at] : [],
  );
  return new Set(found.length * 2 <= values.length ? found : []);
}

/**
 * Returns the figures of a number without its separators and the zeros around them; none of a year.
 */
const figuresOf = (text: string): string =>
  /^(?:19|20)\d\d$/.test(text) ? '' : text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
