import type { NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import type { DocumentBlock, ParsedDocument } from '../document/parse-document.ts';
import type { Claim } from '../document/split-claims.ts';
import { readRowFigures } from '../tables/sheet-table.ts';
import type { HeldFigure } from '../values/held-figure.ts';
import {
  checkUncitedFigures,
  type Grounds,
  type UncitedFindings,
  type UncitedSentence,
} from './check-uncited-figures.ts';

/** Most times that all sentences are read: each may rest on what the one before shows. */
const maxRounds = 4;

/**
 * Checks the figures of the sentences without footnotes. What one of them computes holds in the others, before and
 * after it, so they are read again until no more figures follow. Yields to the event loop between sentences.
 * @returns the findings by sentence; none for a sentence whose figures hold
 */
export async function settleFigures(
  claims: readonly UncitedSentence[],
  grounds: Grounds,
  slice: TimeSlice,
): Promise<Map<Claim, UncitedFindings>> {
  const settled = new Map<Claim, UncitedFindings>();
  const { verified } = grounds;
  let open = [...claims];
  for (let round = 0; round < maxRounds && open.length > 0; round += 1) {
    const known = verified.size;
    const failed: typeof open = [];
    for (const one of open) {
      const { claim } = one;
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
      const found = checkUncitedFigures(one, grounds);
      if (found === null) settled.delete(claim);
      else settled.set(claim, found);
      if (found?.fault) failed.push(one);
      verified.add((found?.computed ?? []).map((figure) => ({ figure, citation: null, origin: 'document' as const })));
    }
    // Only sentences with a fault are read again, and only if more is known now.
    const isMore = verified.size > known;
    open = isMore ? failed : [];
  }
  return settled;
}

/** Lists the rows with new words in tables that cite nothing, neither in a row nor in the sentences beside them. */
export function listNewRows(
  { blocks }: ParsedDocument,
  isNew: ((sentence: string) => boolean) | undefined,
): Set<DocumentBlock> {
  const rows = new Set<DocumentBlock>();
  if (!isNew) return rows;
  let start = 0;
  while (start < blocks.length) {
    let end = start;
    while (blocks[end]?.kind === 'row') end += 1;
    const isCited = blocks.slice(Math.max(0, start - 1), end + 1).some(({ references }) => references.length > 0);
    for (const block of isCited ? [] : blocks.slice(start, end)) {
      if (block.columns !== null && isNew(block.text.trim())) rows.add(block);
    }
    start = Math.max(end, start + 1);
  }
  return rows;
}

/**
 * Returns the figures of the rows of a document's own tables that cite nothing and are not new: its sentences may repeat
 * them.
 */
export function readOwnTables(
  { blocks }: ParsedDocument,
  style: NumberStyle,
  newRows: ReadonlySet<DocumentBlock>,
): HeldFigure[] {
  return blocks
    .filter((block) => block.kind === 'row' && block.references.length === 0 && !newRows.has(block))
    .flatMap(({ text, columns }) => (columns === null ? [] : readRowFigures(text, columns, style)))
    .map((figure) => ({ figure, citation: null, origin: 'document' }));
}
