import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { accountTexts } from '../../texts/en/settings/account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useErase } from './use-erase.ts';

const { erase: texts } = accountTexts;

/** Erases a workspace after its name was typed. Only the owner sees this section (ACS-6). */
export function EraseSection() {
  const { has } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={texts.title} description={texts.description}>
      {has('owner') ? (
        <Button kind="danger" onClick={() => setAsking(true)}>
          {texts.start}
        </Button>
      ) : (
        <p className="text-muted">{texts.onlyOwner}</p>
      )}
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const { tenant } = useSession();
  const erase = useErase();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.dialogTitle(tenant.name)}
      confirmLabel={texts.confirm}
      typed={tenant.name}
      busy={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate()}
    >
      {texts.lead}
      <ul className="mt-2 list-disc pl-5">
        {texts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <p className="mt-2">{texts.kept}</p>
    </ConfirmDialog>
  );
}
