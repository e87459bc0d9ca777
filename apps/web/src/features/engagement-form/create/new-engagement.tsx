import { type FormEvent, useRef, useState } from 'react';
import { checkDraft } from '../../../domain/engagement-draft/engagement-draft.ts';
import { focusFirstProblem } from '../../../forms/focus-first-problem.ts';
import { LeaveGuard } from '../../../forms/leave-guard.tsx';
import { RestoredNotice } from '../../../forms/restored-notice.tsx';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { EngagementFields } from '../engagement-fields.tsx';
import { ContextFiles } from './context-files.tsx';
import { CreateBar } from './create-bar.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useNewEngagement } from './use-new-engagement.ts';

/** The form of a new engagement. The input survives a reload of this tab. */
export function NewEngagement({ asked }: { asked: string | undefined }) {
  const { draft, change, forget, files, setFiles, create, start, startOver, isDirty, isRestored } =
    useNewEngagement(asked);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(checkDraft(draft)).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong) focusFirstProblem(form);
    else create.mutate(draft);
  };
  const clear = () => {
    startOver();
    setTried(false);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      {isRestored && <RestoredNotice text={newEngagementTexts.restored} onStartOver={clear} />}
      <TemplatePicker value={draft.templateId} onChoose={start.choose} />
      <EngagementFields draft={draft} onChange={change} showsMissing={tried} error={create.error}>
        <ContextFiles files={files} onChange={setFiles} />
      </EngagementFields>
      <CreateBar busy={create.isPending} error={create.error} wrong={tried && wrong} />
      <ReplaceDialog waiting={start.waiting} onAccept={start.accept} onDecline={start.decline} />
      <LeaveGuard
        isDirty={isDirty}
        onDiscard={forget}
        remark={files.length > 0 ? newEngagementTexts.filesNotKept : undefined}
      />
    </form>
  );
}
