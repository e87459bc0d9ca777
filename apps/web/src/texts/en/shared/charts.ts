/** Texts of every chart. */
export const chartTexts = {
  table: 'Table',
  chart: 'Chart',
  showTable: (title: string) => `Show “${title}” as table`,
  showChart: (title: string) => `Show “${title}” as chart`,
  csv: 'CSV',
  downloadCsv: (title: string) => `Download “${title}” as CSV`,
  range: (low: string, expected: string, high: string) => `${expected} expected, between ${low} and ${high}`,
} as const;
