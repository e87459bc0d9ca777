import { ChevronDown, Download, FileDown } from 'lucide-react';
import { portalTexts } from '../../texts/en/portal.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { usePortal } from './portal-context.ts';
import { usePortalDownload } from './use-portal-download.ts';

const texts = portalTexts.downloads;

/** Offers a document, or all of them without a filename, as PDF and Word. Renders nothing where the link gives none. */
export function DownloadMenu({ filename }: { filename?: string }) {
  const { token, view } = usePortal();
  const download = usePortalDownload(token, filename);
  if (!view.permissions.includes('download')) return null;
  return (
    <Menu
      trigger={
        <Button size="small" busy={download.isPending}>
          {!download.isPending && <Download aria-hidden className="size-4" />}
          {filename === undefined ? texts.all : texts.one}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      <MenuItem onSelect={() => download.mutate('pdf')}>
        <FileDown aria-hidden />
        {texts.pdf}
      </MenuItem>
      <MenuItem onSelect={() => download.mutate('word')}>
        <FileDown aria-hidden />
        {texts.word}
      </MenuItem>
    </Menu>
  );
}
