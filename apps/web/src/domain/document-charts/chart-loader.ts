/** Loads the charts of one version of a document. Keep it stable, so that a text is not rendered again. */
export interface ChartLoader {
  /** Begins the query keys of its charts. */
  key: readonly unknown[];
  /** Returns the SVG of a chart. Rejects with `not_found` if it cannot be drawn. */
  load(chart: { number: number; theme: 'light' | 'dark' }, signal: AbortSignal): Promise<string>;
}
