import { nextLabel, relabel, relabelDefinition } from './footnote-labels.ts';
import type { MergeConflict } from './merge-conflict.ts';
import { labelOf, readReferences, type SectionedDocument } from './sectioned-document.ts';

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
  const used = new Set([base, mine, theirs].flatMap(labelsOf));
  let separated = mine;
  for (const raw of mine.footnotes) {
    const label = labelOf(raw);
    const other = others.get(label);
    if (known.has(label) || other === undefined || other === raw.trim()) continue;
    const free = nextLabel(used);
    used.add(free);
    separated = {
      ...separated,
      sections: separated.sections.map((section) => ({ ...section, raw: relabel(section.raw, label, free) })),
      footnotes: separated.footnotes.map((one) => (one === raw ? relabelDefinition(one, free) : one)),
    };
  }
  return separated;
}

/** Merges the definitions at the end of three documents. One that a writer removed stays if the merged text needs it. */
export function mergeFootnotes(
  base: SectionedDocument,
  mine: SectionedDocument,
  theirs: SectionedDocument,
  text: string,
): { footnotes: string[]; conflicts: MergeConflict[] } {
  const [old, own, other] = [definitionsOf(base), definitionsOf(mine), definitionsOf(theirs)];
  const needed = readReferences(text);
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
  for (const raw of footnotes) {
    let name = labelOf(raw);
    while (found.has(name)) name += ' again';
    found.set(name, raw.trim());
  }
  return found;
}

function labelsOf({ sections, footnotes }: SectionedDocument): string[] {
  return [...footnotes.map(labelOf), ...sections.flatMap(({ raw }) => [...readReferences(raw)])];
}
