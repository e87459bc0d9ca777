/** What every chart offers. */
export const chartTexts = {
  showTable: 'Show as table',
  showChart: 'Show as chart',
  csv: 'CSV',
  downloadCsv: (title: string) => `Download “${title}” as CSV`,
  range: (low: string, expected: string, high: string) => `${expected} expected, between ${low} and ${high}`,
} as const;
