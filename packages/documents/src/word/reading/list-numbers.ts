import { childOf, elementsOf, readValue, type XmlElement } from './xml-tree.ts';

interface ListLevel {
  format: string;
  start: number;
  /** The label with `%1` to `%9` for the numbers of the levels. */
  text: string;
  /** The id of the paragraph style that has this level. */
  style: string | null;
  /** The level after which it starts again; 0 for never, null for each level above it. */
  restart: number | null;
}

/** The bullet or number of a paragraph in a list. */
export interface ListNumber {
  /** False for a bullet. */
  ordered: boolean;
  number: number;
  /** As Word shows it: `3.`, `c)`, `2.1`. Empty for a bullet. */
  label: string;
}

/** The definitions of lists of a file. */
export interface ListDefinitions {
  isOrdered(list: string, level: number): boolean;
  /** Returns the level that a list gives to the paragraphs of a style. */
  levelOfStyle(list: string, style: string): number;
  /** Starts to count; `next` counts a paragraph and returns what stands before it. */
  open(): { next(list: string, level: number): ListNumber };
}

interface List {
  abstract: string;
  levels: ReadonlyMap<number, ListLevel>;
  starts: ReadonlyMap<number, number>;
}

const noLevel: ListLevel = { format: 'bullet', start: 1, text: '', style: null, restart: null };
/** Word has nine levels. */
const levelsOfWord = 9;

/** Reads the part that defines lists; null if a file has none. */
export function readLists(root: XmlElement | null): ListDefinitions {
  const lists = readDefinitions(root);
  const levelOf = (list: string, level: number) => lists.get(list)?.levels.get(level) ?? noLevel;
  return {
    isOrdered: (list, level) => isNumbered(levelOf(list, level)),
    levelOfStyle: (list, style) => {
      for (const [level, { style: own }] of lists.get(list)?.levels ?? []) if (own === style) return level;
      return 0;
    },
    open: () => {
      const counters = new Map<string, (number | undefined)[]>();
      const started = new Set<string>();
      return {
        next: (list, given) => {
          const level = Math.min(Math.max(given, 0), levelsOfWord - 1);
          const own = levelOf(list, level);
          const abstract = lists.get(list)?.abstract ?? list;
          const counter = counters.get(abstract) ?? [];
          counters.set(abstract, counter);
          const override = lists.get(list)?.starts.get(level);
          const isFirst = override !== undefined && !started.has(`${list} ${level}`);
          if (isFirst) started.add(`${list} ${level}`);
          counter[level] = isFirst ? override : (counter[level] ?? own.start - 1) + 1;
          for (let deeper = level + 1; deeper < levelsOfWord; deeper += 1) {
            const { restart } = levelOf(list, deeper);
            if (restart === null || level < restart) counter[deeper] = undefined;
          }
          const ordered = isNumbered(own);
          const numberAt = (at: number) => counter[at] ?? levelOf(list, at).start;
          const label = own.text.replace(/%([1-9])/g, (_, place: string) => {
            const at = Number(place) - 1;
            return writeNumber(numberAt(at), levelOf(list, at).format);
          });
          return { ordered, number: numberAt(level), label: ordered ? label.trim() : '' };
        },
      };
    },
  };
}

const isNumbered = ({ format }: ListLevel) => format !== 'bullet' && format !== 'none';

function readDefinitions(root: XmlElement | null): Map<string, List> {
  const abstracts = new Map<string, { levels: Map<number, ListLevel>; link: string | null }>();
  const byStyle = new Map<string, string>();
  const lists = new Map<string, List>();
  const elements = root ? elementsOf(root) : [];
  for (const element of elements) {
    if (element.name !== 'w:abstractNum') continue;
    const id = element.attributes['w:abstractNumId'] ?? '';
    abstracts.set(id, { levels: readLevels(element), link: readValue(childOf(element, 'w:numStyleLink')) });
    const style = readValue(childOf(element, 'w:styleLink'));
    if (style !== null) byStyle.set(style, id);
  }
  for (const element of elements) {
    if (element.name !== 'w:num') continue;
    const id = readValue(childOf(element, 'w:abstractNumId')) ?? '';
    const linked = byStyle.get(abstracts.get(id)?.link ?? '') ?? id;
    const levels = new Map(abstracts.get(linked)?.levels);
    const starts = new Map<number, number>();
    for (const override of elementsOf(element).filter(({ name }) => name === 'w:lvlOverride')) {
      const level = Number(override.attributes['w:ilvl'] ?? 0);
      const start = readValue(childOf(override, 'w:startOverride'));
      for (const [at, own] of readLevels(override)) levels.set(at, own);
      if (start !== null && Number.isSafeInteger(Number(start))) starts.set(level, Number(start));
    }
    lists.set(element.attributes['w:numId'] ?? '', { abstract: linked, levels, starts });
  }
  return lists;
}

function readLevels(parent: XmlElement): Map<number, ListLevel> {
  const levels = elementsOf(parent).filter(({ name }) => name === 'w:lvl');
  return new Map(
    levels.map((level) => {
      const start = Number(readValue(childOf(level, 'w:start')) ?? 1);
      const restart = readValue(childOf(level, 'w:lvlRestart'));
      const at = Number(level.attributes['w:ilvl'] ?? 0);
      return [
        at,
        {
          format: readFormat(level),
          start: Number.isSafeInteger(start) ? start : 1,
          text: (readValue(childOf(level, 'w:lvlText')) ?? `%${at + 1}.`).slice(0, 60),
          style: readValue(childOf(level, 'w:pStyle')),
          restart: restart === null ? null : Number(restart),
        },
      ];
    }),
  );
}

/** The format may stand in two forms, of which the second is for older programs. */
function readFormat(level: XmlElement): string {
  const alternative = childOf(childOf(level, 'mc:AlternateContent'), 'mc:Fallback');
  return readValue(childOf(level, 'w:numFmt') ?? childOf(alternative, 'w:numFmt')) ?? 'decimal';
}

const romanSigns: [number, string][] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as [number, string][]),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as [number, string][]),
];

/** Writes a number of a list in a format of Word: `lowerLetter`, `upperRoman` and so on, else in digits. */
export function writeNumber(number: number, format: string): string {
  switch (format) {
    case 'none':
    case 'bullet':
      return '';
    case 'decimalZero':
      return number < 10 ? `0${number}` : String(number);
    case 'lowerLetter':
      return writeLetters(number);
    case 'upperLetter':
      return writeLetters(number).toUpperCase();
    case 'lowerRoman':
      return writeRoman(number);
    case 'upperRoman':
      return writeRoman(number).toUpperCase();
  }
  return String(number);
}

/** After z Word repeats the letter: aa, bb. */
function writeLetters(number: number): string {
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

function writeRoman(number: number): string {
  if (number < 1 || number > 4_000) return String(number);
  let [rest, text] = [number, ''];
  for (const [value, sign] of romanSigns) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
