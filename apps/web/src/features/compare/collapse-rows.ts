import type { Row } from './compare-texts.ts';

/** An entry of a comparison: a row with the number of its change, or a fold that hides unchanged rows. */
export type Entry =
  | { kind: 'row'; row: Row; at: number; change: number | null; startsChange: boolean }
  | { kind: 'fold'; at: number; count: number; heading: string | null };

/** Number of unchanged rows that stay visible beside a change. */
const context = 1;
/** Fewer rows than this are not folded. */
const minFolded = 3;

/** Folds unchanged rows, except those beside a change. `opened` identifies folds by their first row. */
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

/** Names the fold by its last heading, because the rows after the fold belong to that section. */
function fold(rows: readonly Row[], first: number, last: number): Entry {
  const heading = rows.slice(first, last).findLast((row) => row.kind === 'same' && row.after.kind === 'heading');
  const title = heading?.kind === 'same' ? (heading.after.texts[0] ?? null) : null;
  return { kind: 'fold', at: first, count: last - first, heading: title };
}

/** Counts the changes: sequences of rows that differ. */
export const countChanges = (rows: readonly Row[]): number =>
  rows.filter((row, at) => row.kind !== 'same' && (at === 0 || rows[at - 1]?.kind === 'same')).length;
