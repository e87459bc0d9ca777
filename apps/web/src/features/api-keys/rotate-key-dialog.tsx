import type { ApiKey, IssuedApiKey } from '@ecp/contract/identity/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { apiKeysQuery } from '../../domain/api-keys/queries.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';

const texts = apiKeyTexts.rotate;

/** Asks before a key is replaced, then shows the new one. It closes with the old row, once the list is refetched. */
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
      title={texts.title(apiKey.name)}
      confirmLabel={texts.confirm}
      onConfirm={() => rotate.mutate()}
      busy={rotate.isPending}
      error={rotate.error}
    >
      {texts.advice}
    </ConfirmDialog>
  );
}
