/** Selects the view of the data page: the rows of a table, a recorded query with its result, or the list of queries. */
export interface DataSearch {
  view?: 'table' | 'history';
  table?: string;
  row?: number;
  query?: string;
}
