import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { attachmentExtensions, extensionOf } from '@ecp/contract/work/attachment-types';
import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { createIdempotencyKey } from '@ecp/sdk/build-request';
import { queryOptions } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { api } from '../../base/api/client.ts';
import { formatBytes } from '../../base/format/format.ts';
import { onSessionOwnerChange, queryClient } from '../../base/session/session.ts';
import { statusTexts } from '../../base/texts/common.ts';
import { createListeners } from '../../base/ui/create-listeners.ts';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { attachmentTexts } from './texts.ts';

export interface ChosenFile {
  file: File;
  category: AttachmentCategory;
  /** A file with a problem is never sent. */
  problem: FileProblem | null;
}

export interface Upload extends ChosenFile {
  /**
   * Also the Idempotency-Key of all attempts: a file is not attached twice when a response is lost.
   */
  id: string;
  engagementId: string;
  state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  sentShare: number;
  error: unknown;
}

type SendUpload = (
  upload: Upload,
  signal: AbortSignal,
  onShare: (share: number) => void,
) => Promise<void>;

interface UploadQueue {
  /** Returns a new array after each change. Attached files leave the list. */
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  add(engagementId: string, drafts: readonly ChosenFile[]): void;
  retry(id: string): void;
  /** Stops an upload, or removes a failed one from the list. */
  remove(id: string): void;
  clear(): void;
}

const atOnce = 2;

/**
 * Uploads the files of all engagements, a few at once. The queue outlives the pages that show it.
 */
export function createUploadQueue(send: SendUpload): UploadQueue {
  let uploads: readonly Upload[] = [];
  const controllers = new Map<string, AbortController>();
  const { subscribe, notify } = createListeners();
  const set = (next: readonly Upload[]) => {
    uploads = next;
    notify();
  };
  const change = (id: string, to: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
  const start = async (upload: Upload) => {
    const controller = new AbortController();
    controllers.set(upload.id, controller);
    change(upload.id, { state: 'sending', sentShare: 0, error: null });
    try {
      await send(upload, controller.signal, (sentShare) => change(upload.id, { sentShare }));
      set(uploads.filter(({ id }) => id !== upload.id));
    } catch (error) {
      // Does nothing for a removed upload, which is no longer in the list.
      change(upload.id, { state: 'failed', error });
    } finally {
      controllers.delete(upload.id);
      startNext();
    }
  };
  const startNext = () => {
    for (const next of uploads.filter(({ state }) => state === 'waiting')) {
      if (controllers.size < atOnce) void start(next);
    }
  };
  return {
    list: () => uploads,
    subscribe,
    add(engagementId, drafts) {
      set([...uploads, ...drafts.map((draft) => toUpload(engagementId, draft))]);
      startNext();
    },
    retry(id) {
      change(id, { state: 'waiting' });
      startNext();
    },
    remove(id) {
      controllers.get(id)?.abort(new DOMException('Removed', 'AbortError'));
      set(uploads.filter((upload) => upload.id !== id));
    },
    clear() {
      for (const controller of controllers.values())
        controller.abort(new DOMException('Cleared', 'AbortError'));
      if (uploads.length > 0) set([]);
    },
  };
}

function toUpload(engagementId: string, draft: ChosenFile): Upload {
  const state = draft.problem ? 'failed' : 'waiting';
  return { ...draft, id: createIdempotencyKey(), engagementId, state, sentShare: 0, error: null };
}

const readingPollMs = 1_500;

/**
 * All attachments of an engagement, newest first. Polls while the text of one is being extracted.
 */
export const attachmentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['attachments', engagementId],
    queryFn: async ({ signal }) =>
      (await api.listAttachments({ id: engagementId }, { signal })).attachments,
    refetchInterval: ({ state }) =>
      state.data?.some(({ extraction }) => extraction === 'pending') ? readingPollMs : false,
  });

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

// Files that one person chose are never sent by the next person who signs in, nor to another
// workspace.
onSessionOwnerChange(uploadQueue.clear);

export function useUploads(engagementId: string): Upload[] {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.list);
  return useMemo(
    () => all.filter((upload) => upload.engagementId === engagementId),
    [all, engagementId],
  );
}

/** Why a file cannot be attached, known before it is sent. */
interface FileProblem {
  title: string;
  advice: string;
}

const { problems, drop } = attachmentTexts;

/** Finds why the service would refuse a file; null when no reason is known. */
export function findFileProblem(
  file: Pick<File, 'name' | 'size'>,
  plan: BillingPlan,
): FileProblem | null {
  const extension = extensionOf(file.name);
  if (!attachmentExtensions.includes(extension)) return problems.type(extension);
  const { fileSizeBytes } = billingPlanLimits[plan];
  if (file.size > fileSizeBytes)
    return problems.size(formatBytes(fileSizeBytes), statusTexts.plan[plan]);
  return null;
}

export function describeFileLimits(plan: BillingPlan): string {
  const { fileSizeBytes, storageSizeBytes } = billingPlanLimits[plan];
  return drop.limits(
    formatBytes(fileSizeBytes),
    formatBytes(storageSizeBytes),
    statusTexts.plan[plan],
  );
}
