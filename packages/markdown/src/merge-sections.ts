import { foldTitle } from './fold-title.ts';
import { type MergeConflict, mergeFootnotes, separateLabels } from './merge-footnotes.ts';
import {
  cutSections,
  type DocumentSection,
  joinSections,
  type SectionedDocument,
  titleOf,
} from './sectioned-document.ts';

export interface MergedSections {
  merged: string;
  conflicts: MergeConflict[];
}

/** One stretch of the documents: the sections between two headings that all three have, or one with such a heading. */
interface Stretch {
  base: string[];
  mine: string[];
  theirs: string[];
}

/**
 * Merges two changes of a document by sections (WRI-13). A section that one writer changed has that writer's bytes, new
 * sections of both are there, and where both changed one section differently, the merged text has that of `mine` and a
 * conflict names both. Nothing that a writer wrote is lost: it is in the merged text or in a conflict. New footnotes of
 * both with one label are kept apart.
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

const textsOf = ({ sections }: SectionedDocument): string[] => sections.map(({ raw }) => raw.trimEnd());

/** Joins the merged parts. A document that is `own` again keeps its spaces. */
function join(frontMatter: string, texts: readonly string[], footnotes: string[], own: SectionedDocument): string {
  const known = new Map(own.sections.map((section) => [section.raw.trimEnd(), section]));
  const sections = texts.map((text, index): DocumentSection => {
    const same = own.sections[index];
    if (same?.raw.trimEnd() === text) return same;
    return { raw: known.get(text)?.raw ?? `${text}\n\n`, place: null };
  });
  return joinSections({ frontMatter, sections, footnotes, cutInto: own.cutInto });
}

function mergeText(base: string, mine: string, theirs: string): { text: string; conflicts: MergeConflict[] } {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] };
  if (mine === base) return { text: theirs, conflicts: [] };
  return { text: mine, conflicts: [{ section: null, mine, theirs }] };
}

function mergeStretch({ base, mine, theirs }: Stretch): { chosen: string[]; isConflict: boolean } {
  if (isSame(mine, theirs) || isSame(theirs, base)) return { chosen: mine, isConflict: false };
  if (isSame(mine, base)) return { chosen: theirs, isConflict: false };
  if (base.length === 0)
    return { chosen: [...mine, ...theirs.filter((text) => !mine.includes(text))], isConflict: false };
  return { chosen: mine, isConflict: true };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);

/** Aligns three lists of sections by the headings that all have, in their order. */
function align(base: string[], mine: string[], theirs: string[]): Stretch[] {
  const [inMine, inTheirs] = [matchHeadings(base, mine), matchHeadings(base, theirs)];
  const stretches: Stretch[] = [];
  let [b, m, t] = [0, 0, 0];
  const cutAt = (toBase: number, toMine: number, toTheirs: number) => {
    const stretch = { base: base.slice(b, toBase), mine: mine.slice(m, toMine), theirs: theirs.slice(t, toTheirs) };
    if (stretch.base.length + stretch.mine.length + stretch.theirs.length > 0) stretches.push(stretch);
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

/** Pairs sections with the same heading, in the same order in both lists: the longest such list of pairs. */
function matchHeadings(from: readonly string[], to: readonly string[]): Map<number, number> {
  const [names, others] = [namesOf(from), namesOf(to)];
  const lengths = names.map(() => new Array<number>(others.length + 1).fill(0));
  lengths.push(new Array<number>(others.length + 1).fill(0));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = names.length - 1; i >= 0; i -= 1) {
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const next =
        names[i] === others[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
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
const namesOf = (texts: readonly string[]): string[] => texts.map((text) => foldTitle(titleOf(text) ?? ''));
