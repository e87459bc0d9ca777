import { freeLabels, relabel, relabelDefinition } from './footnote-labels.ts';
import { labelOf, readNeeded, readReferences, type SectionedDocument } from './sectioned-document.ts';

/** A place that two writers have changed differently. The merged text has the words of `mine`. */
export interface MergeConflict {
  /** Index of the section in the merged document, or of the one that it would precede; null outside of sections. */
  section: number | null;
  /** The sections of one writer, as markdown; empty where they were removed. */
  mine: string;
  theirs: string;
}

/**
 * Gives new footnotes of a writer other labels where another writer has made others of the same label, so that each
 * reference keeps its definition.
 */
export function separateLabels(
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
  const sections = mine.sections.map((section) => ({ ...section, raw: relabel(section.raw, names) }));
  return { ...mine, sections, footnotes };
}

/** Merges the definitions at the end of three documents. One that a writer removed stays if the merged text needs it. */
export function mergeFootnotes(
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
    if (!isUntouched && here !== before) conflicts.push({ section: null, mine: here ?? '', theirs: there ?? '' });
    const kept = chosen ?? (needed.has(label) ? (here ?? there ?? before) : undefined);
    if (kept !== undefined) footnotes.push(`${kept}\n`);
  }
  return { footnotes, conflicts };
}

/** The definitions of a document by label. Of several with one label the first counts; the others have longer names. */
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
