import { useMemo, useSyncExternalStore } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../session/query-client.ts';
import { onSessionOwnerChange } from '../../session/on-session-owner-change.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { attachmentsQuery } from './queries.ts';
import { createUploadQueue, type SendUpload, type Upload } from './upload-queue.ts';

/** As long as the service waits for an upload. */
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
    // Also after a failure: the file may be there although its answer was lost.
    await queryClient.invalidateQueries({ queryKey: attachmentsQuery(engagementId).queryKey });
  }
};

/** The files that are on their way: they go on while one looks at other pages. */
export const uploadQueue = createUploadQueue(sendUpload);

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

uploadQueue.subscribe(() => {
  const open = uploadQueue.list().filter(({ state }) => state !== 'failed').length;
  if (open > 0) return window.addEventListener('beforeunload', askBeforeLeaving);
  window.removeEventListener('beforeunload', askBeforeLeaving);
  if (attached > 0) showDoneToast(attachmentTexts.uploads.done(attached));
  attached = 0;
});

// What somebody has chosen is never sent by who signs in next, nor as a member of another workspace.
onSessionOwnerChange(uploadQueue.clear);

/** The files on their way to one engagement, and those that failed. */
export function useUploads(engagementId: string): Upload[] {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list);
  return useMemo(() => all.filter((upload) => upload.engagementId === engagementId), [all, engagementId]);
}
