import { freeLabels, relabel, relabelDefinition } from './parse-markdown.ts';
import {
  cutSections,
  type DocumentSection,
  foldTitle,
  joinSections,
  labelOf,
  readNeeded,
  readReferences,
  type SectionedDocument,
  titleOf,
} from './sectioned-document.ts';

export interface MergedSections {
  merged: string;
  conflicts: MergeConflict[];
}

/** The sections between two headings that all three documents have, or one with such a heading. */
interface Stretch {
  base: string[];
  mine: string[];
  theirs: string[];
}

/**
 * Merges two changes by sections. If both changed one section, the merged text has `mine` and a
 * conflict names both, so that nothing is lost. New footnotes with one label are kept apart.
 */
export function mergeSections(base: string, mine: string, theirs: string): MergedSections {
  if (mine === theirs || theirs === base) return { merged: mine, conflicts: [] };
  if (mine === base) return { merged: theirs, conflicts: [] };
  const [old, other] = [cutSections(base), cutSections(theirs)];
  const own = separateLabels(old, cutSections(mine), other);
  const sections: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const stretch of align(textsOf(old), textsOf(own), textsOf(other))) {
    const { chosen, isConflict } = mergeStretch(stretch);
    if (isConflict) {
      conflicts.push({
        section: sections.length,
        mine: stretch.mine.join('\n\n'),
        theirs: stretch.theirs.join('\n\n'),
      });
    }
    sections.push(...chosen);
  }
  const head = mergeText(old.frontMatter, own.frontMatter, other.frontMatter);
  const definitions = mergeFootnotes(old, own, other, sections.join('\n'));
  conflicts.push(...head.conflicts, ...definitions.conflicts);
  return { merged: join(head.text, sections, definitions.footnotes, own), conflicts };
}

const textsOf = ({ sections }: SectionedDocument): string[] =>
  sections.map(({ raw }) => raw.trimEnd());

/** A document that equals `own` keeps its spaces. */
function join(
  frontMatter: string,
  texts: readonly string[],
  footnotes: string[],
  own: SectionedDocument,
): string {
  const known = new Map(own.sections.map((section) => [section.raw.trimEnd(), section]));
  const sections = texts.map((text, index): DocumentSection => {
    const same = own.sections[index];
    if (same?.raw.trimEnd() === text) return same;
    return { raw: known.get(text)?.raw ?? `${text}\n\n`, place: null };
  });
  return joinSections({ frontMatter, sections, footnotes, cutInto: own.cutInto });
}

function mergeText(
  base: string,
  mine: string,
  theirs: string,
): { text: string; conflicts: MergeConflict[] } {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  return { text: mine, conflicts: [{ section: null, mine, theirs }] };
}

function mergeStretch({ base, mine, theirs }: Stretch): { chosen: string[]; isConflict: boolean } {
  if (isSame(mine, theirs) || isSame(theirs, base)) return { chosen: mine, isConflict: false };
  if (isSame(mine, base)) return { chosen: theirs, isConflict: false };
  if (base.length === 0)
    return {
      chosen: [...mine, ...theirs.filter((text) => !mine.includes(text))],
      isConflict: false,
    };
  return { chosen: mine, isConflict: true };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);

function align(base: string[], mine: string[], theirs: string[]): Stretch[] {
  const [inMine, inTheirs] = [matchHeadings(base, mine), matchHeadings(base, theirs)];
  const stretches: Stretch[] = [];
  let [b, m, t] = [0, 0, 0];
  const cutAt = (toBase: number, toMine: number, toTheirs: number) => {
    const stretch = {
      base: base.slice(b, toBase),
      mine: mine.slice(m, toMine),
      theirs: theirs.slice(t, toTheirs),
    };
    if (stretch.base.length + stretch.mine.length + stretch.theirs.length > 0)
      stretches.push(stretch);
    [b, m, t] = [toBase, toMine, toTheirs];
  };
  for (let index = 0; index < base.length; index += 1) {
    const [own, other] = [inMine.get(index), inTheirs.get(index)];
    if (own === undefined || other === undefined) continue;
    cutAt(index, own, other);
    cutAt(index + 1, own + 1, other + 1);
  }
  cutAt(base.length, mine.length, theirs.length);
  return stretches;
}

