import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download, FileDown } from 'lucide-react';
import { saveDownload } from '../base/api/save-download.ts';
import { Button } from '../base/ui/buttons.tsx';
import { Menu, MenuItem } from '../base/ui/dialogs/menu.tsx';
import { showDoneToast } from '../base/ui/toasts/show-toast.ts';
import { portalClient, usePortal } from './portal.tsx';
import { portalTexts } from './texts.ts';

const texts = portalTexts.downloads;

/**
 * Offers a document, or all of them without a filename, as PDF and Word. Renders nothing where the
 * link gives none.
 */
export function DownloadMenu({ filename }: { filename?: string }) {
  const { token, view } = usePortal();
  const download = usePortalDownload(token, filename);
  if (!view.permissions.includes('download')) return null;
  return (
    <Menu
      trigger={
        <Button icon={Download} size="small" busy={download.isPending}>
          {filename === undefined ? texts.all : texts.one}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      <MenuItem icon={FileDown} label={texts.pdf} onSelect={() => download.mutate('pdf')} />
      <MenuItem icon={FileDown} label={texts.word} onSelect={() => download.mutate('word')} />
    </Menu>
  );
}

/**
 * Offers the statement on the use of AI that a release has brought. Renders nothing without one.
 */
export function StatementDownload() {
  const { token, view } = usePortal();
  const download = useMutation({
    mutationFn: async () =>
      saveDownload(await portalClient(token).exportAiUseInPortal({}, { timeoutMs }), 'ai-use.pdf'),
    onSuccess: () => showDoneToast(texts.made),
  });
  if (!view.aiUse) return null;
  return (
    <Button
      icon={FileDown}
      size="small"
      className="self-start print:hidden"
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {texts.aiUse}
    </Button>
  );
}

/** The typesetter takes some seconds for many documents. */
const timeoutMs = 120_000;

/** Makes and saves a document, or all of them without a filename, as PDF or Word. */
function usePortalDownload(token: string, filename?: string) {
  return useMutation({
    async mutationFn(kind: 'pdf' | 'word') {
      const client = portalClient(token);
      const options = { timeoutMs };
      if (filename === undefined) {
        const isPdf = kind === 'pdf';
        const whole = isPdf
          ? client.exportInPortal({}, options)
          : client.exportInPortalToWord({}, options);
        return saveDownload(await whole, isPdf ? 'documents.pdf' : 'documents.docx');
      }
      if (kind === 'pdf') {
        return saveDownload(
          await client.exportDeliverableInPortal({ filename }, options),
          'document.pdf',
        );
      }
      return saveDownload(
        await client.exportDeliverableInPortalToWord({ filename }, options),
        'document.docx',
      );
    },
    onSuccess: () => showDoneToast(portalTexts.downloads.made),
  });
}
