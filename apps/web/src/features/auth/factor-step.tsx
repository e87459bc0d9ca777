import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import { FactorForm } from '../../domain/second-factor/factor-form.tsx';
import { secondFactorTexts } from '../../texts/en/second-factor.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { AuthHeading } from './auth-heading.tsx';

const texts = secondFactorTexts.ask;

interface FactorStepProps {
  fields: readonly string[];
  busy: boolean;
  error: unknown;
  onProof: (proof: FactorProof) => void;
  onBack: () => void;
}

/** The second step of signing in (SFA-5). */
export function FactorStep({ onBack, ...form }: FactorStepProps) {
  return (
    <>
      <AuthHeading title={texts.title} lead={texts.lead} />
      <FactorForm {...form} submitLabel={texts.submit} autoFocus>
        <Button kind="quiet" onClick={onBack}>
          {texts.back}
        </Button>
      </FactorForm>
    </>
  );
}
