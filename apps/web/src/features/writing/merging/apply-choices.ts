import type { MergedSections } from '@ecp/markdown/merge-sections';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';

/** A place that two writers have changed differently. */
export type MergeConflict = MergedSections['conflicts'][number];

/** The choice for a section that both have changed. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

/**
 * Returns the merged text with the chosen texts of its conflicts, in their order (EDI-5). The merged text has `mine` at
 * the place of each conflict.
 */
export function applyChoices({ merged, conflicts }: MergedSections, choices: readonly MergeChoice[]): string {
  const chosen = conflicts.map((conflict, index) => ({ conflict, choice: choices[index] ?? 'mine' }));
  const inSections = chosen.filter(({ conflict }) => conflict.section !== null).reverse();
  const text = inSections.reduce((now, { conflict, choice }) => replaceSections(now, conflict, choice), merged);
  return chosen
    .filter(({ conflict }) => conflict.section === null)
    .reduce((now, { conflict: { mine, theirs }, choice }) => {
      const wanted = choose(mine, theirs, choice);
      return mine === '' ? now : now.replace(mine.trim(), () => wanted.trim());
    }, text);
}

function choose(mine: string, theirs: string, choice: MergeChoice): string {
  if (choice === 'mine') return mine;
  return choice === 'theirs' ? theirs : [mine, theirs].filter((text) => text.trim() !== '').join('\n\n');
}

function replaceSections(markdown: string, { section, mine, theirs }: MergeConflict, choice: MergeChoice): string {
  if (choice === 'mine') return markdown;
  const document = cutSections(markdown);
  const count = mine.trim() === '' ? 0 : cutSections(mine).sections.length;
  const wanted = choose(mine, theirs, choice).trimEnd();
  const added = wanted === '' ? [] : [{ raw: `${wanted}\n\n`, place: null }];
  const sections = document.sections.toSpliced(section ?? 0, count, ...added);
  return joinSections({ ...document, sections });
}
