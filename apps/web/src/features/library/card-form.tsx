import { cardLimits } from '@ecp/contract/values/card-kinds';
import type { LibraryCardDetail } from '@ecp/contract/work/cards';
import { useState } from 'react';
import { formatCount } from '../../format/format.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { libraryTexts } from '../../texts/en/library.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextAreaField } from '../../ui/fields/text-area-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useUpdateCard } from './use-update-card.ts';

const texts = libraryTexts.form;

/** Edits the title and the text of a card. */
export function CardForm({ card, onDone }: { card: LibraryCardDetail; onDone: () => void }) {
  const [title, setTitle] = useState(card.title);
  const [body, setBody] = useState(card.body);
  const update = useUpdateCard(card, texts.saved, onDone);
  const isDirty = title !== card.title || body !== card.body;
  const isBlank = title.trim() === '' || body.trim() === '';
  return (
    <form
      className="flex max-w-[75ch] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank && isDirty) update.mutate({ title, body });
      }}
    >
      <TextField
        label={texts.title}
        value={title}
        maxLength={cardLimits.title}
        autoFocus
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <TextAreaField
        label={texts.body}
        value={body}
        rows={16}
        maxLength={cardLimits.body}
        hint={texts.hint(formatCount(body.length), formatCount(cardLimits.body))}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      {card.status === 'released' && <p className="text-muted text-sm">{texts.released}</p>}
      <FormError error={update.error} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" busy={update.isPending} disabled={!isDirty || isBlank}>
          {texts.save}
        </Button>
        <Button onClick={onDone}>{texts.cancel}</Button>
      </div>
      <LeaveGuard isDirty={() => isDirty && !update.isSuccess} onDiscard={() => undefined} />
    </form>
  );
}
