import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Check, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RevealSummary } from './reveal-summary.tsx';
import { useUpdateCard } from './use-update-card.ts';

const texts = libraryTexts.actions;

/** The buttons of a card. A release and a withdrawal are confirmed. */
export function CardActions({ card, onEdit }: { card: LibraryCardDetail; onEdit: () => void }) {
  const [asking, setAsking] = useState<'released' | 'withdrawn' | null>(null);
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      {card.status !== 'released' && (
        <Button kind="primary" size="small" onClick={() => setAsking('released')}>
          <Check aria-hidden className="size-3.5" />
          {texts.release}
        </Button>
      )}
      <Button size="small" onClick={onEdit}>
        <Pencil aria-hidden className="size-3.5" />
        {texts.edit}
      </Button>
      {card.status !== 'withdrawn' && (
        <Button size="small" onClick={() => setAsking('withdrawn')}>
          <Undo2 aria-hidden className="size-3.5" />
          {texts.withdraw}
        </Button>
      )}
      {asking === 'released' && <ReleaseDialog card={card} onClose={close} />}
      {asking === 'withdrawn' && <WithdrawDialog card={card} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  card: LibraryCardDetail;
  onClose: () => void;
}

function ReleaseDialog({ card, onClose }: DialogProps) {
  const { title, advice, done } = texts.releasing;
  const update = useUpdateCard(card, done, onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={texts.release}
      kind="primary"
      busy={update.isPending}
      error={update.error}
      onConfirm={() => update.mutate({ status: 'released' })}
    >
      <div className="flex flex-col gap-3">
        <p>{advice}</p>
        <RevealSummary card={card} />
      </div>
    </ConfirmDialog>
  );
}

function WithdrawDialog({ card, onClose }: DialogProps) {
  const { title, advice, done } = texts.withdrawing;
  const update = useUpdateCard(card, done, onClose);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={texts.withdraw}
      kind="primary"
      busy={update.isPending}
      error={update.error}
      onConfirm={() => update.mutate({ status: 'withdrawn' })}
    >
      {advice[card.status]}
    </ConfirmDialog>
  );
}
