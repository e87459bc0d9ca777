import { type FormEvent, useRef, useState } from 'react';
import { checkDraft } from '../../../domain/engagement-draft/engagement-draft.ts';
import { countNeededBlanks, settleOptional } from '../../../domain/templates/blanks.ts';
import { focusFirstProblem } from '../../../forms/focus-first-problem.ts';
import { LeaveGuard } from '../../../forms/leave-guard.tsx';
import { RestoredNotice } from '../../../forms/restored-notice.tsx';
import { newEngagementTexts } from '../../../texts/en/engagement-form.ts';
import { blanksTexts } from '../../../texts/en/start-engagement.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { EngagementFields } from '../engagement-fields.tsx';
import { BlanksForm } from './blanks-form.tsx';
import { ContextFiles } from './context-files.tsx';
import { CreateBar } from './create-bar.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import type { FormContent } from './request/use-request.ts';
import { StartFrom } from './start-from.tsx';
import { useNewEngagement } from './use-new-engagement.ts';

/** The form of a new engagement. The input survives a reload of this tab. */
export function NewEngagement({ asked }: { asked: string | undefined }) {
  const { draft, change, forget, files, setFiles, create, start, startOver, isDirty, isRestored } =
    useNewEngagement(asked);
  const [tried, setTried] = useState(false);
  const [asks, setAsks] = useState(false);
  const isTemplate = draft.templateId !== null;
  const blanks = isTemplate ? countNeededBlanks(draft.brief) : 0;
  const send = () => create.mutate(isTemplate ? { ...draft, brief: settleOptional(draft.brief) } : draft);
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(checkDraft(draft)).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong) focusFirstProblem(form);
    else if (blanks > 0) setAsks(true);
    else send();
  };
  const createAnyway = () => {
    setAsks(false);
    send();
  };
  const fill = (content: FormContent) => {
    change(content.draft);
    setFiles(content.files);
  };
  const clear = () => {
    startOver();
    setTried(false);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      {isRestored && <RestoredNotice text={newEngagementTexts.restored} onStartOver={clear} />}
      <StartFrom
        initial={asked === undefined && draft.templateId === null ? 'request' : 'template'}
        draft={draft}
        files={files}
        onFill={fill}
        onTemplate={start.choose}
      />
      {isTemplate && <BlanksForm brief={draft.brief} onChange={(brief) => change({ ...draft, brief })} />}
      <EngagementFields draft={draft} onChange={change} showsMissing={tried} error={create.error} folded>
        <ContextFiles files={files} onChange={setFiles} />
      </EngagementFields>
      <CreateBar busy={create.isPending} error={create.error} wrong={tried && wrong} />
      <ReplaceDialog waiting={start.waiting} onAccept={start.accept} onDecline={start.decline} />
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={blanksTexts.ask.title(blanks)}
        confirmLabel={blanksTexts.ask.confirm}
        kind="primary"
        onConfirm={createAnyway}
      >
        {blanksTexts.ask.advice}
      </ConfirmDialog>
      <LeaveGuard
        isDirty={isDirty}
        onDiscard={forget}
        remark={files.length > 0 ? newEngagementTexts.filesNotKept : undefined}
      />
    </form>
  );
}
