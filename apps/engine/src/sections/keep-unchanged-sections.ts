import {
  cutSections,
  type DocumentSection,
  headingOf,
  joinSections,
  labelOf,
  readReferences,
} from '@ecp/markdown/sectioned-document';

/** The place of a failed citation in a document. */
interface Failure {
  footnote: string | null;
  quote: string | null;
  claim: string;
}

/** Returns the failures in changed sections of an amended document. The reviewer has seen the other sections. */
export function failuresInChangedSections<F extends Failure>(failures: F[], amended: string, previous: string): F[] {
  const { settled, changed } = splitByChange(amended, previous);
  const references = readReferences(changed);
  return failures.filter(({ footnote, quote, claim }) => {
    if (footnote !== null) return references.has(footnote.toLowerCase());
    return !settled.includes(quote ?? claim) || changed.includes(quote ?? claim);
  });
}

/**
 * Restores in a repaired document the sections that the amended one has from the previous version, with their footnotes.
 * Returns null if the repair has other headings, so that the sections cannot be matched.
 */
export function restoreUnchangedSections(amended: string, repaired: string, previous: string): string | null {
  const [mine, theirs] = [cutSections(amended), cutSections(repaired)];
  const headings = (sections: DocumentSection[]) => JSON.stringify(sections.map(({ raw }) => headingOf(raw)));
  if (headings(mine.sections) !== headings(theirs.sections)) return null;
  const before = sectionsOf(previous);
  const isSettled = ({ raw }: DocumentSection) => before.has(raw.trimEnd());
  const sections = mine.sections.map((section, index) => {
    const other = theirs.sections[index] ?? section;
    return isSettled(section) ? section : { raw: `${other.raw.trimEnd()}\n\n`, place: null };
  });
  const settled = readReferences(
    mine.sections
      .filter(isSettled)
      .map(({ raw }) => raw)
      .join(''),
  );
  const fixed = mine.footnotes.filter((raw) => settled.has(labelOf(raw)));
  const rest = theirs.footnotes.filter((raw) => !settled.has(labelOf(raw)));
  return joinSections({ ...mine, sections, footnotes: [...fixed, ...rest] });
}

function splitByChange(amended: string, previous: string): { settled: string; changed: string } {
  const before = sectionsOf(previous);
  const parts = Map.groupBy(cutSections(amended).sections, ({ raw }) => before.has(raw.trimEnd()));
  const join = (sections: DocumentSection[] = []) => sections.map(({ raw }) => raw).join('');
  return { settled: join(parts.get(true)), changed: join(parts.get(false)) };
}

const sectionsOf = (markdown: string): Set<string> =>
  new Set(cutSections(markdown).sections.map(({ raw }) => raw.trimEnd()));
