import type { Passkey } from '@ecp/contract/identity/second-factor';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { supportsPasskeys } from '../../domain/second-factor/passkeys.ts';
import { formatDay } from '../../format/format.ts';
import { securityTexts } from '../../texts/en/settings/security.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { OwnProofDialog } from './own-proof-dialog.tsx';
import { passkeysQuery } from './queries.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useFactorChange } from './use-factor-change.ts';

const texts = securityTexts.passkeys;

/** The person's passkeys (SFA-3). */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery);
  const [shown, setShown] = useState<'add' | Passkey | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setShown(null);
  return (
    <Section title={texts.title} description={texts.description}>
      <FormError error={passkeys.error} />
      {passkeys.data?.length ? (
        <ul className="-my-2 divide-y">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setShown(passkey)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{supportsPasskeys() ? texts.none : texts.unsupported}</p>
      )}
      {supportsPasskeys() && (
        <div className="mt-4 flex justify-end">
          <Button onClick={() => setShown('add')}>{texts.add}</Button>
        </div>
      )}
      {shown === 'add' && <AddPasskeyDialog onClose={close} onCodes={setCodes} />}
      {shown !== null && shown !== 'add' && <RemoveDialog passkey={shown} onClose={close} />}
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
          {texts.addedOn(formatDay(createdAt))} ·{' '}
          {lastUsedAt === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.used} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <IconButton label={texts.remove(name)} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useFactorChange(
    (proof: object) => api.removePasskey({ passkeyId: id, ...proof }),
    () => {
      onClose();
      showDoneToast(texts.removed(name));
    },
  );
  return (
    <OwnProofDialog
      title={texts.removeTitle(name)}
      advice={texts.removeAdvice}
      submitLabel={texts.confirmRemove}
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onProof={remove.mutate}
      onClose={onClose}
    />
  );
}
