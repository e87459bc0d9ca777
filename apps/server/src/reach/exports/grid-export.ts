import { ApiError } from '@ecp/contract/declaring/errors';
import type { Grid, GridCell, GridCellState } from '@ecp/contract/work/grids';
import type { BookCell, TableBook, Tone } from '@ecp/documents/workbook/workbook-types';
import { detectLanguage } from '@ecp/language/detect-language';
import { gridFileTexts } from '@ecp/language/grid-texts';
import type { Language } from '@ecp/language/language';
import { namePlace } from '@ecp/language/place-names';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { writeCsv } from '../../kernel/csv.ts';
import { selectEngagement } from '../../material/engagements/engagement-rows.ts';
import { type GridTarget, readGrid } from '../../work/grids/grid-rows.ts';
import { nameByTitle, renderPdf } from './report-content.ts';

interface GridDownload {
  filename: string;
  type: string;
  content: Buffer;
}

interface GridExportOptions {
  format: 'csv' | 'xlsx';
  /** False when only the headers are requested: then nothing records the export. */
  delivers: boolean;
  signal: AbortSignal;
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Writes a grid as CSV, or as a workbook with quotes and places in notes. Errors: `not_found`,
 * those of renderPdf.
 */
export async function exportGrid(
  context: RequestContext,
  target: GridTarget,
  { format, delivers, signal }: GridExportOptions,
): Promise<GridDownload> {
  const { services, tenantId } = context;
  const grid = await readGrid(services.database, tenantId, target);
  const [[engagement]] = await services.database.batchTenant(tenantId, [
    selectEngagement(tenantId, target.engagementId),
  ]);
  if (!engagement) throw new ApiError('not_found');
  const language = detectLanguage(engagement.brief);
  const content =
    format === 'csv'
      ? toCsv(grid, language)
      : await renderPdf(
          services.workbooks.writeTable(
            {
              ...toGridBook(grid, language),
              sources: toSources(grid, language),
              lines: [engagement.name],
              language,
            },
            { tenantId, signal },
          ),
          signal,
        );
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'grid.export',
        resourceType: 'grid',
        resourceId: grid.id,
        metadata: { engagementId: target.engagementId, format },
      }),
    );
  }
  return {
    filename: `${nameByTitle(grid.title) || grid.id}.${format}`,
    type: types[format],
    content,
  };
}

/**
 * A row for each file; a column for each question, and beside it units of numbers, states, the
 * words that say it, answers and reasons.
 */
function toCsv({ columns, rows }: Grid, language: Language): Buffer {
  const texts = gridFileTexts[language];
  const head = [
    texts.file,
    ...columns.flatMap(({ name, type }) => [
      name,
      ...(type === 'number' ? [`${name}: ${texts.unit}`] : []),
      ...[texts.state, texts.source, texts.answer, texts.reason].map((part) => `${name}: ${part}`),
    ]),
  ];
  const parts = (cell: GridCell, at: number) => [
    cell.value,
    ...(columns[at]?.type === 'number' ? [cell.unit] : []),
    texts.states[cell.state],
    sourceOf(cell, language),
    cell.text,
    cell.reason,
  ];
  const lines = rows.map(({ filename, cells }) => [filename, ...cells.flatMap(parts)]);
  return writeCsv([head, ...lines]);
}

const sourceOf = ({ quote, place }: GridCell, language: Language): string =>
  [place === null ? '' : namePlace(place, language), quote === null ? '' : `“${quote}”`]
    .filter((part) => part !== '')
    .join(': ');

const tones: Record<GridCellState, Tone> = {
  verified: 'good',
  computed: 'good',
  edited: 'person',
  waiting: 'none',
  not_found: 'none',
  unjudged: 'open',
  altered: 'bad',
  unsupported: 'bad',
  failed: 'bad',
};

/** Writes a grid as a table, with states as colours, and quotes and places in notes. */
export function toGridBook({ title, columns, rows }: Grid, language: Language): TableBook {
  const texts = gridFileTexts[language];
  const used = new Set(rows.flatMap(({ cells }) => cells.map(({ state }) => state)));
  const named = Map.groupBy([...used], (state) => tones[state]);
  const units = columns.map((_, at) => {
    const [unit, ...others] = new Set(rows.flatMap(({ cells }) => cells[at]?.unit ?? []));
    return others.length === 0 ? unit : undefined;
  });
  return {
    title,
    wraps: true,
    legend: [...named].map(([tone, states]) => ({
      tone,
      text: states.map((state) => texts.states[state]).join(', '),
    })),
    columns: [
      { name: texts.file, type: 'text' },
      ...columns.map(({ name, question, type }, at) => ({
        name,
        type,
        note: question,
        unit: units[at] ?? null,
      })),
    ],
    rows: rows.map(({ filename, cells }) => [
      filename,
      ...cells.map((cell, at) => toEntry(cell, units[at], language)),
    ]),
  };
}

/** Lists the answers with their states in words, and where they come from. */
function toSources({ columns, rows }: Grid, language: Language): NonNullable<TableBook['sources']> {
  const texts = gridFileTexts[language];
  const { file, question, value, unit, state, answer, quote, place, reason } = texts;
  return {
    title: texts.sources,
    columns: [file, question, value, unit, state, answer, quote, place, reason].map((name) => ({
      name,
      type: 'text',
    })),
    rows: rows.flatMap(({ filename, cells }) =>
      cells.map((cell, at) => [
        filename,
        columns[at]?.question ?? '',
        cell.value === null ? null : String(cell.value),
        cell.unit,
        texts.states[cell.state],
        cell.text,
        cell.quote,
        cell.place === null ? null : namePlace(cell.place, language),
        cell.reason,
      ]),
    ),
  };
}

/**
 * A value with its state, quote and place in a note, and a unit that its column has not. An empty
 * cell says why it is empty.
 */
function toEntry(cell: GridCell, columnUnit: string | undefined, language: Language): BookCell {
  const texts = gridFileTexts[language];
  const { value, unit, state, reason, editedBy } = cell;
  const lines = [
    unit !== null && unit !== columnUnit ? `${texts.unit}: ${unit}` : '',
    texts.states[state],
    sourceOf(cell, language),
    editedBy ? texts.editedBy(editedBy.name) : '',
    reason ?? '',
  ];
  return { value, tone: tones[state], note: lines.filter((line) => line !== '').join('\n') };
}
