import { Combobox } from '@base-ui/react/combobox';
import type { CreateApiKeyBody, KeyScope } from '@ecp/contract/identity/api-keys';
import type { Engagement } from '@ecp/contract/work/engagements';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { engagementSearchQuery } from '../../../base/api/engagement-queries.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { apiKeysQuery } from '../../../base/api/firm-queries.ts';
import { toDayInput } from '../../../base/format/days.ts';
import { engagementTexts } from '../../../base/texts/engagements.ts';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { type DialogAction, DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { DateField } from '../../../base/ui/fields/date-input.tsx';
import { controlStyle, Field, RadioCards, TextField } from '../../../base/ui/fields/fields.tsx';
import { SelectField } from '../../../base/ui/fields/select.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { IssuedKeyDialog } from './key-dialogs.tsx';
import { type ExpiryChoice, expiryChoices, readExpiry } from './key-expiry.ts';
import { apiKeyTexts } from './texts.ts';

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (input: CreateApiKeyBody) =>
      callOnce(['createApiKey', input], (options) => api.createApiKey(input, options)),
    meta: { showsError: true },
    onSuccess: () => void queryClient.invalidateQueries(apiKeysQuery),
  });
  if (create.isSuccess) return <IssuedKeyDialog issued={create.data} onClose={onClose} />;
  // Stays open until the response arrives, because only that response contains the key.
  const close = () => {
    if (!create.isPending) onClose();
  };
  return (
    <Dialog open onClose={close} title={apiKeyTexts.form.title}>
      <CreateKeyForm onSubmit={create.mutate} onClose={close} action={create} />
    </Dialog>
  );
}

const texts = apiKeyTexts.form;
const scopes = () =>
  (['read_only', 'read_write'] as const).map((value) => ({
    value,
    label: apiKeyTexts.access[value],
    hint: apiKeyTexts.accessHint[value],
  }));
const reaches = () =>
  [
    { value: 'workspace', label: apiKeyTexts.wholeWorkspace, hint: texts.scopeHint.workspace },
    { value: 'engagement', label: apiKeyTexts.oneEngagement, hint: texts.scopeHint.engagement },
  ] as const;

interface CreateKeyFormProps {
  onSubmit: (input: CreateApiKeyBody) => void;
  onClose: () => void;
  action: DialogAction;
}

function CreateKeyForm({ onSubmit, onClose, action }: CreateKeyFormProps) {
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
    onSubmit({
      name: name.trim(),
      scope,
      expiresAt,
      engagementId: bound ? (engagement?.id ?? null) : null,
    });
  };
  return (
    <DialogForm onSubmit={submit} onCancel={onClose} submitLabel={texts.submit} action={action}>
      <TextField
        label={texts.name}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        hint={texts.nameHint}
        error={fieldError(action.error, 'name')}
      />
      <RadioCards
        label={texts.access}
        name="scope"
        options={scopes()}
        value={scope}
        onChange={setScope}
      />
      <RadioCards
        label={texts.scope}
        name="reach"
        options={reaches()}
        value={reach}
        onChange={setReach}
      />
      {reach === 'engagement' && (
        <EngagementPicker
          label={texts.engagement}
          hint={texts.engagementHint}
          error={missing && engagement === null ? texts.engagementMissing : undefined}
          value={engagement}
          onChange={setEngagement}
        />
      )}
      <ExpiryFields error={fieldError(action.error, 'expiresAt')} />
    </DialogForm>
  );
}

const expiryOptions = () => expiryChoices.map((value) => ({ value, label: texts.expiry[value] }));

function ExpiryFields({ error }: { error: string | undefined }) {
  const [choice, setChoice] = useState<ExpiryChoice>('90');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={texts.expires}
        name="expiry"
        options={expiryOptions()}
        value={choice}
        onChange={setChoice}
        error={error}
      />
      {choice === 'date' && (
        <DateField label={texts.day} name="day" required min={toDayInput(Date.now())} />
      )}
    </div>
  );
}

/** The fields of the selected engagement. */
type PickedEngagement = Pick<Engagement, 'id' | 'name' | 'client'>;

interface EngagementPickerProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: PickedEngagement | null;
  onChange: (engagement: PickedEngagement | null) => void;
}

/** Selects one engagement by part of its name or client. The API does the search. */
function EngagementPicker({ label, hint, error, value, onChange }: EngagementPickerProps) {
  const [text, setText] = useState('');
  // After a selection the box contains the name, which is not a search text.
  const q = useDeferredValue(text === value?.name ? '' : text.trim());
  const { data: found = [] } = useQuery(engagementSearchQuery(q));
  return (
    <Combobox.Root<PickedEngagement>
      items={found}
      filter={null}
      value={value}
      onValueChange={onChange}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
    >
      <Field label={label} hint={hint} error={error}>
        {(attributes) => <Combobox.Input {...attributes} className={`${controlStyle} h-9`} />}
      </Field>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-xl border bg-surface p-1 shadow-black/5 shadow-lg">
            <Combobox.Empty className="px-2.5 py-1.5 text-muted empty:hidden">
              {engagementTexts.pickNone}
            </Combobox.Empty>
            <Combobox.List>
              {(engagement: PickedEngagement) => (
                <Combobox.Item
                  key={engagement.id}
                  value={engagement}
                  className="flex cursor-pointer items-baseline gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover data-selected:font-medium"
                >
                  <span className="truncate">{engagement.name}</span>
                  <span className="ml-auto max-w-[40%] truncate text-muted text-sm">
                    {engagement.client}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
