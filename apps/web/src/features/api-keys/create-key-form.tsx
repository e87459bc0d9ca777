import type { CreateApiKeyBody, KeyScope } from '@ecp/contract/identity/api-keys';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../../api/field-errors.ts';
import { readForm } from '../../forms/read-form.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { RadioCards } from '../../ui/fields/radio-cards.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EngagementPicker, type PickedEngagement } from './engagement-picker.tsx';
import { type ExpiryChoice, readExpiry } from './expiry.ts';
import { ExpiryFields } from './expiry-fields.tsx';

const texts = apiKeyTexts.form;
const scopes = (['read_only', 'read_write'] as const).map((value) => ({
  value,
  label: apiKeyTexts.access[value],
  hint: apiKeyTexts.accessHint[value],
}));
const reaches = [
  { value: 'workspace', label: apiKeyTexts.wholeWorkspace, hint: texts.scopeHint.workspace },
  { value: 'engagement', label: apiKeyTexts.oneEngagement, hint: texts.scopeHint.engagement },
] as const;

interface CreateKeyFormProps {
  onSubmit: (input: CreateApiKeyBody) => void;
  onClose: () => void;
  busy: boolean;
  error: unknown;
}

/** Asks for name, permissions, scope and expiry of a new key. The defaults grant the least. */
export function CreateKeyForm({ onSubmit, onClose, busy, error }: CreateKeyFormProps) {
  const [scope, setScope] = useState<KeyScope>('read_only');
  const [reach, setReach] = useState<'workspace' | 'engagement'>('workspace');
  const [engagement, setEngagement] = useState<PickedEngagement | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { name, expiry, day } = readForm(event, 'name', 'expiry', 'day');
    const bound = reach === 'engagement';
    setMissing(bound && engagement === null);
    if (bound && engagement === null) return;
    const expiresAt = readExpiry(expiry as ExpiryChoice, day);
    onSubmit({ name: name.trim(), scope, expiresAt, engagementId: bound ? (engagement?.id ?? null) : null });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel={texts.submit} busy={busy} error={error}>
      <TextField
        label={texts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        hint={texts.nameHint}
        error={fieldError(error, 'name')}
      />
      <RadioCards label={texts.access} name="scope" options={scopes} value={scope} onChange={setScope} />
      <RadioCards label={texts.scope} name="reach" options={reaches} value={reach} onChange={setReach} />
      {reach === 'engagement' && (
        <EngagementPicker
          label={texts.engagement}
          hint={texts.engagementHint}
          error={missing && engagement === null ? texts.engagementMissing : undefined}
          value={engagement}
          onChange={setEngagement}
        />
      )}
      <ExpiryFields error={fieldError(error, 'expiresAt')} />
    </DialogForm>
  );
}
