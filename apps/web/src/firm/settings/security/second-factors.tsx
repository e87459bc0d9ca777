import type { OwnProofBody, Passkey } from '@ecp/contract/identity/second-factor';
import {
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { Download, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { api } from '../../../base/api/client.ts';
import { saveBlob } from '../../../base/api/save-download.ts';
import { formatDay } from '../../../base/format/format.ts';
import { sessionQuery, useSession } from '../../../base/session/session.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Badge, TimeAgo } from '../../../base/ui/badges.tsx';
import { Button, CopyButton, IconButton } from '../../../base/ui/buttons.tsx';
import { Dialog } from '../../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { ShownOnceDialog } from '../../../base/ui/dialogs/shown-once.tsx';
import { FormError, TextField } from '../../../base/ui/fields/fields.tsx';
import { readForm } from '../../../base/ui/forms.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { FactorForm, factorFields } from '../../second-factor/factor-form.tsx';
import {
  createPasskey,
  PasskeyUnusedError,
  supportsPasskeys,
} from '../../second-factor/passkeys.ts';
import { secondFactorTexts } from '../../second-factor/texts.ts';
import { securityTexts } from './texts.ts';

const totpTexts = securityTexts.totp;

export function TotpSection() {
  const { security } = useSession();
  const [shown, setShown] = useState<'add' | 'remove' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isOn = security?.totp ?? false;
  const close = () => setShown(null);
  const show = (recoveryCodes: string[]) => {
    close();
    setCodes(recoveryCodes);
    showDoneToast(totpTexts.added);
  };
  return (
    <Section title={totpTexts.title} description={totpTexts.description}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? totpTexts.on : totpTexts.off}</Badge>
        <Button onClick={() => setShown(isOn ? 'remove' : 'add')}>
          {isOn ? totpTexts.remove : totpTexts.add}
        </Button>
      </div>
      {shown === 'add' && <TotpDialog onClose={close} onAdded={show} />}
      {shown === 'remove' && (
        <OwnProofDialog
          title={totpTexts.removeTitle}
          advice={totpTexts.removeAdvice}
          submitLabel={totpTexts.remove}
          kind="danger"
          change={(proof) => api.removeTotp(proof)}
          onDone={() => {
            close();
            showDoneToast(totpTexts.removed);
          }}
          onClose={close}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

interface TotpDialogProps {
  onClose: () => void;
  /** Gets the recovery codes once the app is confirmed. */
  onAdded: (recoveryCodes: string[]) => void;
}

/** Sets up an authenticator app: shows the secret, and takes its first code. */
function TotpDialog({ onClose, onAdded }: TotpDialogProps) {
  // Each opening makes a secret of its own, which is forgotten when the dialog closes.
  const secret = useQuery({
    queryKey: ['totp-secret'],
    queryFn: () => api.beginTotp(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const confirm = useFactorChange(
    (input: { code: string }) => api.confirmTotp(input),
    ({ recoveryCodes }) => onAdded(recoveryCodes),
  );
  return (
    <Dialog open onClose={onClose} title={totpTexts.dialogTitle}>
      <DialogForm
        onSubmit={(event) => confirm.mutate(readForm(event, 'code'))}
        onCancel={onClose}
        submitLabel={totpTexts.submit}
        action={confirm}
      >
        <p className="text-muted">{totpTexts.scan}</p>
        <FormError error={secret.error} />
        {secret.data ? (
          <QrCode text={secret.data.uri} label={totpTexts.qrLabel} />
        ) : (
          <div className="h-56" />
        )}
        <div>
          <p className="text-muted text-sm">{totpTexts.typeInstead}</p>
          <div className="mt-1 flex min-h-11 flex-wrap items-center gap-2 rounded-lg border bg-sunken p-2 pl-3">
            <output
              aria-label={totpTexts.secretLabel}
              className="min-w-0 flex-1 select-all font-mono text-sm"
            >
              {secret.data?.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </output>
            {secret.data && <CopyButton text={secret.data.secret} label={totpTexts.copy} />}
          </div>
        </div>
        <TextField
          label={totpTexts.code}
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          className="font-mono"
        />
      </DialogForm>
    </Dialog>
  );
}

/** Modules of white around the code, which scanners need. */
const qrBorder = 4;

/** Draws a QR code as SVG, black on white in every theme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: qrBorder });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 self-center rounded-lg border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const passkeyTexts = securityTexts.passkeys;

export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery);
  const [shown, setShown] = useState<'add' | Passkey | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setShown(null);
  return (
    <Section title={passkeyTexts.title} description={passkeyTexts.description}>
      <FormError error={passkeys.error} />
      {passkeys.data?.length ? (
        <ul className="-my-2 divide-y">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setShown(passkey)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          {supportsPasskeys() ? passkeyTexts.none : passkeyTexts.unsupported}
        </p>
      )}
      {supportsPasskeys() && (
        <div className="mt-4 flex justify-end">
          <Button onClick={() => setShown('add')}>{passkeyTexts.add}</Button>
        </div>
      )}
      {shown === 'add' && <AddPasskeyDialog onClose={close} onCodes={setCodes} />}
      {shown !== null && shown !== 'add' && (
        <OwnProofDialog
          title={passkeyTexts.removeTitle(shown.name)}
          advice={passkeyTexts.removeAdvice}
          submitLabel={passkeyTexts.confirmRemove}
          kind="danger"
          change={(proof) => api.removePasskey({ passkeyId: shown.id, ...proof })}
          onDone={() => {
            close();
            showDoneToast(passkeyTexts.removed(shown.name));
          }}
          onClose={close}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-muted text-sm">
          {passkeyTexts.addedOn(formatDay(createdAt))} ·{' '}
          {lastUsedAt === null ? (
            passkeyTexts.neverUsed
          ) : (
            <>
              {passkeyTexts.used} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <IconButton icon={Trash2} label={passkeyTexts.remove(name)} onClick={onRemove} />
    </li>
  );
}

interface AddPasskeyDialogProps {
  onClose: () => void;
  /** Gets the recovery codes if the passkey is the first factor. */
  onCodes: (recoveryCodes: string[]) => void;
}

function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const add = useFactorChange(
    async ({ name }: { name: string }) => api.addPasskey({ name, response: await createPasskey() }),
    ({ passkey, recoveryCodes }) => {
      onClose();
      showDoneToast(passkeyTexts.added(passkey.name));
      if (recoveryCodes) onCodes(recoveryCodes);
    },
  );
  const isUnused = add.error instanceof PasskeyUnusedError;
  return (
    <Dialog open onClose={onClose} title={passkeyTexts.dialogTitle}>
      <DialogForm
        onSubmit={(event) => add.mutate(readForm(event, 'name'))}
        onCancel={onClose}
        submitLabel={passkeyTexts.submit}
        action={{ isPending: add.isPending, error: isUnused ? null : add.error }}
      >
        <TextField
          label={passkeyTexts.name}
          name="name"
          required
          pattern=".*\S.*"
          maxLength={100}
          hint={passkeyTexts.nameHint}
          autoComplete="off"
          error={isUnused ? secondFactorTexts.passkeyUnused : undefined}
        />
      </DialogForm>
    </Dialog>
  );
}

const recoveryTexts = securityTexts.recovery;
/** So few that the person should make new ones. */
const fewCodes = 2;

/**
 * Shows the number of unused recovery codes and makes new ones. Only people with a factor see it.
 */
export function RecoveryCodesSection() {
  const { security } = useSession();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (!security || (!security.totp && security.passkeys === 0)) return null;
  const left = security.recoveryCodesLeft;
  return (
    <Section title={recoveryTexts.title} description={recoveryTexts.description}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={left <= fewCodes ? 'warn' : 'neutral'}>{recoveryTexts.left(left)}</Badge>
        <Button onClick={() => setAsking(true)}>{recoveryTexts.renew}</Button>
      </div>
      {asking && (
        <OwnProofDialog
          title={recoveryTexts.renewTitle}
          advice={recoveryTexts.renewAdvice}
          submitLabel={recoveryTexts.renewConfirm}
          change={(proof) => api.renewRecoveryCodes(proof)}
          onDone={({ recoveryCodes }) => {
            setAsking(false);
            setCodes(recoveryCodes);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

/** Shows recovery codes for the only time. Only its buttons close it. */
function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const text = `${codes.join('\n')}\n`;
  const save = () => saveBlob(new Blob([text], { type: 'text/plain' }), recoveryTexts.filename);
  return (
    <ShownOnceDialog
      title={recoveryTexts.shownTitle}
      doneLabel={recoveryTexts.done}
      onClose={onClose}
    >
      <div className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p>{recoveryTexts.warning}</p>
      </div>
      <ul
        aria-label={recoveryTexts.label}
        className="grid select-all gap-x-6 gap-y-1.5 rounded-lg border bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={recoveryTexts.copy} />
        <Button icon={Download} size="small" onClick={save}>
          {recoveryTexts.download}
        </Button>
      </div>
    </ShownOnceDialog>
  );
}

interface OwnProofDialogProps<Answer> {
  title: string;
  advice: string;
  submitLabel: string;
  kind?: 'primary' | 'danger';
  change: (proof: OwnProofBody) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for the password, if there is one, and a factor, before it changes the factors. */
function OwnProofDialog<Answer>(props: OwnProofDialogProps<Answer>) {
  const { title, advice, submitLabel, kind, change, onDone, onClose } = props;
  const { security } = useSession();
  const action = useFactorChange(change, onDone);
  return (
    <Dialog open onClose={onClose} title={title} description={advice}>
      <FactorForm
        submitLabel={submitLabel}
        {...(kind && { kind })}
        busy={action.isPending}
        error={action.error}
        onProof={action.mutate}
        fields={factorFields(security)}
        hasTotp={security?.totp ?? false}
        withPassword={security?.hasPassword ?? false}
      >
        <Button kind="quiet" onClick={onClose}>
          {commonTexts.cancel}
        </Button>
      </FactorForm>
    </Dialog>
  );
}

/**
 * Returns a mutation that changes the person's factors, and then reads them again. Its form shows
 * the error.
 */
function useFactorChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Input> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { showsError: true },
    onSuccess(answer) {
      onDone?.(answer);
      void queryClient.invalidateQueries(sessionQuery);
      void queryClient.invalidateQueries(passkeysQuery);
    },
  });
}

/** The person's passkeys in this workspace, oldest first. */
const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api.listPasskeys({}, { signal })).passkeys,
});
