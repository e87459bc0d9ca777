import type { AttachmentCategory } from '@ecp/contract/attachments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { readForm } from '../../forms/read-form.ts';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { commonTexts } from '../../texts/en/common.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { tellDone } from '../../ui/toasts.tsx';
import { CategoryField } from './category-field.tsx';
import { attachmentsQuery } from './queries.ts';

const { url: texts } = attachmentTexts;

/** Fetches a web page and attaches its text (specification, Attachments 4). */
export function AddPageDialog({ engagementId, onClose }: { engagementId: string; onClose: () => void }) {
  const [category, setCategory] = useState<AttachmentCategory>('reference');
  const queryClient = useQueryClient();
  const fetching = useMutation({
    meta: { showsError: true },
    mutationFn: (url: string) => api.attachFromUrl({ id: engagementId, url, category }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: attachmentsQuery(engagementId).queryKey });
      tellDone(texts.done);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description}>
      <form onSubmit={(event) => fetching.mutate(readForm(event, 'url').url)}>
        <div className="flex flex-col gap-4">
          <TextField
            label={texts.label}
            hint={texts.hint}
            name="url"
            type="url"
            required
            maxLength={2_000}
            placeholder="https://"
            autoFocus
          />
          <CategoryField value={category} onChange={setCategory} />
          <FormError error={fetching.error} />
        </div>
        <DialogActions>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button type="submit" kind="primary" busy={fetching.isPending}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
