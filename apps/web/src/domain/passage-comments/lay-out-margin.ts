/** A thread of the margin: where its passage stands and how high it is. */
export interface MarginItem {
  anchorPx: number;
  heightPx: number;
}

/** Threads that touch each other, and move together. */
interface Block {
  first: number;
  count: number;
  heightPx: number;
  /** Sum of the tops that the threads would like for the block. */
  wishesPx: number;
}

/**
 * Lays out threads beside their passages without overlaps, in order (CMT-16): the sum of the squared distances from
 * their passages is as small as it can be. With an active thread, that one stands at its passage, and the others make
 * room. Nothing stands above 0.
 * @param items in the order of their passages
 * @param active index of the active thread; -1 without one
 * @returns the top of each thread in px
 */
export function layOutMargin(items: readonly MarginItem[], active: number, gapPx: number): number[] {
  const tops = settle(items, gapPx);
  const chosen = items[active];
  if (!chosen) return tops;
  tops[active] = Math.max(0, chosen.anchorPx);
  const heightOf = (index: number) => (items[index]?.heightPx ?? 0) + gapPx;
  for (let index = active - 1; index >= 0; index -= 1) {
    tops[index] = Math.min(tops[index] ?? 0, (tops[index + 1] ?? 0) - heightOf(index));
  }
  let lowest = 0;
  for (const [index, top] of tops.entries()) {
    tops[index] = Math.max(top, lowest);
    lowest = (tops[index] ?? 0) + heightOf(index);
  }
  return tops;
}

/** Joins neighbours that would overlap into blocks, each at the mean of the places that its threads would like. */
function settle(items: readonly MarginItem[], gapPx: number): number[] {
  const blocks: Block[] = [];
  for (const [index, { anchorPx, heightPx }] of items.entries()) {
    let block: Block = { first: index, count: 1, heightPx: heightPx + gapPx, wishesPx: anchorPx };
    for (let above = blocks.at(-1); above && bottomOf(above) > topOf(block); above = blocks.at(-1)) {
      blocks.pop();
      block = join(above, block);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ first, count, ...block }) => {
    let top = topOf({ first, count, ...block });
    return items.slice(first, first + count).map(({ heightPx }) => {
      top += heightPx + gapPx;
      return top - heightPx - gapPx;
    });
  });
}

const topOf = ({ wishesPx, count }: Block) => Math.max(0, wishesPx / count);
const bottomOf = (block: Block) => topOf(block) + block.heightPx;

const join = (above: Block, below: Block): Block => ({
  first: above.first,
  count: above.count + below.count,
  heightPx: above.heightPx + below.heightPx,
  wishesPx: above.wishesPx + below.wishesPx - above.heightPx * below.count,
});
