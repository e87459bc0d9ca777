/**
 * Selects the view of the data page: a sheet (the default), the editor with a recorded query, or
 * all recorded queries.
 */
export interface DataSearch {
  view?: 'query' | 'history';
  table?: string;
  row?: number;
  query?: string;
}
