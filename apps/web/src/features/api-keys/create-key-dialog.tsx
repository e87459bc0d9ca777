import type { CreateApiKeyBody } from '@ecp/contract/identity/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { apiKeysQuery } from '../../domain/api-keys/queries.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';

/** Creates a key and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (input: CreateApiKeyBody) =>
      callOnce(['createApiKey', input], (options) => api.createApiKey(input, options)),
    meta: { showsError: true },
    onSuccess: () => void queryClient.invalidateQueries(apiKeysQuery),
  });
  if (create.isSuccess) return <IssuedKeyDialog issued={create.data} onClose={onClose} />;
  // Stays open until the response arrives, because only that response contains the key.
  const close = () => {
    if (!create.isPending) onClose();
  };
  return (
    <Dialog open onClose={close} title={apiKeyTexts.form.title}>
      <CreateKeyForm onSubmit={create.mutate} onClose={close} busy={create.isPending} error={create.error} />
    </Dialog>
  );
}
