import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type ClientLink, nameOfLink } from '../../domain/clients/links/queries.ts';
import { useSession } from '../../session/session.ts';
import { clientLinkTexts } from '../../texts/en/clients/links.ts';

/** Lifetime of a preview. */
const previewMs = 3_600_000;

/**
 * Opens what the client of a link sees in a new tab, through a preview that reads only and expires soon (REL-17). The
 * links themselves are stored hashed and cannot be reopened. If the browser blocks the tab, `onBlocked` gets the link.
 */
export function usePreview(engagementId: string, onBlocked: (link: IssuedPortalToken) => void) {
  const { user } = useSession();
  return useMutation({
    async mutationFn(previewed: ClientLink) {
      // Opens the tab before the first await. Later the browser would block it as a pop-up.
      const tab = window.open('about:blank', '_blank');
      try {
        const made = await api.createPortalToken({
          id: engagementId,
          previewOf: previewed.id,
          label: clientLinkTexts.previewLabel(user.name ?? user.email).slice(0, 200),
          expiresAt: new Date(Date.now() + previewMs).toISOString(),
        });
        if (!tab) return onBlocked({ ...made, clientName: nameOfLink(previewed) });
        tab.opener = null;
        tab.location.replace(`${location.origin}/portal/${made.token}`);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
}
