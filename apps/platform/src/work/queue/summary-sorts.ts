import type { SummarySort } from '@ecp/contract/work/queue';

/** A sort whose keys an index has in order, so that a page reads its own rows only. */
export interface IndexedSort {
  /** The expression that the index has. */
  key: string;
  /** The key as text, in the same order, from which a cursor is made. */
  text: string;
  /** Returns the key that a placeholder of `text` stands for. */
  parse: (placeholder: string) => string;
  /** The keys of cursors. */
  pattern: RegExp;
}

const timeSort = (column: 'updated_at' | 'created_at'): IndexedSort => ({
  key: column,
  text: `lpad((extract(epoch from ${column}) * 1000000)::bigint::text, 18, '0')`,
  parse: (placeholder) => `timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond'`,
  pattern: /^0\d{17}$/,
});

const textSort = (column: 'name' | 'client'): IndexedSort => ({
  key: `lower(${column})`,
  text: `lower(${column})`,
  parse: (placeholder) => `${placeholder}::text`,
  pattern: /^/,
});

/** The sorts with an index. */
export const indexedSorts: Partial<Record<SummarySort, IndexedSort>> = {
  updated: timeSort('updated_at'),
  created: timeSort('created_at'),
  name: textSort('name'),
  client: textSort('client'),
};

/** The key of each other sort as text. Engagements without an owner, or without a due date, follow the others. */
export const otherKeys: Partial<Record<SummarySort, string>> = {
  owner: `coalesce('1' || lower(owner_name), '2')`,
  status: 'status',
  due: `coalesce(due_date, '9')`,
  waiting: `lpad((reviews + questions + comments + failed)::text, 9, '0')`,
};

/** The sorts that begin with the largest key without `order`. */
export const descendingSorts: readonly SummarySort[] = ['updated', 'created', 'waiting'];
