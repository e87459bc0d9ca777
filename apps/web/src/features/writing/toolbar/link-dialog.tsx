import { useState } from 'react';
import { readForm } from '../../../forms/read-form.ts';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { LinkPlace } from '../editing/links.ts';

const texts = writingTexts.link;
/** Addresses of sites and mailboxes, places in the document, and names of neighbouring documents. */
const allowed = /^(?:https?:\/\/|mailto:|#|(?![\w+.-]*:)[^\s<>]+$)/i;

interface LinkDialogProps {
  place: LinkPlace | null;
  onClose: () => void;
  /** Called with the address; an empty one removes the link. */
  onApply: (href: string) => void;
}

/** Asks for the address of a link. */
export function LinkDialog({ place, onClose, onApply }: LinkDialogProps) {
  const [isRefused, setIsRefused] = useState(false);
  const close = () => {
    setIsRefused(false);
    onClose();
  };
  return (
    <Dialog
      open={place !== null}
      onClose={close}
      title={texts.title}
      {...(place?.text ? { description: place.text } : {})}
    >
      <DialogForm
        onSubmit={(event) => {
          const href = readForm(event, 'href').href.trim();
          setIsRefused(!allowed.test(href));
          if (allowed.test(href)) onApply(href);
        }}
        onCancel={close}
        submitLabel={texts.apply}
        busy={false}
        error={null}
      >
        <TextField
          label={texts.address}
          name="href"
          defaultValue={place?.href ?? ''}
          placeholder={texts.placeholder}
          autoComplete="off"
          error={isRefused ? texts.refused : undefined}
        />
        {place?.href && (
          <Button kind="quiet" className="self-start" onClick={() => onApply('')}>
            {texts.remove}
          </Button>
        )}
      </DialogForm>
    </Dialog>
  );
}
