import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Downloads an attachment through a new signed link (ATT-10). */
export function useDownload(engagementId: string) {
  return useMutation({
    async mutationFn(attachmentId: string) {
      const { downloadUrl } = await api.getAttachment({ id: engagementId, attachmentId });
      // Uses the origin of this page, because the service may have several host names.
      const { pathname } = new URL(downloadUrl);
      const link = document.createElement('a');
      link.href = pathname;
      link.download = '';
      link.click();
    },
  });
}
