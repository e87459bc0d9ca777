import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { useSession } from '../../session/session.ts';
import { useChangeName } from '../../session/use-change-name.ts';
import { accountTexts } from '../../texts/en/settings/account.ts';
import { ownNameTexts } from '../../texts/en/settings/own-name.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

const { profile: texts } = accountTexts;

/** Changes the user's name. */
export function NameForm() {
  const { user } = useSession();
  const change = useChangeName();
  const wrong = fieldError(change.error, 'name');
  return (
    <form
      className="mb-5 flex max-w-md flex-col gap-3"
      onSubmit={(event) => change.mutate(readForm(event, 'name').name)}
    >
      <TextField
        label={texts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="name"
        defaultValue={user.name ?? ''}
        hint={texts.nameHint}
        error={wrong}
      />
      <FormError error={wrong === undefined ? change.error : null} />
      <Button type="submit" className="self-start" busy={change.isPending}>
        {ownNameTexts.save}
      </Button>
    </form>
  );
}
