import type { OwnProofBody } from '@ecp/contract/identity/second-factor';
import { factorFields } from '../../domain/second-factor/factor-fields.ts';
import { FactorForm } from '../../domain/second-factor/factor-form.tsx';
import { useSession } from '../../session/session.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

interface OwnProofDialogProps {
  title: string;
  advice: string;
  submitLabel: string;
  kind?: 'primary' | 'danger';
  busy: boolean;
  error: unknown;
  onProof: (proof: OwnProofBody) => void;
  onClose: () => void;
}

/** Asks for the password, if there is one, and a factor, before a factor is removed (SFA-13). */
export function OwnProofDialog({ title, advice, onClose, ...form }: OwnProofDialogProps) {
  const { security } = useSession();
  return (
    <Dialog open onClose={onClose} title={title} description={advice}>
      <FactorForm
        {...form}
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
