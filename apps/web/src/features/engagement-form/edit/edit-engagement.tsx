import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { toConductDraft } from '../../../domain/engagement-draft/conduct/conduct-draft.ts';
import { checkDraft, toDraft } from '../../../domain/engagement-draft/engagement-draft.ts';
import { focusFirstProblem } from '../../../forms/focus-first-problem.ts';
import { LeaveGuard } from '../../../forms/leave-guard.tsx';
import { RestoredNotice } from '../../../forms/restored-notice.tsx';
import { usePersistedState } from '../../../forms/use-persisted-state.ts';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { pendingTexts } from '../../../texts/en/pending.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { EngagementFields } from '../engagement-fields.tsx';
import { findChanges, readEdit } from './engagement-edit.ts';
import { SaveBar } from './save-bar.tsx';

/** The form of an existing engagement. The input survives a reload of this tab. */
export function EditEngagement({ engagement }: { engagement: EngagementDetail }) {
  const { id } = engagement;
  const stored = toDraft(engagement, toConductDraft(engagement));
  const kept = usePersistedState(`engagement:${id}`, readEdit, () => ({ begun: stored, draft: stored }));
  const { value: edit, change, restored, forget } = kept;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  const save = useSave(id, () => {
    done.current = true;
    forget();
  });
  const changes = findChanges(edit, stored);
  const isDirty = Object.keys(changes).length > 0;
  const startOver = () => {
    kept.startOver();
    setTried(false);
  };
  const wrong = Object.keys(checkDraft(edit.draft)).length > 0;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong) focusFirstProblem(form);
        else save.mutate(changes);
      }}
      className="flex flex-col gap-6"
    >
      {restored && isDirty && <RestoredNotice text={newEngagementTexts.restored} onStartOver={startOver} />}
      <EngagementFields
        draft={edit.draft}
        onChange={(draft) => change({ ...edit, draft })}
        showsMissing={tried}
        error={save.error}
      />
      <SaveBar engagementId={id} busy={save.isPending} error={save.error} isDirty={isDirty} wrong={tried && wrong} />
      <LeaveGuard isDirty={() => !done.current && isDirty} onDiscard={forget} />
    </form>
  );
}

function useSave(id: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn: (changes: ReturnType<typeof findChanges>) => api.updateEngagement({ id, ...changes }),
    async onSuccess() {
      onSaved();
      void queryClient.invalidateQueries({ queryKey: ['queue'] });
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      showDoneToast(pendingTexts.saved);
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
  });
}
