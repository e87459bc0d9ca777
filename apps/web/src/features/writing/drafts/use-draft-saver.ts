import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';
import { draftQuery } from './draft-query.ts';
import { createDraftSaver, type DraftSaver, type DraftStatus } from './draft-saver.ts';

const leaveMs = 2_000;

interface DraftSaving {
  saver: DraftSaver;
  status: DraftStatus;
}

/**
 * Saves the draft of the text while the page is open, and what is left when it closes (EDI-4). `read` returns the text,
 * and `baseVersion` the version that it was made from.
 */
export function useDraftSaver(file: FileProps, read: () => string, baseVersion: () => number): DraftSaving {
  const queryClient = useQueryClient();
  const [status, setStatus] = useState<DraftStatus>('unchanged');
  const latest = useRef({ read, baseVersion });
  latest.current = { read, baseVersion };
  const { engagementId, filename } = file;
  const [saver] = useState(() =>
    createDraftSaver({
      read: () => latest.current.read(),
      async save(content) {
        const body = { id: engagementId, filename, content, baseVersion: latest.current.baseVersion() };
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
