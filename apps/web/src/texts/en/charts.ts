/** Texts of charts in documents. */
export const chartTexts = {
  loading: (title: string) => `Loading the chart “${title}”`,
  missing: (title: string) =>
    `The chart “${title}” is not shown: its query is not there, or its result has no values that it could show.`,
  unreadable: 'A chart is not shown: its description is not complete.',
  failed: (title: string) => `The chart “${title}” could not be loaded.`,
  query: (name: string) => `Query: ${name}`,
  result: (hash: string) => `Result ${hash}`,
};
