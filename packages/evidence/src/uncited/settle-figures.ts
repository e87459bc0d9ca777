import type { NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { ParsedDocument } from '../document/parse-document.ts';
import type { Claim } from '../document/split-claims.ts';
import { readRowFigures } from '../tables/sheet-table.ts';
import type { HeldFigure } from '../values/held-figure.ts';
import { checkUncitedFigures, type Grounds, type UncitedFindings } from './check-uncited-figures.ts';

/** Most times that all sentences are read: each may rest on what the one before shows. */
const maxRounds = 4;

/**
 * Checks the figures of the sentences without footnotes. What one of them computes holds in the others, before and
 * after it, so they are read again until no more figures follow. Yields to the event loop between sentences.
 * @returns the findings by sentence; none for a sentence whose figures hold
 */
export async function settleFigures(
  claims: readonly { claim: Claim; before: string }[],
  grounds: Grounds,
  slice: TimeSlice,
): Promise<Map<Claim, UncitedFindings>> {
  const settled = new Map<Claim, UncitedFindings>();
  const verified = [...grounds.verified];
  let open = [...claims];
  for (let round = 0; round < maxRounds && open.length > 0; round += 1) {
    const known = verified.length;
    const failed: typeof open = [];
    for (const one of open) {
      const { claim, before } = one;
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      const found = checkUncitedFigures(claim, { ...grounds, verified, before });
      if (found === null) settled.delete(claim);
      else settled.set(claim, found);
      if (found?.fault) failed.push(one);
      for (const figure of found?.computed ?? []) verified.push({ figure, citation: null, origin: 'document' });
    }
    // Only sentences with a fault are read again, and only if more is known now.
    const isMore = verified.length > known;
    open = isMore ? failed : [];
  }
  return settled;
}

/** Returns the figures of the rows of a document's own tables that cite nothing: its sentences may repeat them. */
export function readOwnTables({ blocks }: ParsedDocument, style: NumberStyle): HeldFigure[] {
  return blocks
    .filter(({ kind, references }) => kind === 'row' && references.length === 0)
    .flatMap(({ text, columns }) => (columns === null ? [] : readRowFigures(text, columns, style)))
    .map((figure) => ({ figure, citation: null, origin: 'document' }));
}
