import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import { clientsTexts } from '../../texts/en/clients.ts';
import { portalTokensQuery } from './clients-queries.ts';

/** Lifetime of a preview link. */
const previewMs = 3_600_000;

/**
 * Opens the portal as a client sees it in a new tab, through a read-only link that expires soon. The team's own links
 * are stored hashed and cannot be reopened. If the browser blocks the tab, `onBlocked` gets the link to show.
 */
export function usePreview(engagementId: string, onBlocked: (link: IssuedPortalToken) => void) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useMutation({
    async mutationFn() {
      // Opens the tab before the first await. Later the browser would block it as a pop-up.
      const tab = window.open('about:blank', '_blank');
      try {
        const link = await api.createPortalToken({
          id: engagementId,
          label: clientsTexts.links.previewLabel(user.name ?? user.email).slice(0, 200),
          expiresAt: new Date(Date.now() + previewMs).toISOString(),
          permissions: ['read'],
        });
        if (!tab) return onBlocked(link);
        tab.opener = null;
        tab.location.replace(`${location.origin}/portal/${link.token}`);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalTokensQuery(engagementId).queryKey }),
  });
}
