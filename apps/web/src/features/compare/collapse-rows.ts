import type { Row } from './compare-texts.ts';

/** What a comparison shows: a row, with the number of its change if it is one's first, or unchanged rows folded away. */
export type Entry =
  | { kind: 'row'; row: Row; at: number; change: number | null; startsChange: boolean }
  | { kind: 'fold'; at: number; count: number; heading: string | null };

/** Unchanged rows that stay beside a change. */
const context = 1;
/** Fewer rows than these are not worth a fold. */
const minFolded = 3;

/** Folds runs of unchanged rows away, but for those beside a change; `opened` names folds by their first row. */
export function collapseRows(rows: readonly Row[], opened: ReadonlySet<number>): Entry[] {
  const entries: Entry[] = [];
  let change = -1;
  let at = 0;
  while (at < rows.length) {
    const isSame = rows[at]?.kind === 'same';
    let end = at;
    while (end < rows.length && (rows[end]?.kind === 'same') === isSame) end += 1;
    if (!isSame) change += 1;
    const first = at === 0 ? 0 : at + context;
    const last = end === rows.length ? end : end - context;
    const isFolded = isSame && last - first >= minFolded && !opened.has(first);
    for (let index = at; index < end; index += 1) {
      const row = rows[index];
      if (!row) continue;
      if (isFolded && index >= first && index < last) {
        if (index === first) entries.push(fold(rows, first, last));
        continue;
      }
      entries.push({
        kind: 'row',
        row,
        at: index,
        change: isSame ? null : change,
        startsChange: !isSame && index === at,
      });
    }
    at = end;
  }
  return entries;
}

/** Named by its last heading: that is the section of what follows. */
function fold(rows: readonly Row[], first: number, last: number): Entry {
  const heading = rows.slice(first, last).findLast((row) => row.kind === 'same' && row.after.kind === 'heading');
  const title = heading?.kind === 'same' ? (heading.after.texts[0] ?? null) : null;
  return { kind: 'fold', at: first, count: last - first, heading: title };
}

/** How many changes there are: runs of rows that are not the same. */
export const countChanges = (rows: readonly Row[]): number =>
  rows.filter((row, at) => row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same')).length;
