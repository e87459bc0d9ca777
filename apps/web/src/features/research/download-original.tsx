import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api } from '../../api/client.ts';
import { saveDownload } from '../../api/save-download.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { Button } from '../../ui/buttons/button.tsx';

/** Saves the archived bytes of a page. They are never opened in the browser, because they come from outside. */
export function DownloadOriginal({
  engagementId,
  page,
}: {
  engagementId: string;
  page: { id: string; title: string };
}) {
  const download = useMutation({
    mutationFn: async () =>
      saveDownload(await api.downloadPage({ id: engagementId, pageId: page.id }), `${page.title}.txt`),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden className="size-4" />}
      {researchTexts.page.download}
    </Button>
  );
}
