import type { PortalView } from '@ecp/contract/reach/portal';
import type { Tone } from '../base/ui/badges.tsx';

/** Status of a document as the client sees it: the client's own answer counts, nobody else's. */
type DocumentStatus = 'waiting' | 'approved' | 'rejected' | 'shared';

/** Derives the status of a document. `mayAnswer` says whether the client link permits approval. */
export function documentStatusOf(
  {
    asksDecision,
    clientDecision,
    version,
  }: Pick<PortalView['deliverables'][number], 'asksDecision' | 'clientDecision' | 'version'>,
  mayAnswer: boolean,
): DocumentStatus {
  if (clientDecision?.version === version)
    return clientDecision.action === 'approve' ? 'approved' : 'rejected';
  return mayAnswer && asksDecision ? 'waiting' : 'shared';
}

export const documentStatusTones: Record<DocumentStatus, Tone> = {
  waiting: 'accent',
  approved: 'good',
  rejected: 'warn',
  shared: 'neutral',
};
