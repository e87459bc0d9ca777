/** Selects the view of the data page: the rows of a table, a recorded query with its result, or the list of queries. */
export interface DataSearch {
  view?: 'table' | 'history';
  table?: string;
  /** Number of the row to highlight, from 1. */
  row?: number;
  query?: string;
}
