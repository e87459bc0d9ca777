import { cardLimits } from '@ecp/contract/values/card-kinds';
import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { formatCount } from '../../format/format.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { usePersistedState } from '../../forms/use-persisted-state.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { readCardDraft, toCardDraft } from './card-draft.ts';
import { useUpdateCard } from './use-update-card.ts';

const texts = libraryTexts.form;

/** Edits the title and the text of a card. The input survives a reload of this tab. */
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
      {kept.restored && isDirty && <RestoredNotice text={texts.restored} onStartOver={kept.startOver} />}
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
