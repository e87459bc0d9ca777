import { getRouteApi } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { useKept } from '../../forms/use-kept.ts';
import { useSession } from '../../session/session.ts';
import { newTexts } from '../../texts/en/engagement-form.ts';
import { CreateBar } from './create-bar.tsx';
import { blankDraft, checkDraft, type EngagementDraft, readDraft } from './engagement-draft.ts';
import { EngagementFields } from './engagement-fields.tsx';
import { focusFirstProblem } from './focus-first-problem.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useCreateEngagement } from './use-create-engagement.ts';
import { useStart } from './use-start.ts';

const route = getRouteApi('/shell/engagements/new');
const isBlank = (draft: EngagementDraft) => JSON.stringify(draft) === JSON.stringify(blankDraft);

/** The form of a new engagement; what is typed survives a reload of this tab. */
export function NewEngagement({ asked }: { asked: string | undefined }) {
  const navigate = route.useNavigate();
  const { tenant } = useSession();
  const {
    value: draft,
    change,
    restored,
    forget,
  } = useKept(`new-engagement:${tenant.id}`, readDraft, () => blankDraft);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  const create = useCreateEngagement(() => {
    done.current = true;
    forget();
  });
  const start = useStart({
    draft,
    change,
    asked,
    onChosen: (template) => void navigate({ search: template ? { template } : {}, replace: true }),
  });
  const submit = () => {
    setTried(true);
    if (Object.keys(checkDraft(draft)).length === 0) create.mutate(draft);
    else focusFirstProblem(form);
  };
  const startOver = () => {
    forget();
    change(blankDraft);
    forget();
    setTried(false);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-6"
    >
      {restored && !isBlank(draft) && <RestoredNotice text={newTexts.restored} onStartOver={startOver} />}
      <TemplatePicker value={draft.templateId} onChoose={start.choose} />
      <EngagementFields draft={draft} onChange={change} showsMissing={tried} error={create.error} />
      <CreateBar
        busy={create.isPending}
        error={create.error}
        wrong={tried && Object.keys(checkDraft(draft)).length > 0}
      />
      <ReplaceDialog waiting={start.waiting} onAccept={start.accept} onDecline={start.decline} />
      <LeaveGuard isDirty={() => !done.current && !isBlank(draft)} onDiscard={forget} />
    </form>
  );
}
