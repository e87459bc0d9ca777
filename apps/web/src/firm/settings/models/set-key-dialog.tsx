import type { ModelKey, PutModelKeyBody } from '@ecp/contract/identity/model-keys';
import {
  addressedProviders,
  type ModelKeyProvider,
  modelKeyLimits,
  modelKeyProviders,
} from '@ecp/contract/values/model-key-providers';
import type { ApiError } from '@ecp/sdk/api-error';
import { isApiError } from '@ecp/sdk/create-client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { describeRefusal } from '../../../base/api/describe-refusal.ts';
import { errorBesides, fieldError } from '../../../base/api/explain-error.ts';
import { modelsQuery } from '../../../base/api/firm-queries.ts';
import { shownLanguage } from '../../../base/language/language.ts';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { TextAreaField, TextField } from '../../../base/ui/fields/fields.tsx';
import { SelectField } from '../../../base/ui/fields/select.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { modelsTexts } from './texts.ts';

/** The workspace's own keys of model providers, at most one for each. */
export const modelKeysQuery = queryOptions({
  queryKey: ['model-keys'],
  queryFn: ({ signal }) => api.listModelKeys({}, { signal }),
});

interface SetKeyDialogProps {
  /** The key to replace; absent for the first one of a provider. */
  own?: ModelKey;
  onClose: () => void;
}

/** Sets a key of a provider. It counts once a model has answered it, which takes a moment. */
export function SetKeyDialog({ own, onClose }: SetKeyDialogProps) {
  const queryClient = useQueryClient();
  const texts = modelsTexts.own.form;
  const set = useMutation({
    meta: { showsError: true },
    mutationFn: (input: PutModelKeyBody & { provider: string }) => api.putModelKey(input),
    async onSuccess() {
      onClose();
      showDoneToast(texts.done);
      await Promise.all([
        queryClient.invalidateQueries(modelKeysQuery),
        queryClient.invalidateQueries(modelsQuery),
      ]);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={own ? texts.replaceTitle(modelsTexts.connected.providers[own.provider]) : texts.title}
    >
      <SetKeyForm own={own} onSubmit={set.mutate} onClose={onClose} action={set} />
    </Dialog>
  );
}

const providerOptions = () =>
  modelKeyProviders.map((value) => ({ value, label: modelsTexts.connected.providers[value] }));

interface SetKeyFormProps {
  own: ModelKey | undefined;
  onSubmit: (input: PutModelKeyBody & { provider: string }) => void;
  onClose: () => void;
  action: { isPending: boolean; error: unknown };
}

function SetKeyForm({ own, onSubmit, onClose, action: { isPending, error } }: SetKeyFormProps) {
  const texts = modelsTexts.own.form;
  const [provider, setProvider] = useState<ModelKeyProvider>(own?.provider ?? 'anthropic');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { apiKey, baseUrl, models } = readForm(event, 'apiKey', 'baseUrl', 'models');
    const named = models.split(/[\s,]+/).filter((model) => model !== '');
    onSubmit({
      provider,
      apiKey: apiKey.trim(),
      baseUrl: baseUrl.trim() || null,
      models: named.length === 0 ? null : named,
    });
  };
  const refusedUrl = isApiError(
    error,
    'url_invalid',
    'url_private',
    'url_has_credentials',
    'url_not_https',
  )
    ? describeRefusal(error)
    : undefined;
  const wrongUrl = fieldError(error, 'baseUrl') ?? refusedUrl;
  const refusal = isApiError(error, 'model_key_refused') ? error.values : undefined;
  const isAtFields = refusedUrl !== undefined || refusal !== undefined;
  const isAddressed = addressedProviders.includes(provider);
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={texts.submit}
      action={{
        isPending,
        error: isAtFields ? null : errorBesides(['apiKey', 'baseUrl', 'models'], error),
      }}
    >
      {!own && (
        <SelectField
          label={texts.provider}
          options={providerOptions()}
          value={provider}
          onChange={setProvider}
        />
      )}
      <TextField
        label={texts.apiKey}
        name="apiKey"
        type="password"
        required
        minLength={8}
        maxLength={modelKeyLimits.apiKey}
        autoComplete="off"
        hint={texts.apiKeyHint}
        error={fieldError(error, 'apiKey')}
      />
      <TextField
        label={isAddressed ? texts.baseUrl : texts.baseUrlOptional}
        name="baseUrl"
        type="url"
        required={isAddressed}
        maxLength={modelKeyLimits.baseUrl}
        autoComplete="off"
        placeholder="https://models.example.com/v1"
        defaultValue={own?.baseUrl ?? undefined}
        hint={isAddressed ? texts.baseUrlHint : texts.baseUrlOptionalHint}
        error={wrongUrl}
      />
      <TextAreaField
        label={texts.models}
        name="models"
        rows={2}
        defaultValue={own?.models?.join(', ')}
        hint={texts.modelsHint}
        error={fieldError(error, 'models')}
      />
      {refusal && <KeyRefusal {...refusal} />}
    </DialogForm>
  );
}

/**
 * Says why a key is refused: in English in the engine's words, which tell more, else by the kind of
 * refusal.
 */
function KeyRefusal({ reason, kind }: ApiError['values']) {
  const { refused, refusals } = modelsTexts.own.form;
  const told = Object.entries(refusals).find(([name]) => name === kind)?.[1];
  const isEnglish = shownLanguage() === 'en' || told === undefined;
  return (
    <div
      role="alert"
      data-wrong
      className="wrap-anywhere rounded-lg bg-danger-soft px-3 py-2 text-danger"
    >
      <p className="font-medium">{refused}</p>
      <p lang={isEnglish ? 'en' : undefined} className="text-sm">
        {isEnglish ? String(reason) : told}
      </p>
    </div>
  );
}
