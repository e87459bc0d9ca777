import type { Template } from '@ecp/contract/work/templates';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { BottomBar } from '../../forms/bottom-bar.tsx';
import { focusFirstProblem } from '../../forms/focus-first-problem.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { usePersistedState } from '../../forms/use-persisted-state.ts';
import { useSession } from '../../session/session.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { checkTemplate, readTemplateDraft, toTemplateDraft } from './template-draft.ts';
import { TemplateFields } from './template-fields.tsx';
import { useCreateTemplate } from './use-create-template.ts';

const texts = templateTexts.form;

/** The form of a new template. The input survives a reload of this tab. */
export function NewTemplate({ from }: { from: Template | undefined }) {
  const { tenant } = useSession();
  const key = `new-template:${tenant.id}:${from?.id ?? ''}`;
  const kept = usePersistedState(key, readTemplateDraft, () => toTemplateDraft(from));
  const { value: draft, change, restored, forget } = kept;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  const create = useCreateTemplate(from, () => {
    done.current = true;
    forget();
  });
  const problems = checkTemplate(draft);
  const wrong = tried && Object.keys(problems).length > 0;
  const isChanged = () => JSON.stringify(draft) !== JSON.stringify(toTemplateDraft(from));
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) create.mutate(draft);
    else focusFirstProblem(form);
  };
  const startOver = () => {
    kept.startOver();
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
      {restored && isChanged() && <RestoredNotice text={texts.restored} onStartOver={startOver} />}
      <TemplateFields draft={draft} onChange={change} showsMissing={tried} error={create.error} />
      <BottomBar error={create.error} remark={wrong ? texts.correct : texts.next} wrong={wrong}>
        <Link to="/templates" search={{}} className={buttonStyle()}>
          {commonTexts.cancel}
        </Link>
        <Button kind="primary" type="submit" busy={create.isPending}>
          {texts.submit}
        </Button>
      </BottomBar>
      <LeaveGuard isDirty={() => !done.current && isChanged()} onDiscard={forget} />
    </form>
  );
}
