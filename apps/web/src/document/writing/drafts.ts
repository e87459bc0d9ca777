import type { DraftState } from '@ecp/contract/work/deliverables';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import type { FileProps } from '../../base/api/document-queries.ts';

export type { DraftState };
export type OtherWriter = DraftState['others'][number];
const pollMs = 4_000;

/**
 * The person's draft of a file, who else is editing it, and its latest version; asked again every
 * few seconds.
 */
export const draftQuery = ({ engagementId, filename }: FileProps) =>
  queryOptions({
    queryKey: ['deliverables', engagementId, filename, 'draft'],
    queryFn: ({ signal }) => api.getDraft({ id: engagementId, filename }, { signal }),
    refetchInterval: pollMs,
  });

const leaveMs = 2_000;

interface DraftSaving {
  saver: DraftSaver;
  status: DraftStatus;
}

/** Saves the draft while the page is open, and what is left when it closes. */
export function useDraftSaver(
  file: FileProps,
  read: () => string,
  baseVersion: () => number,
): DraftSaving {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>('unchanged');
  const latest = useRef({ read, baseVersion });
  latest.current = { read, baseVersion };
  const { engagementId, filename } = file;
  const [saver] = useState(() =>
    createDraftSaver({
      read: () => latest.current.read(),
      async save(content) {
        const body = {
          id: engagementId,
          filename,
          content,
          baseVersion: latest.current.baseVersion(),
        };
        const state = await api.saveDraft(body);
        queryClient.setQueryData(draftQuery(file).queryKey, state);
      },
      onStatus: setStatus,
    }),
  );
  useEffect(() => {
    const flush = () => void saver.flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [saver]);
  useBlocker({
    // Leaving within the app waits a moment for the draft, so that it is there on return.
    async shouldBlockFn() {
      await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, leaveMs))]);
      if (saver.isDirty()) void saver.flush();
      return false;
    },
    enableBeforeUnload: () => saver.isDirty(),
  });
  return { saver, status };
}

export type DraftStatus = 'unchanged' | 'waiting' | 'saving' | 'saved' | 'failed';

interface DraftSaverOptions {
  read: () => string;
  /** Saves a text; rejects if it could not be saved. */
  save: (content: string) => Promise<void>;
  onStatus: (status: DraftStatus) => void;
}

interface DraftSaver {
  touch(): void;
  /** Saves at once what is not saved yet. */
  flush(): Promise<void>;
  isDirty(): boolean;
  /**
   * Saves nothing more, since the text is a version now or was discarded. Resolves when no request
   * is under way.
   */
  stop(): Promise<void>;
}

const waitMs = 1_500;
const retryMs = 5_000;

/** Creates a saver with one request at a time, which tries again after a failure. */
export function createDraftSaver({ read, save, onStatus }: DraftSaverOptions): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const plan = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void start(), afterMs);
  };
  const send = async () => {
    isDirty = false;
    onStatus('saving');
    try {
      await save(read());
      onStatus(isDirty ? 'waiting' : 'saved');
      if (isDirty && !isStopped) plan(waitMs);
    } catch {
      // The text stays on the page, and the status tells that it is not saved.
      isDirty = true;
      onStatus('failed');
      if (!isStopped) plan(retryMs);
    }
    running = null;
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isStopped || !isDirty) return running ?? Promise.resolve();
    running ??= send();
    return running;
  };
  return {
    touch() {
      if (isStopped) return;
      if (!isDirty && running === null) onStatus('waiting');
      isDirty = true;
      if (timer === undefined && running === null) plan(waitMs);
    },
    flush: start,
    isDirty: () => isDirty || running !== null,
    async stop() {
      isStopped = true;
      isDirty = false;
      clearTimeout(timer);
      await running;
    },
  };
}
