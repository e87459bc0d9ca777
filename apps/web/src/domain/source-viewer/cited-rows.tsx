import type { CitedRange } from '@ecp/contract/work/sources';
import { sourceTexts as texts } from '../../texts/en/documents/source.ts';
import { DataGrid } from '../data/data-grid.tsx';
import { SourceNote } from './source-note.tsx';

/** Shows the cited cells of a sheet between the rows around them, under the heads of its columns (SRC-3). */
export function CitedRows({ range, title }: { range: CitedRange; title: string }) {
  const { sheet, columns, firstRow, rows, rowCount, citedRow, citedColumns } = range;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {citedRow === null && <SourceNote>{texts.range.notFound}</SourceNote>}
      <DataGrid
        caption={texts.range.caption(title)}
        columns={columns}
        rows={rows}
        firstRow={firstRow}
        highlighted={citedRow ?? undefined}
        highlightedColumns={citedColumns}
        mayHoldShares={sheet !== null}
      />
      <p className="figures text-muted text-sm">
        {texts.range.rows(firstRow, firstRow + Math.max(0, rows.length - 1), rowCount)}
      </p>
    </div>
  );
}
