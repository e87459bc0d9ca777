import type { SsoConnection } from '@ecp/contract/identity/sso';
import { isApiError } from '@ecp/sdk/create-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { describeRefusal } from '../../../base/api/describe-refusal.ts';
import { errorBesides, fieldError } from '../../../base/api/explain-error.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { RadioCards, TextAreaField, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { type ProviderInput, ssoQuery, useSaveSso } from './queries.ts';
import { ssoTexts } from './texts.ts';

const texts = ssoTexts.provider;

/** Says which provider is connected, and changes or removes it. */
export function ProviderSection({ connection }: { connection: SsoConnection }) {
  const [asking, setAsking] = useState<'change' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button kind="quiet" onClick={() => setAsking('remove')}>
        {ssoTexts.remove.open}
      </Button>
      <Button onClick={() => setAsking('change')}>{texts.change}</Button>
    </div>
  );
  return (
    <Section title={texts.title} actions={actions}>
      <dl className="flex flex-col gap-3">
        {factsOf(connection).map(([term, value]) => (
          <div key={term} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {asking === 'change' && <ProviderDialog connection={connection} onClose={close} />}
      {asking === 'remove' && <RemoveDialog onClose={close} />}
    </Section>
  );
}

function factsOf({
  kind,
  issuer = '',
  clientId = '',
  metadataUrl,
}: SsoConnection): [term: string, value: string][] {
  const protocol: [string, string] = [texts.kind, ssoTexts.kinds[kind]];
  if (kind === 'saml') return [protocol, [texts.metadataFrom, metadataUrl ?? texts.pasted]];
  return [
    protocol,
    [texts.issuer, issuer],
    [texts.clientId, clientId],
    [texts.clientSecret, texts.secretStored],
  ];
}

type Kind = SsoConnection['kind'];
type MetadataForm = 'address' | 'text';

const kinds = () =>
  (['oidc', 'saml'] as const).map((value) => ({
    value,
    label: ssoTexts.kinds[value],
    hint: ssoTexts.kindHints[value],
  }));

/** The form of the provider, for a first connection (null) or a change. */
export function ProviderDialog({
  connection,
  onClose,
}: {
  connection: SsoConnection | null;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>(connection?.kind ?? 'oidc');
  const [from, setFrom] = useState<MetadataForm>(
    connection?.metadata === undefined ? 'address' : 'text',
  );
  const save = useSaveSso(connection);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = readForm(event, 'issuer', 'clientId', 'clientSecret', 'metadataUrl', 'metadata');
    save.mutate(
      { provider: toInput(kind, from, given) },
      {
        onSuccess() {
          onClose();
          showDoneToast(connection ? texts.saved : texts.connected);
        },
      },
    );
  };
  const refused = refusalOfAddress(save.error);
  const error =
    refused === undefined ? errorBesides(['metadataUrl', 'metadata'], save.error) : null;
  return (
    <Dialog open onClose={onClose} title={connection ? texts.editTitle : texts.createTitle}>
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submitLabel={connection ? texts.submitEdit : texts.submitCreate}
        action={{ isPending: save.isPending, error }}
      >
        <RadioCards
          label={texts.kind}
          name="kind"
          options={kinds()}
          value={kind}
          onChange={setKind}
        />
        {kind === 'oidc' ? (
          <OidcFields connection={connection} error={save.error} refused={refused} />
        ) : (
          <SamlFields
            connection={connection}
            from={from}
            onFrom={setFrom}
            error={save.error}
            refused={refused}
          />
        )}
        {connection && <p className="text-muted text-sm">{texts.underWay}</p>}
      </DialogForm>
    </Dialog>
  );
}

/** Says why an address is refused; undefined if it is not. */
function refusalOfAddress(error: unknown): string | undefined {
  if (isApiError(error, 'url_invalid')) return texts.addressInvalid;
  return isApiError(error, 'url_private', 'url_has_credentials')
    ? describeRefusal(error)
    : undefined;
}

interface FieldsProps {
  connection: SsoConnection | null;
  error: unknown;
  /** Says why the address is refused. */
  refused: string | undefined;
}

function OidcFields({ connection, error, refused }: FieldsProps) {
  const hasSecret = connection?.kind === 'oidc';
  return (
    <>
      <TextField
        label={texts.issuer}
        name="issuer"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        placeholder="https://"
        defaultValue={connection?.issuer}
        hint={texts.issuerHint}
        error={fieldError(error, 'issuer') ?? refused}
      />
      <TextField
        label={texts.clientId}
        name="clientId"
        required
        maxLength={500}
        autoComplete="off"
        defaultValue={connection?.clientId}
        error={fieldError(error, 'clientId')}
      />
      <TextField
        label={texts.clientSecret}
        name="clientSecret"
        type="password"
        required={!hasSecret}
        maxLength={2000}
        autoComplete="new-password"
        hint={hasSecret ? texts.secretKept : undefined}
        error={fieldError(error, 'clientSecret')}
      />
    </>
  );
}

const metadataForms = () =>
  [
    { value: 'address', label: texts.byAddress },
    { value: 'text', label: texts.byText },
  ] as const;

interface SamlFieldsProps extends FieldsProps {
  from: MetadataForm;
  onFrom: (from: MetadataForm) => void;
}

function SamlFields({ connection, from, onFrom, error, refused }: SamlFieldsProps) {
  return (
    <>
      <RadioCards
        label={texts.metadataFrom}
        name="from"
        options={metadataForms()}
        value={from}
        onChange={onFrom}
      />
      {from === 'address' ? (
        <TextField
          label={texts.metadataUrl}
          name="metadataUrl"
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
          placeholder="https://"
          defaultValue={connection?.metadataUrl}
          hint={texts.metadataUrlHint}
          error={fieldError(error, 'metadataUrl', texts.metadataUrlUnreadable) ?? refused}
        />
      ) : (
        <TextAreaField
          label={texts.metadata}
          name="metadata"
          required
          rows={8}
          spellCheck={false}
          className="font-mono text-xs"
          defaultValue={connection?.metadata}
          hint={texts.metadataHint}
          error={fieldError(error, 'metadata', texts.metadataUnreadable)}
        />
      )}
    </>
  );
}

type Given = Record<'issuer' | 'clientId' | 'clientSecret' | 'metadataUrl' | 'metadata', string>;

function toInput(kind: Kind, from: MetadataForm, given: Given): ProviderInput {
  const { issuer, clientId, clientSecret, metadataUrl, metadata } = given;
  if (kind === 'saml')
    return from === 'address' ? { kind, metadataUrl: metadataUrl.trim() } : { kind, metadata };
  const known = { kind, issuer: issuer.trim(), clientId: clientId.trim() };
  return clientSecret === '' ? known : { ...known, clientSecret };
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteSso({}),
    onSuccess() {
      onClose();
      queryClient.setQueryData(ssoQuery.queryKey, null);
      showDoneToast(ssoTexts.remove.done);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={ssoTexts.remove.title}
      confirmLabel={ssoTexts.remove.confirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    >
      {ssoTexts.remove.advice}
    </ConfirmDialog>
  );
}
