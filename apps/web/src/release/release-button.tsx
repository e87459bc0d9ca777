import { Send } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { Button, type ButtonKind } from '../ui/buttons.tsx';
import { defer } from '../ui/defer.ts';
import type { StartedWith } from './release-form.ts';
import { releaseTexts } from './texts.ts';

const releaseFlow = defer(() => import('./release-flow.tsx'));

interface ReleaseButtonProps {
  engagementId: string;
  startedWith?: StartedWith;
  kind?: ButtonKind;
}

/** Opens the dialog that releases documents to clients. Hidden from viewers. */
export function ReleaseButton({ engagementId, startedWith, kind }: ReleaseButtonProps) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const parts = releaseFlow.useModule(isOpen);
  if (!has('member')) return null;
  return (
    <>
      <Button icon={Send} kind={kind} onPointerEnter={releaseFlow.load} onClick={() => setIsOpen(true)}>
        {releaseTexts.button}
      </Button>
      {isOpen && parts && (
        <parts.ReleaseFlow engagementId={engagementId} startedWith={startedWith} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
