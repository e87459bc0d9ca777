import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { attachmentsQuery } from '../../domain/attachments/queries.ts';
import { readForm } from '../../forms/read-form.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { CategoryField } from './category-field.tsx';

const { url: texts } = attachmentTexts;

/** Fetches a web page and attaches its text (ATT-21). */
export function AddPageDialog({ engagementId, onClose }: { engagementId: string; onClose: () => void }) {
  const [category, setCategory] = useState<AttachmentCategory>('reference');
  const queryClient = useQueryClient();
  const fetching = useMutation({
    meta: { showsError: true },
    mutationFn: (url: string) => api.attachFromUrl({ id: engagementId, url, category }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: attachmentsQuery(engagementId).queryKey });
      showDoneToast(texts.done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description}>
      <DialogForm
        onSubmit={(event) => fetching.mutate(readForm(event, 'url').url)}
        onCancel={onClose}
        submitLabel={texts.submit}
        busy={fetching.isPending}
        error={fetching.error}
      >
        <TextField
          label={texts.label}
          hint={texts.hint}
          name="url"
          type="url"
          required
          maxLength={2_000}
          placeholder="https://"
        />
        <CategoryField value={category} onChange={setCategory} />
      </DialogForm>
    </Dialog>
  );
}
