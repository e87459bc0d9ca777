import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { apiKeysQuery } from '../../domain/api-keys/queries.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = apiKeyTexts.revoke;

/** Asks before a key is permanently revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokeApiKey({ id: apiKey.id }),
    meta: { showsError: true },
    onSuccess() {
      onClose();
      showDoneToast(texts.done(apiKey.name));
    },
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(apiKey.name)}
      confirmLabel={texts.confirm}
      onConfirm={() => revoke.mutate()}
      busy={revoke.isPending}
      error={revoke.error}
    >
      {texts.advice}
    </ConfirmDialog>
  );
}
