import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { api } from '../../api/client.ts';
import { saveDownload } from '../../api/save-download.ts';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';

/** Exports the latest version of every deliverable as one PDF: the client's report or the internal copy (EXP-1, EXP-3). */
export function ExportMenu({ engagementId, slug }: { engagementId: string; slug: string }) {
  const download = useMutation({
    async mutationFn(withProvenance: boolean) {
      const file = await api.exportEngagement({ id: engagementId, include_provenance: withProvenance });
      await saveDownload(file, `${slug}${withProvenance ? '-internal' : ''}.pdf`);
    },
  });
  return (
    <Menu
      trigger={
        <Button busy={download.isPending}>
          {!download.isPending && <Download aria-hidden className="size-4" />}
          {deliverableTexts.pdf}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      <MenuItem onSelect={() => download.mutate(false)}>{deliverableTexts.pdfPlain}</MenuItem>
      <MenuItem onSelect={() => download.mutate(true)}>{deliverableTexts.pdfProvenance}</MenuItem>
    </Menu>
  );
}
