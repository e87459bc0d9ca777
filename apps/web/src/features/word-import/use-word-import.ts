import type { ImportResult } from '@ecp/contract/reach/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { refreshDeliverables } from '../../domain/deliverables/queries.ts';

/** The service opens the file in its sandbox, which has a queue. */
const timeoutMs = 5 * 60_000;

/** The result of an import, and the version that was the latest before. */
export interface WordImport extends ImportResult {
  before: number;
}

/** Sends a Word file that becomes the next version (WRD-6). A file is not imported twice if a response is lost. */
export function useWordImport(engagementId: string, filename: string, latest: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [sentShare, setSentShare] = useState(0);
  const importing = useMutation({
    meta: { showsError: true },
    async mutationFn(file: File): Promise<WordImport> {
      setSentShare(0);
      const what = ['word', engagementId, filename, file.name, file.size, file.lastModified];
      const result = await callOnce(what, (options) =>
        api.importDeliverable(
          { id: engagementId, filename, file },
          {
            ...options,
            timeoutMs,
            onProgress: ({ sentBytes, totalBytes }) => setSentShare(totalBytes === 0 ? 0 : sentBytes / totalBytes),
          },
        ),
      );
      return { ...result, before: latest };
    },
    async onSuccess({ version, before }) {
      await refreshDeliverables(queryClient, engagementId);
      if (version <= before) return;
      const [params, search] = [{ engagementId, filename }, { version: String(version) }];
      await navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search });
    },
  });
  return { importing, sentShare };
}
