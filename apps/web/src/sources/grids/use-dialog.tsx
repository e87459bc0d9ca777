import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { InsertForm } from '../insert-form.tsx';
import type { Grid, GridRow } from './cells.ts';
import { tableRows, writeGridBlock } from './cite-grid.ts';
import { gridTexts } from './texts.ts';

interface UseDialogProps {
  engagementId: string;
  grid: Grid;
  rows: readonly GridRow[];
  onClose: () => void;
}

/**
 * Puts the shown rows as a table into one's draft of a document, each row with a footnote that
 * cites its answers.
 */
export function UseDialog({ engagementId, grid, rows, onClose }: UseDialogProps) {
  const texts = gridTexts.use;
  return (
    <Dialog open onClose={onClose} title={texts.button}>
      <InsertForm
        engagementId={engagementId}
        forms={['table']}
        write={async () => writeGridBlock(grid, rows)}
        hint={
          <>
            {rows.length > tableRows ? texts.cut(tableRows, rows.length) : texts.rows(rows.length)}{' '}
            {texts.hint}
          </>
        }
        onClose={onClose}
      />
    </Dialog>
  );
}
