import { Plus } from 'lucide-react';
import { releaseTexts as texts } from '../../../texts/en/clients/release.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx';
import { nameOfLink } from '../links/queries.ts';
import type { ReleaseForm } from './use-release-form.ts';

interface LinkFieldsProps {
  form: Pick<ReleaseForm, 'openLinks' | 'chosenLinks' | 'pickLink'>;
  onNewLink: () => void;
}

/** Chooses the clients of a release, and leads to the form that makes a link for another one. */
export function LinkFields({ form: { openLinks, chosenLinks, pickLink }, onNewLink }: LinkFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{texts.clients}</legend>
      {openLinks.length === 0 && <p className="text-muted">{texts.noClients}</p>}
      {openLinks.length > 0 && (
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {openLinks.map((link) => (
            <li key={link.id} className="wrap-anywhere">
              <CheckboxField
                label={nameOfLink(link)}
                hint={link.clientEmail ?? texts.noAddress}
                checked={chosenLinks.some(({ id }) => id === link.id)}
                onChange={({ currentTarget }) => pickLink(link.id, currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        size="small"
        kind={openLinks.length === 0 ? 'secondary' : 'quiet'}
        className="self-start"
        onClick={onNewLink}
      >
        <Plus aria-hidden className="size-3.5" />
        {texts.newLink}
      </Button>
    </fieldset>
  );
}
