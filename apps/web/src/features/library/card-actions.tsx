import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Check, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { RevealSummary } from './reveal-summary.tsx';
import { useUpdateCard } from './use-update-card.ts';

const texts = libraryTexts.actions;

/** A change of status to confirm, with the card as the person has read it. */
interface AskedChange {
  card: LibraryCardDetail;
  to: 'released' | 'withdrawn';
}

interface CardActionsProps {
  card: LibraryCardDetail;
  onEdit: () => void;
  /** Called after a change of status, which replaces the button that had the focus. */
  onChanged: () => void;
}

/** The buttons of a card. A release and a withdrawal are confirmed. */
export function CardActions({ card, onEdit, onChanged }: CardActionsProps) {
  const [asked, setAsked] = useState<AskedChange | null>(null);
  return (
    <div className="flex flex-wrap gap-2">
      {card.status !== 'released' && (
        <Button kind="primary" size="small" onClick={() => setAsked({ card, to: 'released' })}>
          <Check aria-hidden className="size-3.5" />
          {texts.released.action}
        </Button>
      )}
      <Button size="small" onClick={onEdit}>
        <Pencil aria-hidden className="size-3.5" />
        {texts.edit}
      </Button>
      {card.status !== 'withdrawn' && (
        <Button size="small" onClick={() => setAsked({ card, to: 'withdrawn' })}>
          <Undo2 aria-hidden className="size-3.5" />
          {texts.withdrawn.action}
        </Button>
      )}
      {asked && <ChangeDialog {...asked} onClose={() => setAsked(null)} onChanged={onChanged} />}
    </div>
  );
}

function ChangeDialog({ card, to, onClose, onChanged }: AskedChange & { onClose: () => void; onChanged: () => void }) {
  const { title, advice, action, done } = texts[to];
  const isUnused = to === 'withdrawn' && card.status === 'proposed';
  const update = useUpdateCard(card, done, () => {
    onClose();
    onChanged();
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirmLabel={action}
      kind="primary"
      busy={update.isPending}
      error={update.error}
      onConfirm={() => update.mutate({ status: to })}
    >
      <div className="flex flex-col gap-3">
        <p>{isUnused ? texts.withdrawn.unused : advice}</p>
        {to === 'released' && <RevealSummary card={card} />}
      </div>
    </ConfirmDialog>
  );
}
