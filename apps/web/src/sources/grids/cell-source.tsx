import type { DeliverableSource } from '@ecp/contract/work/sources';
import { Download, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import { api } from '../../base/api/client.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { useDownload } from '../../shared/attachments/files.tsx';
import type { SourceLoader } from '../../shared/citations/cited-sources.ts';
import { SourceViewer } from '../../shared/citations/source-viewer.tsx';
import { sourceTexts } from '../../shared/citations/texts.ts';
import type { Grid, GridRow } from './cells.ts';
import { readCellPlace, writeCellPlace } from './grid-search.ts';
import { gridTexts } from './texts.ts';

interface CellSourceProps {
  engagementId: string;
  grid: Grid;
  /** The rows that are shown: the viewer steps through the answers of one column in their order. */
  rows: readonly GridRow[];
  opened: { attachmentId: string; column: number };
  onShow: (cell: string) => void;
  onClose: () => void;
}

/** Shows the passage of an answer in its file, and steps to those of the next files. */
export function CellSource({ engagementId, grid, rows, opened, onShow, onClose }: CellSourceProps) {
  const column = grid.columns[opened.column];
  const loader = useMemo(() => cellSources(engagementId, grid.id), [engagementId, grid.id]);
  const footnotes = useMemo(
    () =>
      rows.flatMap(({ attachmentId, cells }, at) => {
        const isAnswered = (cells[opened.column]?.state ?? 'waiting') !== 'waiting';
        return isAnswered
          ? [{ label: writeCellPlace(attachmentId, column?.id), number: `${at + 1}` }]
          : [];
      }),
    [rows, opened.column, column],
  );
  const download = useDownload(engagementId);
  return (
    <SourceViewer
      loader={loader}
      footnote={writeCellPlace(opened.attachmentId, column?.id)}
      footnotes={footnotes}
      onShow={onShow}
      onClose={onClose}
      actions={({ attachmentId }) => (
        <>
          <Button kind="quiet" size="small" icon={MessageSquareText} onClick={onClose}>
            {gridTexts.panel.back}
          </Button>
          {attachmentId !== null && (
            <Button
              kind="quiet"
              size="small"
              icon={Download}
              busy={download.isPending}
              onClick={() => download.mutate(attachmentId)}
            >
              {sourceTexts.links.download}
            </Button>
          )}
        </>
      )}
    />
  );
}

function cellSources(engagementId: string, gridId: string): SourceLoader<DeliverableSource> {
  const of = (cell: string) => {
    const { attachmentId = '', columnId = '' } = readCellPlace(cell) ?? {};
    return { id: engagementId, gridId, attachmentId, column: columnId };
  };
  return {
    key: ['grids', engagementId, 'source', gridId],
    load: async (cell, signal) => ({
      ...(await api.getGridCellSource(of(cell), { signal })),
      footnote: cell,
    }),
    async loadPdf(cell, signal) {
      return (await api.getGridCellSourceFile(of(cell), { signal })).blob();
    },
  };
}
