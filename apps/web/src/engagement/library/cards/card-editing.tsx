import { cardLimits } from '@ecp/contract/values/card-kinds';
import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { Check, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../base/format/format.ts';
import { usePersistedState } from '../../../base/session/persisted-state.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { FormError, TextAreaField, TextField } from '../../../base/ui/fields/fields.tsx';
import { LeaveGuard, RestoredNotice } from '../../../base/ui/forms.tsx';
import { RevealSummary } from './marked-text.tsx';
import { useUpdateCard } from './queries.ts';
import { libraryTexts } from './texts.ts';

const actionTexts = libraryTexts.actions;

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
        <Button
          icon={Check}
          kind="primary"
          size="small"
          onClick={() => setAsked({ card, to: 'released' })}
        >
          {actionTexts.released.action}
        </Button>
      )}
      <Button icon={Pencil} size="small" onClick={onEdit}>
        {actionTexts.edit}
      </Button>
      {card.status !== 'withdrawn' && (
        <Button icon={Undo2} size="small" onClick={() => setAsked({ card, to: 'withdrawn' })}>
          {actionTexts.withdrawn.action}
        </Button>
      )}
      {asked && <ChangeDialog {...asked} onClose={() => setAsked(null)} onChanged={onChanged} />}
    </div>
  );
}

function ChangeDialog({
  card,
  to,
  onClose,
  onChanged,
}: AskedChange & { onClose: () => void; onChanged: () => void }) {
  const { title, advice, action, done } = actionTexts[to];
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
      action={update}
      onConfirm={() => update.mutate({ status: to })}
    >
      <div className="flex flex-col gap-3">
        <p>{isUnused ? actionTexts.withdrawn.unused : advice}</p>
        {to === 'released' && <RevealSummary card={card} />}
      </div>
    </ConfirmDialog>
  );
}

const texts = libraryTexts.form;

export function CardForm({ card, onDone }: { card: LibraryCardDetail; onDone: () => void }) {
  const kept = usePersistedState(`card:${card.id}`, readCardDraft, () => toCardDraft(card));
  const { title, body, revision } = kept.value;
  const update = useUpdateCard({ id: card.id, revision }, texts.saved, () => {
    kept.forget();
    onDone();
  });
  const isDirty = title !== card.title || body !== card.body;
  const isBlank = title.trim() === '' || body.trim() === '';
  const cancel = () => {
    kept.startOver();
    onDone();
  };
  return (
    <form
      className="flex max-w-[75ch] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank && isDirty) update.mutate({ title, body });
      }}
    >
      {kept.restored && isDirty && (
        <RestoredNotice text={texts.restored} onStartOver={kept.startOver} />
      )}
      <TextField
        label={texts.title}
        value={title}
        maxLength={cardLimits.title}
        autoFocus
        onChange={({ currentTarget }) => kept.change({ ...kept.value, title: currentTarget.value })}
      />
      <TextAreaField
        label={texts.body}
        value={body}
        rows={16}
        maxLength={cardLimits.body}
        hint={texts.hint(formatCount(body.length), formatCount(cardLimits.body))}
        onChange={({ currentTarget }) => kept.change({ ...kept.value, body: currentTarget.value })}
      />
      {card.status === 'released' && <p className="text-muted text-sm">{texts.released}</p>}
      <FormError error={update.error} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={update.isPending} disabled={!isDirty || isBlank}>
          {texts.save}
        </Button>
        <Button onClick={cancel}>{commonTexts.cancel}</Button>
      </div>
      <LeaveGuard isDirty={() => isDirty && !update.isSuccess} onDiscard={kept.forget} />
    </form>
  );
}

type CardDraft = Pick<LibraryCardDetail, 'title' | 'body' | 'revision'>;

const toCardDraft = ({ title, body, revision }: LibraryCardDetail): CardDraft => ({
  title,
  body,
  revision,
});

/** Parses a draft that was stored in the browser; null for anything else. */
function readCardDraft(text: string): CardDraft | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const types = { title: 'string', body: 'string', revision: 'number' };
  const fits = Object.entries(types).every(
    ([field, type]) => typeof Reflect.get(kept, field) === type,
  );
  return fits ? (kept as CardDraft) : null;
}
