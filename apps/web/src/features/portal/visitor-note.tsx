import { namelessClient } from '@ecp/contract/values/authors';
import { portalTexts } from '../../texts/en/portal.ts';
import { usePortal } from './portal-context.ts';

/** Says under which name the words of a form are sent: the one that the firm gave the link (REL-8). */
export function VisitorNote() {
  const { clientName } = usePortal().view;
  return <p className="wrap-anywhere text-muted text-sm">{portalTexts.as(clientName ?? namelessClient)}</p>;
}
