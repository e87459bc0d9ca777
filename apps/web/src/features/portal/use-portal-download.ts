import { useMutation } from '@tanstack/react-query';
import { saveDownload } from '../../api/save-download.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { portalClient } from './portal-client.ts';

/** The typesetter takes some seconds for many documents. */
const timeoutMs = 120_000;

/** Makes and saves a document, or all of them without a filename, as PDF or Word (REL-12, REL-16). */
export function usePortalDownload(token: string, filename?: string) {
  return useMutation({
    async mutationFn(kind: 'pdf' | 'word') {
      const client = portalClient(token);
      const options = { timeoutMs };
      if (filename === undefined) {
        const isPdf = kind === 'pdf';
        const whole = isPdf ? client.exportInPortal({}, options) : client.exportInPortalToWord({}, options);
        return saveDownload(await whole, isPdf ? 'documents.pdf' : 'documents.docx');
      }
      if (kind === 'pdf') {
        return saveDownload(await client.exportDeliverableInPortal({ filename }, options), 'document.pdf');
      }
      return saveDownload(await client.exportDeliverableInPortalToWord({ filename }, options), 'document.docx');
    },
    onSuccess: () => showDoneToast(portalTexts.downloads.made),
  });
}