/** Pairs sections with the same heading in the same order: the longest such list of pairs. */
function matchHeadings(from: readonly string[], to: readonly string[]): Map<number, number> {
  const [names, others] = [namesOf(from), namesOf(to)];
  const lengths = names.map(() => new Array<number>(others.length + 1).fill(0));
  lengths.push(new Array<number>(others.length + 1).fill(0));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = names.length - 1; i >= 0; i -= 1) {
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const next =
        names[i] === others[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
      const row = lengths[i];
      if (row) row[j] = next;
    }
  }
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < names.length && j < others.length; ) {
    if (names[i] === others[j]) {
      pairs.set(i, j);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Names sections by their headings; text above the first heading has the empty name. */
const namesOf = (texts: readonly string[]): string[] =>
  texts.map((text) => foldTitle(titleOf(text) ?? ''));

interface MergeConflict {
  /** Index of the section in the merged document, or of the next one; null outside of sections. */
  section: number | null;
  mine: string;
  theirs: string;
}

/**
 * Gives a writer's new footnotes free labels if the other writer has new ones of the same label.
 */
function separateLabels(
  base: SectionedDocument,
  mine: SectionedDocument,
  theirs: SectionedDocument,
): SectionedDocument {
  const [known, others] = [definitionsOf(base), definitionsOf(theirs)];
  const free = freeLabels([base, mine, theirs].flatMap(labelsOf));
  const names = new Map<string, string>();
  const footnotes = mine.footnotes.map((raw) => {
    const label = labelOf(raw);
    const other = others.get(label);
    if (known.has(label) || other === undefined || other === raw.trim()) return raw;
    const name = free.next();
    if (!names.has(label)) names.set(label, name);
    return relabelDefinition(raw, name);
  });
  if (names.size === 0) return mine;
  const sections = mine.sections.map((section) => ({
    ...section,
    raw: relabel(section.raw, names),
  }));
  return { ...mine, sections, footnotes };
}

/**
 * Merges the final definitions of three documents. A removed one stays if the merged text needs it.
 */
function mergeFootnotes(
  base: SectionedDocument,
  mine: SectionedDocument,
  theirs: SectionedDocument,
  text: string,
): { footnotes: string[]; conflicts: MergeConflict[] } {
  const [old, own, other] = [definitionsOf(base), definitionsOf(mine), definitionsOf(theirs)];
  const needed = readNeeded(text, [...base.footnotes, ...theirs.footnotes, ...mine.footnotes]);
  const conflicts: MergeConflict[] = [];
  const footnotes: string[] = [];
  for (const label of new Set([...own.keys(), ...other.keys(), ...old.keys()])) {
    const [before, here, there] = [old.get(label), own.get(label), other.get(label)];
    const isUntouched = there === before || there === here;
    const chosen = isUntouched ? here : here === before ? there : (here ?? there);
    if (!isUntouched && here !== before)
      conflicts.push({ section: null, mine: here ?? '', theirs: there ?? '' });
    const kept = chosen ?? (needed.has(label) ? (here ?? there ?? before) : undefined);
    if (kept !== undefined) footnotes.push(`${kept}\n`);
  }
  return { footnotes, conflicts };
}

/**
 * The definitions of a document by label. Of several with one label the first counts; the others
 * have longer names.
 */
function definitionsOf({ footnotes }: SectionedDocument): Map<string, string> {
  const found = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const raw of footnotes) {
    const label = labelOf(raw);
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    // No label has a blank.
    found.set(count === 1 ? label : `${label} ${count}`, raw.trim());
  }
  return found;
}

function labelsOf({ sections, footnotes }: SectionedDocument): string[] {
  return [...footnotes.map(labelOf), ...sections.flatMap(({ raw }) => [...readReferences(raw)])];
}

/** Limits the characters of a figure's cell. */
const longestFigure = 32;

const gap = String.raw`[\s\u00a0\u202f]?`;
const digits = String.raw`\p{Nd}(?:[\p{Nd}.,'’\u00a0\u202f ]*\p{Nd})?`;
/** Signs, brackets and currencies before a figure: `≈ €`, `(−`, `US$ `, `CHF `. */
const before = String.raw`(?:[^\p{L}\p{N}]{0,4}|[A-Z]{2,3}[.$]?${gap}[+−–-]?)`;
const words = [
  'percent',
  'per cent',
  'Prozent',
  'pour cent',
  'por ciento',
  'percentage points',
  'points?',
  'pp',
  'pts?',
  'bps?',
  'k',
  'm',
  'mn',
  'bn',
  'tn',
  'x',
  'thousand',
  'million',
  'billion',
  'Tsd\\.',
  'Mio\\.',
  'Mrd\\.',
  'Md',
  'M',
  'mil',
  'millions?',
  'millones',
  'milliards?',
  'kg',
  'g',
  't',
  'km',
  'm²',
  'kWh',
  'MWh',
  'GWh',
  'FTE',
  'h',
  'hrs?',
  'min',
  'hours?',
  'days?',
  'weeks?',
  'months?',
  'years?',
  'Stunden?',
  'Tagen?',
  'Tage',
  'Wochen?',
  'Monate?',
  'Jahre?',
  'heures?',
  'jours?',
  'semaines?',
  'mois',
  'ans?',
  'horas?',
  'días?',
  'semanas?',
  'mes(?:es)?',
  'años?',
  '時間',
  '日',
  '週間?',
  'か月',
  'ヶ月',
  '年',
  '円',
  '万円',
  '百万円',
  '億円',
  '千円',
  '件',
  '人',
  '台',
  '[A-Z]{3}',
].join('|');
const unit = `${gap}(?:[%‰％€£$¥°]|(?:${words})(?:${gap}[€£$¥])?)`;
const amount = `${before}${digits}(?:${unit})?`;
const range = String.raw`\s?(?:[–—〜~-]|to|bis|à|a|und|and)\s?`;

const figure = new RegExp(`^${amount}(?:${range}${amount})?[^\\p{L}\\p{N}]{0,3}$`, 'u');
const absent = /^(?:|[–—−-]|…|n\/a|n\.a\.|k\. ?A\.)$/iu;
/** Years, parts of dates and running numbers, which name the rows in a first column. */
const rowNumber = /^\p{Nd}{1,4}[.)]?$/u;

function isFigure(cell: string): boolean {
  return cell.length <= longestFigure && figure.test(cell);
}

/**
 * Returns which columns hold figures, for one alignment on pages and in print. `rows` are the cells
 * below the head. In the first column whole numbers of up to four digits name rows.
 */
export function findNumberColumns(rows: readonly (readonly string[])[], count: number): boolean[] {
  return Array.from({ length: count }, (_, column) => {
    const cells = rows
      .map((row) => (row[column] ?? '').trim())
      .filter((cell) => !absent.test(cell));
    if (cells.length === 0 || !cells.every(isFigure)) return false;
    return column > 0 || !cells.every((cell) => rowNumber.test(cell));
  });
}
