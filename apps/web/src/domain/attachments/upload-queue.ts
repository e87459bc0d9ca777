import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { createIdempotencyKey } from '@ecp/sdk/build-request';
import { createListeners } from '../../ui/create-listeners.ts';
import type { FileProblem } from './file-problem.ts';

/** A file that the user chose. */
export interface ChosenFile {
  file: File;
  category: AttachmentCategory;
  /** A file with a problem is never sent. */
  problem: FileProblem | null;
}

/** A file that is being uploaded to an engagement. */
export interface Upload extends ChosenFile {
  /** Also the Idempotency-Key of all attempts: a file is not attached twice when a response is lost. */
  id: string;
  engagementId: string;
  state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  sentShare: number;
  /** Why the last attempt failed. */
  error: unknown;
}

/** Sends one file; resolves when it is attached. */
export type SendUpload = (upload: Upload, signal: AbortSignal, onShare: (share: number) => void) => Promise<void>;

export interface UploadQueue {
  /** Returns a new array after each change. Attached files leave the list. */
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  add(engagementId: string, drafts: readonly ChosenFile[]): void;
  retry(id: string): void;
  /** Stops an upload, or removes a failed one from the list. */
  remove(id: string): void;
  /** Stops and removes all uploads. */
  clear(): void;
}

const atOnce = 2;

/** Uploads the files of all engagements, a few at once. The queue outlives the pages that show it. */
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
      for (const controller of controllers.values()) controller.abort(new DOMException('Cleared', 'AbortError'));
      set([]);
    },
  };
}

function toUpload(engagementId: string, draft: ChosenFile): Upload {
  const state = draft.problem ? 'failed' : 'waiting';
  return { ...draft, id: createIdempotencyKey(), engagementId, state, sentShare: 0, error: null };
}
