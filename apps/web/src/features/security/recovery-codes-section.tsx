import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { OwnProofDialog } from './own-proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useFactorChange } from './use-factor-change.ts';

const texts = securityTexts.recovery;
/** So few that the person should make new ones. */
const few = 2;

/** Shows the number of unused recovery codes and makes new ones (SFA-4). Only people with a factor see it. */
export function RecoveryCodesSection() {
  const { security } = useSession();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useFactorChange(
    (proof: Parameters<typeof api.renewRecoveryCodes>[0]) => api.renewRecoveryCodes(proof),
    ({ recoveryCodes }) => {
      setAsking(false);
      setCodes(recoveryCodes);
    },
  );
  if (!security || (!security.totp && security.passkeys === 0)) return null;
  const left = security.recoveryCodesLeft;
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={left <= few ? 'warn' : 'neutral'}>{texts.left(left)}</Badge>
        <Button onClick={() => setAsking(true)}>{texts.renew}</Button>
      </div>
      {asking && (
        <OwnProofDialog
          title={texts.renewTitle}
          advice={texts.renewAdvice}
          submitLabel={texts.renewConfirm}
          busy={renew.isPending}
          error={renew.error}
          onProof={renew.mutate}
          onClose={() => {
            renew.reset();
            setAsking(false);
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}
