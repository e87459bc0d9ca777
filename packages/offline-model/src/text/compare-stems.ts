/** Returns how many stems two sets share. */
export function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared;
}

/** Returns the share of the smaller set that is also in the other set. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return countShared(a, b) / Math.max(1, Math.min(a.size, b.size));
}
