import {
  formatValue,
  type Grid,
  type GridCell,
  type GridColumn,
  type GridRow,
  groupOf,
  writeValue,
} from './cells.ts';

/** Returns how a text cites a grid: `Grid <id>`. */
export const citeGrid = (gridId: string): string => `Grid ${gridId}`;

const quotable = (text: string) => text.replace(/\s+/g, ' ').replaceAll(/[“”]/g, '"').trim();

/** Returns how a text cites one answer of a grid: `Grid <id>: “<file>: <column>: <value>”`. */
export function citeCell(
  gridId: string,
  filename: string,
  column: Pick<GridColumn, 'name' | 'type'>,
  { value }: Pick<GridCell, 'value'>,
): string {
  return `${citeGrid(gridId)}: “${[filename, column.name, plainValue(value)].map(quotable).join(': ')}”`;
}

/** Writes a value as the service keeps it, so that the check finds it again. */
const plainValue = (value: GridCell['value']): string => (value === null ? '' : String(value));

/** Whether a document may rest on an answer: what the check refutes backs nothing. */
export const mayCite = (cell: Pick<GridCell, 'value' | 'state'>): boolean =>
  cell.value !== null && groupOf(cell) !== 'doubted';

/** Rows that a table in a document has at most. */
export const tableRows = 30;

/**
 * Writes rows of a grid as a table of a document, under its title. Each row has a footnote that
 * cites its answers.
 */
export function writeGridBlock(
  { id, title, columns }: Pick<Grid, 'id' | 'title' | 'columns'>,
  rows: readonly GridRow[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = line(['', ...columns.map(({ name }) => cell(name))]);
  const rule = line(['---', ...columns.map(({ type }) => (type === 'number' ? '---:' : '---'))]);
  const shown = rows.slice(0, tableRows);
  const key = (at: number) => `${id.slice(0, 8)}-${at + 1}`;
  const body = shown.map(({ filename, cells }, at) =>
    line([
      `${cell(filename)}[^${key(at)}]`,
      ...columns.map((column, of) =>
        cell(
          column.type === 'date'
            ? formatValue(cells[of]?.value ?? null, column)
            : writeValue(cells[of]?.value ?? null, column),
        ),
      ),
    ]),
  );
  const notes = shown.map(({ filename, cells }, at) => {
    const said = columns.flatMap((column, of) => {
      const one = cells[of];
      return one && mayCite(one) ? [`${filename}: ${column.name}: ${plainValue(one.value)}`] : [];
    });
    return `[^${key(at)}]: ${citeGrid(id)}${said.length > 0 ? `: ${said.map((words) => `“${quotable(words)}”`).join(', ')}` : ''}`;
  });
  return `${cell(title)}[^${id}]\n\n${[head, rule, ...body].join('\n')}\n\n${[`[^${id}]: ${citeGrid(id)}`, ...notes].join('\n')}`;
}

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
