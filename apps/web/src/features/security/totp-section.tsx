import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { OwnProofDialog } from './own-proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { useFactorChange } from './use-factor-change.ts';

const texts = securityTexts.totp;

/** The person's authenticator app. */
export function TotpSection() {
  const { security } = useSession();
  const [shown, setShown] = useState<'add' | 'remove' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isOn = security?.totp ?? false;
  const close = () => setShown(null);
  const show = (recoveryCodes: string[]) => {
    close();
    setCodes(recoveryCodes);
    showDoneToast(texts.added);
  };
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? texts.on : texts.off}</Badge>
        <Button onClick={() => setShown(isOn ? 'remove' : 'add')}>{isOn ? texts.remove : texts.add}</Button>
      </div>
      {shown === 'add' && <TotpDialog onClose={close} onAdded={show} />}
      {shown === 'remove' && <RemoveDialog onClose={close} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useFactorChange(
    (proof: Parameters<typeof api.removeTotp>[0]) => api.removeTotp(proof),
    () => {
      onClose();
      showDoneToast(texts.removed);
    },
  );
  return (
    <OwnProofDialog
      title={texts.removeTitle}
      advice={texts.removeAdvice}
      submitLabel={texts.remove}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onProof={remove.mutate}
      onClose={onClose}
    />
  );
}
