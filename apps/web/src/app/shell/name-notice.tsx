import { useState } from 'react';
import { useChangeName } from '../../base/session/change-session.ts';
import { useSession } from '../../base/session/session.ts';
import { ownNameTexts } from '../../base/texts/shell.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { FormError, TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';

const texts = ownNameTexts;

/** Asks an invited person without a name for it, once in each browser, above the page. */
export function NameNotice() {
  const { user } = useSession();
  const key = `asked-name:${user.id}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  const change = useChangeName();
  if (dismissed || user.name !== null) return null;
  const dismiss = () => {
    localStorage.setItem(key, 'yes');
    setDismissed(true);
  };
  return (
    <section aria-label={texts.label} className="border-b bg-accent-soft px-4 py-3 md:px-8">
      <form
        className="flex flex-wrap items-end gap-x-3 gap-y-2"
        onSubmit={(event) => change.mutate(readForm(event, 'name').name)}
      >
        <div className="min-w-0 flex-1 basis-72 md:max-w-2xl">
          <TextField label={texts.ask} name="name" required maxLength={200} autoComplete="name" />
        </div>
        <Button type="submit" kind="primary" busy={change.isPending}>
          {texts.save}
        </Button>
        <Button onClick={dismiss}>{texts.later}</Button>
      </form>
      <FormError error={change.error} />
    </section>
  );
}
