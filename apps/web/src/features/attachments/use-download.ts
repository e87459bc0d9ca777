import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Downloads a file by a fresh signed link (ATT-10). */
export function useDownload(engagementId: string) {
  return useMutation({
    async mutationFn(attachmentId: string) {
      const { downloadUrl } = await api.getAttachment({ id: engagementId, attachmentId });
      // By the address that this page has, should the service be reached under several.
      const { pathname } = new URL(downloadUrl);
      const link = document.createElement('a');
      link.href = pathname;
      link.download = '';
      link.click();
    },
  });
}
