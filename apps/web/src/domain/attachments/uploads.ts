import { useMemo, useSyncExternalStore } from 'react';
import { api } from '../../api/client.ts';
import { onSessionOwnerChange } from '../../session/on-session-owner-change.ts';
import { queryClient } from '../../session/query-client.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { attachmentsQuery } from './queries.ts';
import { createUploadQueue, type SendUpload, type Upload } from './upload-queue.ts';

/** Equals the time that the service waits for an upload. */
const timeoutMs = 10 * 60_000;
let attached = 0;

const sendUpload: SendUpload = async ({ id, engagementId, file, category }, signal, onShare) => {
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    onShare(totalBytes === 0 ? 0 : sentBytes / totalBytes);
  const options = { signal, timeoutMs, idempotencyKey: id, onProgress };
  try {
    await api.uploadAttachment({ id: engagementId, file, category }, options);
    attached += 1;
  } finally {
    // Also after a failure: the file may be stored although the response was lost.
    await queryClient.invalidateQueries({ queryKey: attachmentsQuery(engagementId).queryKey });
  }
};

/** The uploads of this tab. They continue while the user looks at other pages. */
export const uploadQueue = createUploadQueue(sendUpload);

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

uploadQueue.subscribe(() => {
  const open = uploadQueue.list().filter(({ state }) => state !== 'failed').length;
  if (open > 0) return window.addEventListener('beforeunload', askBeforeLeaving);
  window.removeEventListener('beforeunload', askBeforeLeaving);
  if (attached > 0) showDoneToast(attachmentTexts.uploads.done(attached));
  attached = 0;
});

// Files that one person chose are never sent by the next person who signs in, nor to another workspace.
onSessionOwnerChange(uploadQueue.clear);

/** Returns the current and the failed uploads of one engagement. */
export function useUploads(engagementId: string): Upload[] {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list);
  return useMemo(() => all.filter((upload) => upload.engagementId === engagementId), [all, engagementId]);
}
