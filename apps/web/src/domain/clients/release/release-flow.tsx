import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useState } from 'react';
import { LinkMadeDialog } from '../links/link-made-dialog.tsx';
import { ShareDialog } from '../links/share-dialog.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { type StartedWith, useReleaseForm } from './use-release-form.ts';

interface ReleaseFlowProps {
  engagementId: string;
  startedWith: StartedWith | undefined;
  onClose: () => void;
}

/** Releases documents to clients, with a way to make the link of a client in between. What was chosen is kept. */
export function ReleaseFlow({ engagementId, startedWith, onClose }: ReleaseFlowProps) {
  const form = useReleaseForm(engagementId, startedWith);
  const [isSharing, setIsSharing] = useState(false);
  const [made, setMade] = useState<IssuedPortalToken | null>(null);
  if (made) return <LinkMadeDialog link={made} onClose={() => setMade(null)} />;
  if (isSharing) {
    return (
      <ShareDialog
        engagementId={engagementId}
        onClose={() => setIsSharing(false)}
        onMade={(link) => {
          form.pickLink(link.id, true);
          setIsSharing(false);
          setMade(link);
        }}
      />
    );
  }
  return (
    <ReleaseDialog engagementId={engagementId} form={form} onNewLink={() => setIsSharing(true)} onClose={onClose} />
  );
}
