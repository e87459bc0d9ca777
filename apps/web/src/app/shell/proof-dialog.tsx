import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProofRequest } from '../../base/api/client.ts';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { FactorForm, factorFields } from '../../firm/second-factor/factor-form.tsx';
import { secondFactorTexts } from '../../firm/second-factor/texts.ts';

const texts = secondFactorTexts.proof;

interface ProofDialogProps {
  request: ProofRequest;
  onDone: () => void;
  onCancel: () => void;
}

export function ProofDialog({ request, onDone, onCancel }: ProofDialogProps) {
  const { security } = useSession();
  const isSwitch = request.kind === 'switch';
  const fields = isSwitch ? request.fields : factorFields(security);
  const hasPassword = !isSwitch && (security?.hasPassword ?? false);
  const [wantsPassword, setWantsPassword] = useState(fields.length === 0);
  const send = useMutation({
    mutationFn: request.send,
    meta: { showsError: true },
    onSuccess: onDone,
  });
  const change = (next: boolean) => {
    send.reset();
    setWantsPassword(next);
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title={texts.title}
      description={isSwitch ? texts.switchLead : texts.lead}
    >
      {wantsPassword && !hasPassword ? (
        <p>{texts.noWay}</p>
      ) : wantsPassword ? (
        <DialogForm
          onSubmit={(event) => send.mutate(readForm(event, 'password'))}
          onCancel={onCancel}
          submitLabel={texts.submit}
          action={send}
        >
          <TextField
            label={secondFactorTexts.password}
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
          {fields.length > 0 && <Button onClick={() => change(false)}>{texts.withFactor}</Button>}
        </DialogForm>
      ) : (
        <FactorForm
          fields={fields}
          hasTotp={isSwitch || (security?.totp ?? false)}
          submitLabel={texts.submit}
          busy={send.isPending}
          error={send.error}
          onProof={(proof) => send.mutate(proof)}
        >
          {hasPassword && (
            <Button kind="quiet" onClick={() => change(true)}>
              {texts.withPassword}
            </Button>
          )}
        </FactorForm>
      )}
    </Dialog>
  );
}
