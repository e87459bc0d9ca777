import type { PortalView } from '@ecp/contract/reach/portal';
import { createContext, useContext } from 'react';

/** The secret of an open link with the documents and comments that it shows. */
export interface Portal {
  token: string;
  view: PortalView;
}

export const PortalContext = createContext<Portal | null>(null);

/** Returns what the link shows. Throws outside the portal. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('Only parts of the client portal can read it');
  return portal;
}
