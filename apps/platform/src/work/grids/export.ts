import type { Grid, GridCell } from '@ecp/contract/work/grids';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { cleanFilename } from '../sources/attachment-rows.ts';
import { type GridTarget, readGrid } from './grid-rows.ts';

export interface GridFile {
  filename: string;
  type: string;
  content: Buffer;
}

/** Writes a grid as CSV. Error: `not_found`. @param delivers false for a request without a body, which is not audited */
export async function exportGrid(
  context: RequestContext,
  target: GridTarget,
  { format, delivers }: { format: 'csv'; delivers: boolean },
): Promise<GridFile> {
  const { services, tenantId } = context;
  const grid = await readGrid(services.database, tenantId, target);
  const content = Buffer.from(`\uFEFF${toCsv(grid)}`);
  if (delivers)
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        ...{ action: 'grid.export', resourceType: 'grid', resourceId: grid.id },
        metadata: { engagementId: target.engagementId, format },
      }),
    );
  return { filename: cleanFilename(`${grid.title}.${format}`), type: 'text/csv; charset=utf-8', content };
}

/** A row for each file; a column for each question, and beside it the state of its answer and the words that say it. */
function toCsv({ columns, rows }: Grid): string {
  const head = ['file', ...columns.flatMap(({ name }) => [name, `${name}: state`, `${name}: source`])];
  const lines = rows.map(({ filename, cells }) => [filename, ...cells.flatMap(writeParts)]);
  return [head, ...lines].map((line) => `${line.map(writeCell).join(',')}\r\n`).join('');
}

const writeParts = (cell: GridCell) => [cell.value, cell.state, sourceOf(cell)];

const sourceOf = ({ quote, place }: GridCell): string =>
  [place ?? '', quote === null ? '' : `“${quote}”`].filter((part) => part !== '').join(': ');

/** Matches a text that a spreadsheet would treat as a formula. */
const looksLikeFormula = /^[=+\-@\t\r]/;

function writeCell(value: GridCell['value']): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = looksLikeFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
