import { api } from '../../api/client.ts';
import { createPasskey, PasskeyUnusedError } from '../../domain/second-factor/passkeys.ts';
import { readForm } from '../../forms/read-form.ts';
import { secondFactorTexts } from '../../texts/en/second-factor.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { useFactorChange } from './use-factor-change.ts';

const texts = securityTexts.passkeys;

interface AddPasskeyDialogProps {
  onClose: () => void;
  /** Gets the recovery codes if the passkey is the first factor. */
  onCodes: (recoveryCodes: string[]) => void;
}

/** Names a passkey, and lets the browser make it. */
export function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const add = useFactorChange(
    async ({ name }: { name: string }) => api.addPasskey({ name, response: await createPasskey() }),
    ({ passkey, recoveryCodes }) => {
      onClose();
      showDoneToast(texts.added(passkey.name));
      if (recoveryCodes) onCodes(recoveryCodes);
    },
  );
  const isUnused = add.error instanceof PasskeyUnusedError;
  return (
    <Dialog open onClose={onClose} title={texts.dialogTitle}>
      <DialogForm
        onSubmit={(event) => add.mutate(readForm(event, 'name'))}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={add.isPending}
        error={isUnused ? null : add.error}
      >
        <TextField
          label={texts.name}
          name="name"
          required
          pattern=".*\S.*"
          maxLength={100}
          hint={texts.nameHint}
          autoComplete="off"
          error={isUnused ? secondFactorTexts.passkeyUnused : undefined}
        />
      </DialogForm>
    </Dialog>
  );
}
