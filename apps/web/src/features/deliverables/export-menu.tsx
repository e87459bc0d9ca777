import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download, FileDown } from 'lucide-react';
import { api } from '../../api/client.ts';
import { saveDownload } from '../../api/save-download.ts';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';

/** The typesetter takes some seconds for a long engagement. */
const timeoutMs = 120_000;

/**
 * Exports the latest versions of all deliverables as one file: for the client as PDF or Word, or for the team (EXP-1,
 * EXP-3, WRD-2).
 */
export function ExportMenu({ engagementId, slug }: { engagementId: string; slug: string }) {
  const download = useMutation({
    async mutationFn(kind: 'pdf' | 'word' | 'team' | 'internal') {
      const id = engagementId;
      if (kind === 'word') {
        const file = await api.exportEngagementToWord({ id, audience: 'client' }, { timeoutMs });
        return saveDownload(file, `${slug}.docx`);
      }
      const input = kind === 'pdf' ? { audience: 'client' as const } : { include_provenance: kind === 'internal' };
      const file = await api.exportEngagement({ id, ...input }, { timeoutMs });
      return saveDownload(file, `${slug}${kind === 'internal' ? '-internal' : ''}.pdf`);
    },
  });
  return (
    <Menu
      trigger={
        <Button busy={download.isPending}>
          {!download.isPending && <Download aria-hidden className="size-4" />}
          {deliverableTexts.download}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      <MenuItem onSelect={() => download.mutate('pdf')}>
        <FileDown aria-hidden />
        {deliverableTexts.pdf}
      </MenuItem>
      <MenuItem onSelect={() => download.mutate('word')}>
        <FileDown aria-hidden />
        {deliverableTexts.word}
      </MenuItem>
      <MenuItem onSelect={() => download.mutate('team')}>
        <FileDown aria-hidden />
        {deliverableTexts.pdfTeam}
      </MenuItem>
      <MenuItem onSelect={() => download.mutate('internal')}>
        <FileDown aria-hidden />
        {deliverableTexts.pdfProvenance}
      </MenuItem>
    </Menu>
  );
}
