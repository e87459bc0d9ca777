import type { ApiKey, IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { apiKeysQuery } from '../../../base/api/firm-queries.ts';
import { sentence, sentences } from '../../../base/format/words.ts';
import { useSession } from '../../../base/session/session.ts';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { ShownOnce, ShownOnceDialog } from '../../../base/ui/dialogs/shown-once.tsx';
import { CodeBlock } from '../../../base/ui/layout/page.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { apiKeyTexts } from './texts.ts';

const issuedTexts = apiKeyTexts.issued;

interface IssuedKeyDialogProps {
  issued: IssuedApiKey;
  /** The key replaces one that this rotation has ended. */
  rotated?: boolean;
  onClose: () => void;
}

/** Shows a new key once, with a first call. Only its buttons close it. */
export function IssuedKeyDialog({ issued, rotated = false, onClose }: IssuedKeyDialogProps) {
  const description = rotated
    ? sentences([sentence(issued.name), issuedTexts.rotated])
    : issued.name;
  return (
    <ShownOnceDialog
      title={rotated ? issuedTexts.rotatedTitle : issuedTexts.title}
      description={description}
      doneLabel={issuedTexts.done}
      onClose={onClose}
    >
      <ShownOnce
        label={issuedTexts.label}
        secret={issued.key}
        copyLabel={issuedTexts.copy}
        warning={issuedTexts.warning}
      />
      <FirstCall
        label={issuedTexts.example}
        apiKey={issued.key}
        copyLabel={issuedTexts.copyExample}
      />
    </ShownOnceDialog>
  );
}

const rotateTexts = apiKeyTexts.rotate;

/**
 * Asks before a key is replaced, then shows the new one. It closes with the old row, once the list
 * is refetched.
 */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [issued, setIssued] = useState<IssuedApiKey>();
  const rotate = useMutation({
    mutationFn: () => api.rotateApiKey({ id: apiKey.id }),
    meta: { showsError: true },
    onSuccess: setIssued,
  });
  const finish = () => void queryClient.invalidateQueries(apiKeysQuery).finally(onClose);
  if (issued) return <IssuedKeyDialog issued={issued} rotated onClose={finish} />;
  // Stays open until the response arrives, because only that response contains the key.
  const close = () => {
    if (!rotate.isPending) onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={rotateTexts.title(apiKey.name)}
      confirmLabel={rotateTexts.confirm}
      onConfirm={() => rotate.mutate()}
      action={rotate}
    >
      {rotateTexts.advice}
    </ConfirmDialog>
  );
}

const revokeTexts = apiKeyTexts.revoke;

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokeApiKey({ id: apiKey.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(revokeTexts.done(apiKey.name));
    },
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={revokeTexts.title(apiKey.name)}
      confirmLabel={revokeTexts.confirm}
      onConfirm={() => revoke.mutate()}
      action={revoke}
    >
      {revokeTexts.advice}
    </ConfirmDialog>
  );
}

interface FirstCallProps {
  label: string;
  /** Default a placeholder. */
  apiKey?: string;
  copyLabel?: string;
}

/** A shell command that lists engagements with a key. */
export function FirstCall({ apiKey = 'svc_live_…', ...texts }: FirstCallProps) {
  const { baseUrl } = useSession();
  const command = `curl ${baseUrl}/api/engagements \\\n  -H "Authorization: Bearer ${apiKey}"`;
  return <CodeBlock {...texts} code={command} />;
}
