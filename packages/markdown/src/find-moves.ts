import { groupWords, type Words } from './word-groups.ts';

/** Length of the word groups that show a move. */
const groupLength = 4;
/** Fewest words that are taken for moved ones. */
const shortestMove = 6;

/**
 * Aligns words that stand elsewhere in the same order, if both texts have them once among the words that changed. Adds
 * them to `places`, which has -1 for words that changed.
 */
export function findMoves(before: Words, after: Words, places: Int32Array): void {
  const [groupsBefore, groupsAfter] = groupWords([before, after], groupLength);
  if (!groupsBefore || !groupsAfter) return;
  const taken = new Uint8Array(after.length);
  for (const place of places) if (place !== -1) taken[place] = 1;
  const isFree = (from: number, to: number) =>
    from >= 0 && to >= 0 && from < before.length && to < after.length && places[from] === -1 && taken[to] === 0;
  const candidates = uniqueFree(groupsAfter, (index) => taken[index] === 0);
  for (const [id, from] of uniqueFree(groupsBefore, (index) => places[index] === -1)) {
    const to = candidates.get(id) ?? -1;
    if (from === -1 || to === -1 || !isFree(from, to)) continue;
    const isSame = (offset: number) =>
      isFree(from + offset, to + offset) && before[from + offset] === after[to + offset];
    let start = 0;
    let end = 0;
    while (isSame(start - 1)) start -= 1;
    while (isSame(end)) end += 1;
    if (end - start < shortestMove) continue;
    for (let offset = start; offset < end; offset += 1) {
      places[from + offset] = to + offset;
      taken[to + offset] = 1;
    }
  }
}

function uniqueFree(groups: Words, isFree: (index: number) => boolean): Map<number, number> {
  const places = new Map<number, number>();
  for (const [index, id] of groups.entries()) if (isFree(index)) places.set(id, places.has(id) ? -1 : index);
  return places;
}
