import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { releaseTexts } from '../../../texts/en/clients/release.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { ButtonKind } from '../../../ui/buttons/button-style.ts';
import { defer } from '../../../ui/defer.ts';
import type { StartedWith } from './use-release-form.ts';

const releaseFlow = defer(() => import('./release-flow.tsx'));

interface ReleaseButtonProps {
  engagementId: string;
  /** The only document to propose. */
  startedWith?: StartedWith;
  kind?: ButtonKind;
}

/** Opens the dialog that releases documents to clients (REL-1). Hidden from viewers. */
export function ReleaseButton({ engagementId, startedWith, kind }: ReleaseButtonProps) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const parts = releaseFlow.useModule(isOpen);
  if (!has('member')) return null;
  return (
    <>
      <Button kind={kind} onPointerEnter={releaseFlow.load} onClick={() => setIsOpen(true)}>
        <Send aria-hidden className="size-3.5" />
        {releaseTexts.button}
      </Button>
      {isOpen && parts && (
        <parts.ReleaseFlow engagementId={engagementId} startedWith={startedWith} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
