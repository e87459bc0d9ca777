import type { Template } from '@ecp/contract/work/templates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { callOnce } from '../../../base/api/call-once.ts';
import { api } from '../../../base/api/client.ts';
import { fieldError } from '../../../base/api/explain-error.ts';
import { ForRole } from '../../../base/session/for-role.tsx';
import { usePersistedState } from '../../../base/session/persisted-state.ts';
import { useSession } from '../../../base/session/session.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Button, buttonStyle } from '../../../base/ui/buttons.tsx';
import { TextAreaField, TextField } from '../../../base/ui/fields/fields.tsx';
import {
  BottomBar,
  focusFirstProblem,
  LeaveGuard,
  RestoredNotice,
} from '../../../base/ui/forms.tsx';
import { Page, PageHeader, Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { BriefField } from '../../brief/brief-field.tsx';
import { engagementFieldLimits, maxTemplateDescription } from '../../brief/engagement-draft.ts';
import { templateQuery } from '../../brief/templates.ts';
import { WorkFields } from '../../brief/work-fields.tsx';
import {
  checkTemplate,
  readTemplateDraft,
  type TemplateDraft,
  toTemplateBody,
  toTemplateDraft,
} from './template-draft.ts';
import { templateTexts } from './texts.ts';

const route = getRouteApi('/shell/templates/new');

export function NewTemplatePage() {
  const { from } = route.useSearch();
  const above = [
    <Link key="templates" to="/templates">
      {templateTexts.title}
    </Link>,
  ];
  return (
    <Page>
      <PageHeader
        above={above}
        title={templateTexts.form.title}
        description={templateTexts.form.lead}
      />
      <ForRole needs="member">
        {from === undefined ? <NewTemplate from={undefined} /> : <Copy key={from} of={from} />}
      </ForRole>
    </Page>
  );
}

function Copy({ of }: { of: string }) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(templateQuery(of));
  if (isPending) return <SkeletonRows />;
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <NewTemplate from={data} />;
}

const texts = templateTexts.form;

/** The form of a new template. The input survives a reload of this tab. */
function NewTemplate({ from }: { from: Template | undefined }) {
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

interface TemplateFieldsProps {
  draft: TemplateDraft;
  onChange: (draft: TemplateDraft) => void;
  /** Whether missing values are reported, too. This is set after the first attempt to submit. */
  showsMissing: boolean;
  /** Error response of the API. Field errors are shown at their fields. */
  error: unknown;
}

function TemplateFields({ draft, onChange, showsMissing, error }: TemplateFieldsProps) {
  const problems = showsMissing ? checkTemplate(draft) : {};
  const set = (change: Partial<TemplateDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Section title={texts.about.title} description={texts.about.description}>
        <div className="flex flex-col gap-4">
          <TextField
            label={texts.name}
            value={draft.name}
            maxLength={engagementFieldLimits.name}
            placeholder={texts.namePlaceholder}
            error={problems.name ?? fieldError(error, 'name')}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <TextAreaField
            label={texts.when}
            rows={2}
            value={draft.description}
            maxLength={maxTemplateDescription}
            placeholder={texts.whenPlaceholder}
            error={problems.description ?? fieldError(error, 'description')}
            onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          />
        </div>
      </Section>
      <Section title={texts.brief.title} description={texts.brief.description}>
        <BriefField
          value={draft.brief}
          onChange={(brief) => set({ brief })}
          error={problems.brief ?? fieldError(error, 'brief')}
        />
      </Section>
      <WorkFields
        draft={draft}
        onChange={set}
        budget={texts.budget}
        budgetProblem={problems.budget}
        showsMissing={showsMissing}
        error={error}
      />
    </>
  );
}

/** Saves a template and navigates to it. `onCreated` runs before the navigation. */
function useCreateTemplate(from: Template | undefined, onCreated: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn(draft: TemplateDraft) {
      const body = toTemplateBody(draft, from);
      return callOnce(['createTemplate', body], (options) => api.createTemplate(body, options));
    },
    async onSuccess({ template }) {
      onCreated();
      queryClient.setQueryData(templateQuery(template.id).queryKey, template);
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      await navigate({
        to: '/templates/$templateId',
        params: { templateId: template.id },
        replace: true,
      });
      showDoneToast(templateTexts.form.done(template.name));
    },
  });
}
