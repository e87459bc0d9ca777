import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { policiesQuery } from '../../base/api/firm-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, type ButtonKind } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';
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
  const release = useReleaseDialog(engagementId, startedWith);
  return (
    <>
      <ReleaseTrigger kind={kind} onClick={release.open} />
      {release.dialog}
    </>
  );
}

/** The dialog of a release, for a component that stays when its buttons are replaced by others. */
export function useReleaseDialog(engagementId: string, startedWith?: StartedWith) {
  const [isOpen, setIsOpen] = useState(false);
  const parts = releaseFlow.useModule(isOpen);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && parts && (
      <parts.ReleaseFlow
        engagementId={engagementId}
        startedWith={startedWith}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}

/** The button of a release. Hidden from viewers. */
export function ReleaseTrigger({
  kind,
  onClick,
}: {
  kind?: ButtonKind | undefined;
  onClick: () => void;
}) {
  const { has } = useSession();
  const { data: policies } = useQuery({ ...policiesQuery, enabled: has('member') });
  const role = policies?.releaseRole ?? 'member';
  const reason = useId();
  if (!has('member')) return null;
  const isBarred = !has(role);
  return (
    <>
      {isBarred && (
        <span id={reason} className="self-center text-muted text-sm">
          {role === 'owner' ? releaseTexts.ownerOnly : releaseTexts.adminsOnly}
        </span>
      )}
      <Button
        icon={Send}
        kind={kind}
        disabled={isBarred}
        aria-describedby={isBarred ? reason : undefined}
        onPointerEnter={releaseFlow.load}
        onClick={onClick}
      >
        {releaseTexts.button}
      </Button>
    </>
  );
}
