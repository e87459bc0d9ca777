import type { EngineTable } from '@ecp/contract/engine/tool-access';

/**
 * A table of 20,000 rows: sales by region and year, with a percentage that must not be added up.
 */
export const salesTable: EngineTable = {
  id: 'table-sales',
  attachmentId: 'attachment-sales',
  filename: 'sales.csv',
  sheet: null,
  hidden: false,
  name: 'sales',
  columns: [
    { name: 'Region', type: 'text', unit: null },
    { name: 'Year', type: 'number', unit: null },
    { name: 'Revenue', type: 'number', unit: 'EUR' },
    { name: 'Margin', type: 'number', unit: '%' },
  ],
  rowCount: 20_000,
  leftOut: { count: 1, rows: [{ row: 20_002, reason: 'total' }] },
  remarks: [],
  sample: [
    ['North', 2023, 512.5, 12],
    ['South', 2024, 340, 9.5],
  ],
};

/** The text of the table as a run gets it: cut, as long files are. */
export const salesSource = {
  id: 'attachment-sales-1',
  title: 'sales.csv',
  location: null,
  text: `Region,Year,Revenue,Margin\n${'North,2023,512.5,12\nSouth,2024,340,9.5\n'.repeat(200)}`,
};
