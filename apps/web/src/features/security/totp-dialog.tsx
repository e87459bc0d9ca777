import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { readForm } from '../../forms/read-form.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { QrCode } from './qr-code.tsx';
import { useFactorChange } from './use-factor-change.ts';

const texts = securityTexts.totp;

interface TotpDialogProps {
  onClose: () => void;
  /** Gets the recovery codes once the app is confirmed. */
  onAdded: (recoveryCodes: string[]) => void;
}

/** Sets up an authenticator app: shows the secret, and takes its first code (SFA-1). */
export function TotpDialog({ onClose, onAdded }: TotpDialogProps) {
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
    <Dialog open onClose={onClose} title={texts.dialogTitle}>
      <DialogForm
        onSubmit={(event) => confirm.mutate(readForm(event, 'code'))}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={confirm.isPending}
        error={confirm.error}
      >
        <p className="text-muted">{texts.scan}</p>
        <FormError error={secret.error} />
        {secret.data ? <QrCode text={secret.data.uri} label={texts.qrLabel} /> : <div className="h-56" />}
        <div>
          <p className="text-muted text-sm">{texts.typeInstead}</p>
          <div className="mt-1 flex min-h-11 flex-wrap items-center gap-2 rounded-lg border bg-sunken p-2 pl-3">
            <output aria-label={texts.secretLabel} className="min-w-0 flex-1 select-all font-mono text-sm">
              {secret.data?.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </output>
            {secret.data && <CopyButton text={secret.data.secret} label={texts.copy} />}
          </div>
        </div>
        <TextField
          label={texts.code}
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
