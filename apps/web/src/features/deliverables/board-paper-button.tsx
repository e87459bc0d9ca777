import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { boardPaperTexts as texts } from '../../texts/en/findings/board-paper.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { defer } from '../../ui/defer.ts';

const boardPaperDialog = defer(() => import('./board-paper-dialog.tsx'));

interface BoardPaperButtonProps {
  engagementId: string;
  /** True if the engagement has the paper already. */
  isWritten: boolean;
  /** True if a run is in progress. */
  isActive: boolean;
}

/** Opens the confirmation that starts the board paper (contract 11). Hidden from viewers. */
export function BoardPaperButton({ engagementId, isWritten, isActive }: BoardPaperButtonProps) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const parts = boardPaperDialog.useModule(isOpen);
  if (!has('member')) return null;
  return (
    <>
      <Button
        disabled={isActive}
        title={isActive ? texts.busy : undefined}
        onPointerEnter={boardPaperDialog.load}
        onClick={() => setIsOpen(true)}
      >
        <Scale aria-hidden className="size-4" />
        {isWritten ? texts.again : texts.write}
      </Button>
      {parts && <parts.BoardPaperDialog engagementId={engagementId} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  );
}
