import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { saveBlob, saveDownload } from '../../api/save-download.ts';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';

/** The kinds of downloads in the reading view. */
type DownloadKind = 'deliverable' | 'word' | 'engagement' | 'team' | 'teamWord' | 'provenance' | 'markdown';

/** The typesetter takes some seconds for a long engagement. */
const timeoutMs = 120_000;

/** Creates and saves one file at a time. A refusal appears as a toast (EXP-7). */
export function useDownloads({ engagementId, filename, version, content }: Deliverable) {
  return useMutation({
    async mutationFn(kind: DownloadKind) {
      if (kind === 'markdown') {
        const blob = new Blob([content], { type: 'text/markdown;charset=utf-8' });
        return saveBlob(blob, filename.replace(/(\.md)?$/, `-v${version}.md`));
      }
      const audience = kind === 'team' || kind === 'teamWord' || kind === 'provenance' ? 'team' : 'client';
      if (kind === 'word' || kind === 'teamWord') {
        const file = await api.exportDeliverableToWord({ id: engagementId, filename, audience }, { timeoutMs });
        return saveDownload(file, `${filename}.docx`);
      }
      const whole = kind === 'engagement';
      const input = { id: engagementId, audience, include_provenance: kind === 'provenance' } as const;
      const download = whole
        ? await api.exportEngagement(input, { timeoutMs })
        : await api.exportDeliverable({ ...input, filename }, { timeoutMs });
      return saveDownload(download, whole ? 'engagement.pdf' : `${filename}.pdf`);
    },
    onSuccess: () => showDoneToast(readingTexts.actions.made),
  });
}
