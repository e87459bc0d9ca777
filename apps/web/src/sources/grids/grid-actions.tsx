import { useMutation } from '@tanstack/react-query';
import {
  ClipboardCopy,
  Download,
  Ellipsis,
  FilePlus2,
  FileSpreadsheet,
  FileText,
  ListPlus,
  MessageSquareQuote,
  Pencil,
  Quote,
  TextQuote,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, copyText } from '../../base/ui/buttons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import { showDoneToast, showErrorToast } from '../../base/ui/toasts/show-toast.ts';
import type { Grid, GridRow } from './cells.ts';
import { citeGrid } from './cite-grid.ts';
import { gridTexts } from './texts.ts';
import { writeTsv } from './write-tsv.ts';

const texts = gridTexts.actions;
const AddQuestionsDialog = lazy(async () => ({
  default: (await import('./grid-dialogs.tsx')).AddQuestionsDialog,
}));
const AddFilesDialog = lazy(async () => ({
  default: (await import('./grid-dialogs.tsx')).AddFilesDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('./grid-dialogs.tsx')).RenameDialog,
}));
const DeleteGridDialog = lazy(async () => ({
  default: (await import('./grid-dialogs.tsx')).DeleteGridDialog,
}));
const UseDialog = lazy(async () => ({ default: (await import('./use-dialog.tsx')).UseDialog }));

interface GridActionsProps {
  engagementId: string;
  grid: Grid;
  /** The rows that are shown: what is copied and inserted. */
  rows: readonly GridRow[];
  /** On a phone one menu has all of it. */
  isPhone: boolean;
}

/** What can be done with a whole grid: ask more, use, download, rename, delete. */
export function GridActions({ engagementId, grid, rows, isPhone }: GridActionsProps) {
  const mayChange = useSession().has('member');
  const [dialog, setDialog] = useState<'columns' | 'files' | 'use' | 'rename' | 'delete'>();
  const download = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveDownload(
        await api.exportGrid({ id: engagementId, gridId: grid.id, format }),
        `grid.${format}`,
      ),
  });
  const copy = (text: string, said?: string) =>
    void copyText(text).then(() => showDoneToast(texts.copied, said), showErrorToast);
  const cited = citeGrid(grid.id);
  const props = { engagementId, grid, onClose: () => setDialog(undefined) };
  const uses = (
    <>
      {mayChange && (
        <MenuItem icon={FileText} label={gridTexts.use.insert} onSelect={() => setDialog('use')} />
      )}
      <MenuItem icon={Quote} label={gridTexts.use.citation} onSelect={() => copy(cited, cited)} />
      <MenuItem
        icon={MessageSquareQuote}
        label={gridTexts.use.footnote}
        onSelect={() => copy(`[^${grid.id}]: ${cited}`, `[^${grid.id}]: ${cited}`)}
      />
    </>
  );
  const downloads = (
    <>
      <MenuItem
        icon={FileSpreadsheet}
        label={texts.xlsx}
        onSelect={() => download.mutate('xlsx')}
      />
      <MenuItem icon={FileText} label={texts.csv} onSelect={() => download.mutate('csv')} />
      <MenuItem
        icon={ClipboardCopy}
        label={texts.tsv}
        onSelect={() =>
          copy(
            writeTsv(rows, grid.columns, { head: true }),
            texts.copiedTable(rows.length, grid.columns.length + 1),
          )
        }
      />
    </>
  );
  const changes = (
    <>
      <MenuItem icon={Pencil} label={texts.rename} onSelect={() => setDialog('rename')} />
      <MenuSeparator />
      <MenuItem icon={Trash2} label={texts.delete} danger onSelect={() => setDialog('delete')} />
    </>
  );
  return (
    <>
      {isPhone ? (
        <Menu
          trigger={
            <Button icon={Ellipsis} size="small" busy={download.isPending}>
              {texts.all}
            </Button>
          }
        >
          {mayChange && (
            <>
              <MenuItem
                icon={ListPlus}
                label={texts.addColumn}
                onSelect={() => setDialog('columns')}
              />
              <MenuItem
                icon={FilePlus2}
                label={texts.addFiles}
                onSelect={() => setDialog('files')}
              />
              <MenuSeparator />
            </>
          )}
          {uses}
          <MenuSeparator />
          {downloads}
          {mayChange && <MenuSeparator />}
          {mayChange && changes}
        </Menu>
      ) : (
        <>
          {mayChange && (
            <>
              <Button icon={ListPlus} size="small" onClick={() => setDialog('columns')}>
                {texts.addColumn}
              </Button>
              <Button icon={FilePlus2} size="small" onClick={() => setDialog('files')}>
                {texts.addFiles}
              </Button>
            </>
          )}
          <Menu
            trigger={
              <Button icon={TextQuote} size="small">
                {gridTexts.use.button}
              </Button>
            }
          >
            {uses}
          </Menu>
          <Menu
            trigger={
              <Button icon={Download} size="small" busy={download.isPending}>
                {texts.download}
              </Button>
            }
          >
            {downloads}
          </Menu>
          {mayChange && (
            <Menu
              trigger={
                <Button icon={Ellipsis} size="small" aria-label={texts.more} title={texts.more} />
              }
            >
              {changes}
            </Menu>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {dialog === 'columns' && <AddQuestionsDialog {...props} />}
        {dialog === 'files' && <AddFilesDialog {...props} />}
        {dialog === 'use' && <UseDialog {...props} rows={rows} />}
        {dialog === 'rename' && <RenameDialog {...props} />}
        {dialog === 'delete' && <DeleteGridDialog {...props} />}
      </Suspense>
    </>
  );
}
