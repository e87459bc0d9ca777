import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../../api/call-once.ts';
import { api } from '../../../api/client.ts';
import { releaseTexts } from '../../../texts/en/clients/release.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { nameOfLink } from '../links/queries.ts';
import { releasesQuery } from './queries.ts';
import type { ReleaseForm } from './use-release-form.ts';

/** Releases what the form holds, once, and says so. */
export function useRelease(engagementId: string, form: ReleaseForm, onReleased: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError: true },
    mutationFn() {
      const documents = form.documents.flatMap(({ document: { filename }, version }) =>
        version === null ? [] : [{ filename, version }],
      );
      const linkIds = form.chosenLinks.map(({ id }) => id);
      const body = { id: engagementId, linkIds, documents, message: form.message.trim() || null };
      return callOnce(['createRelease', body], (options) => api.createRelease(body, options));
    },
    async onSuccess({ documents, links }) {
      onReleased();
      showDoneToast(releaseTexts.done(documents.length, links.map(nameOfLink)));
      await queryClient.invalidateQueries({ queryKey: releasesQuery(engagementId).queryKey });
    },
  });
}
