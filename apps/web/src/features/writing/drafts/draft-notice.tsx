import type { Draft } from '@ecp/contract/work/deliverables';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Static } from 'typebox';
import { api } from '../../../api/client.ts';
import type { Deliverable } from '../../../domain/deliverables/queries.ts';
import { formatAgo } from '../../../format/format.ts';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { Writing } from '../use-writing.ts';
import { draftQuery } from './draft-query.ts';

const texts = writingTexts.draft;

interface DraftNoticeProps {
  draft: Static<typeof Draft>;
  deliverable: Deliverable;
  writing: Writing;
}

/** Tells that the text is a draft of an earlier day, and discards it on request. */
export function DraftNotice({ draft, deliverable, writing }: DraftNoticeProps) {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { engagementId, filename } = deliverable;
  const discard = useMutation({
    meta: { showsError: true },
    async mutationFn() {
      await writing.draft.saver.stop();
      await api.deleteDraft({ id: engagementId, filename });
    },
    async onSuccess() {
      queryClient.removeQueries(draftQuery(deliverable));
      await writing.leave();
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1">{texts.restored(formatAgo(draft.savedAt), draft.baseVersion)}</p>
      <Button size="small" onClick={() => setAsks(true)}>
        {texts.discard}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={texts.discardTitle}
        confirmLabel={texts.discard}
        onConfirm={() => discard.mutate()}
        busy={discard.isPending}
        error={discard.error}
      >
        {texts.discardAdvice(deliverable.version)}
      </ConfirmDialog>
    </div>
  );
}
