import type { Role } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import type { Template } from '@ecp/contract/work/templates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { billingQuery } from '../../base/api/firm-queries.ts';
import { formatCount } from '../../base/format/format.ts';
import { ForRole } from '../../base/session/for-role.tsx';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts, statusTexts } from '../../base/texts/common.ts';
import { blanksTexts, sampleTexts } from '../../base/texts/new-engagement.ts';
import { Button, buttonStyle, linkStyle } from '../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { FormError, TextAreaField } from '../../base/ui/fields/fields.tsx';
import { BottomBar, focusFirstProblem, LeaveGuard, RestoredNotice } from '../../base/ui/forms.tsx';
import { Page, PageHeader, Section } from '../../base/ui/layout/page.tsx';
import { ChosenFileList, DropZone } from '../../shared/attachments/choose-files.tsx';
import { type ChosenFile, uploadQueue } from '../../shared/attachments/upload-queue.ts';
import {
  blankDraft,
  checkDraft,
  type EngagementDraft,
  readDraft,
  toEngagementBody,
  toEngagementDraft,
} from '../brief/engagement-draft.ts';
import { useOpenSample } from '../brief/no-engagements.tsx';
import {
  countNeededBlanks,
  fillBlanks,
  findBlanks,
  settleOptional,
  templateChoiceQuery,
} from '../brief/templates.ts';
import { engagementFormTexts, newEngagementTexts } from '../brief/texts.ts';
import { EngagementFields } from './engagement-fields.tsx';
import { type FormContent, useRequest } from './request-pane.tsx';
import { StartFrom } from './start-from.tsx';

const route = getRouteApi('/shell/engagements/new');
const writer: Role = 'member';

export function NewEngagementPage() {
  const { template } = route.useSearch();
  const { tenant, has } = useSession();
  return (
    <Page>
      <PageHeader
        title={newEngagementTexts.title}
        description={newEngagementTexts.lead}
        actions={has(writer) && <SampleLink />}
      />
      <ForRole needs={writer}>
        <EngagementAllowance />
        <NewEngagement key={tenant.id} asked={template} />
      </ForRole>
    </Page>
  );
}

/** The form of a new engagement. The input survives a reload of this tab. */
function NewEngagement({ asked }: { asked: string | undefined }) {
  const { draft, change, forget, files, setFiles, create, start, startOver, isDirty, isRestored } =
    useNewEngagement(asked);
  const [tried, setTried] = useState(false);
  const [asks, setAsks] = useState(false);
  const isTemplate = draft.templateId !== null;
  const blanks = isTemplate ? countNeededBlanks(draft.brief) : 0;
  const send = () =>
    create.mutate(isTemplate ? { ...draft, brief: settleOptional(draft.brief) } : draft);
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
  const request = useRequest({ draft, files, onFill: fill });
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
        request={request}
        onTemplate={start.choose}
      />
      {isTemplate && (
        <BlanksForm brief={draft.brief} onChange={(brief) => change({ ...draft, brief })} />
      )}
      <EngagementFields
        draft={draft}
        onChange={change}
        showsMissing={tried}
        error={create.error}
        onPaste={request.paste}
      >
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

interface BlanksFormProps {
  brief: string;
  onChange: (brief: string) => void;
}

/**
 * Asks for the blanks that a template leaves in the brief, and fills them in as the person types.
 */
function BlanksForm({ brief, onChange }: BlanksFormProps) {
  const [state, setState] = useState({ base: brief, values: {} as Record<string, string> });
  const isCurrent = fillBlanks(state.base, state.values) === brief;
  const { base, values } = isCurrent ? state : { base: brief, values: {} };
  if (!isCurrent) setState({ base, values });
  const blanks = findBlanks(base);
  if (blanks.length === 0) return null;
  const set = (words: string, value: string) => {
    const next = { ...values, [words]: value };
    setState({ base, values: next });
    onChange(fillBlanks(base, next));
  };
  const needed = blanks.filter(({ isOptional }) => !isOptional);
  const left = needed.filter(({ words }) => !values[words]?.trim()).length;
  return (
    <Section
      title={blanksTexts.title}
      description={left === 0 ? blanksTexts.done : blanksTexts.left(left, needed.length)}
    >
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {blanks.map(({ words, label, isOptional }) => (
          <TextAreaField
            key={words}
            label={label}
            aside={!isOptional && <span className="text-muted text-sm">{blanksTexts.needed}</span>}
            required={!isOptional}
            rows={1}
            className="field-sizing-content resize-none"
            value={values[words] ?? ''}
            onChange={({ currentTarget }) => set(words, currentTarget.value)}
          />
        ))}
      </div>
    </Section>
  );
}

interface ContextFilesProps {
  files: readonly ChosenFile[];
  onChange: (files: ChosenFile[]) => void;
}

/**
 * Selects files for an engagement that does not exist yet. They are uploaded as soon as it does.
 */
function ContextFiles({ files, onChange }: ContextFilesProps) {
  return (
    <Section
      title={engagementFormTexts.files.title}
      description={engagementFormTexts.files.description}
    >
      <div className="flex flex-col gap-3">
        <DropZone onFiles={(dropped) => onChange([...files, ...dropped])} />
        <ChosenFileList
          drafts={files}
          onRemove={(file) => onChange(files.filter((other) => other !== file))}
        />
      </div>
    </Section>
  );
}

function CreateBar({ busy, error, wrong }: { busy: boolean; error: unknown; wrong: boolean }) {
  return (
    <BottomBar
      error={error}
      remark={wrong ? newEngagementTexts.correct : newEngagementTexts.next}
      wrong={wrong}
    >
      <Link to="/engagements" search={{}} className={buttonStyle()}>
        {newEngagementTexts.cancel}
      </Link>
      <Button kind="primary" type="submit" busy={busy}>
        {busy ? newEngagementTexts.submitting : newEngagementTexts.submit}
      </Button>
    </BottomBar>
  );
}

const replaceTexts = newEngagementTexts.replace;

interface ReplaceDialogProps {
  /** Replacement for the current draft: a template, null for a blank page, undefined for none. */
  waiting: Template | null | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

function ReplaceDialog({ waiting, onAccept, onDecline }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      open={waiting !== undefined}
      onClose={onDecline}
      title={replaceTexts.title}
      confirmLabel={replaceTexts.confirm}
      onConfirm={onAccept}
    >
      {waiting ? replaceTexts.advice(waiting.name) : replaceTexts.scratch}
    </ConfirmDialog>
  );
}

const isBlank = (draft: EngagementDraft) => JSON.stringify(draft) === JSON.stringify(blankDraft);

/**
 * The draft of a new engagement, stored for this tab, and its actions. `asked` is the template id
 * in the URL.
 */
function useNewEngagement(asked: string | undefined) {
  const navigate = route.useNavigate();
  const { tenant } = useSession();
  const kept = usePersistedState(`new-engagement:${tenant.id}`, readDraft, () => blankDraft);
  const { value: draft, change, forget, startOver } = kept;
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const done = useRef(false);
  const create = useCreateEngagement((engagementId) => {
    done.current = true;
    forget();
    // The uploads continue on the plan page. Files that the billing plan forbids were reported when
    // they were chosen.
    uploadQueue.add(
      engagementId,
      files.filter(({ problem }) => !problem),
    );
  });
  const start = useStartingPoint({
    draft,
    change,
    asked,
    onChosen: (template) => void navigate({ search: template ? { template } : {}, replace: true }),
  });
  const isDirty = () => !done.current && (!isBlank(draft) || files.length > 0);
  const isRestored = kept.restored && !isBlank(draft);
  return { draft, change, forget, files, setFiles, create, start, startOver, isDirty, isRestored };
}

interface StartOptions {
  draft: EngagementDraft;
  change: (draft: EngagementDraft) => void;
  asked: string | undefined;
  onChosen: (templateId: string | undefined) => void;
}

/**
 * Starts from a template or a blank page. `waiting` is the one to confirm before it replaces text:
 * null for the blank page.
 */
function useStartingPoint({ draft, change, asked, onChosen }: StartOptions) {
  const { data: templates } = useQuery(templateChoiceQuery);
  const [waiting, setWaiting] = useState<Template | null>();
  const apply = (template: Template | null) => {
    const { name, client, model, ownerId, dueDate } = draft;
    const conduct = { ...draft.conduct, approveAnswer: template?.approveAnswer ?? false };
    const start = template
      ? { ...toEngagementDraft(template), templateId: template.id }
      : blankDraft;
    change({ ...start, name, client, model, conduct, ownerId, dueDate });
    onChosen(template?.id);
    setWaiting(undefined);
  };
  const choose = (template: Template | null) => {
    if (isUntouched(draft, templates ?? [])) apply(template);
    else setWaiting(template);
  };
  // Selects the template of the URL once, when the templates have loaded.
  const preselected = useRef(false);
  useEffect(() => {
    if (!templates || preselected.current) return;
    preselected.current = true;
    const template = templates.find(({ id }) => id === asked);
    if (template && draft.templateId !== template.id) choose(template);
  });
  return {
    choose,
    waiting,
    accept: () => waiting !== undefined && apply(waiting),
    decline: () => setWaiting(undefined),
  };
}

/** Returns whether brief, budget and tasks are unchanged, so that replacing them loses nothing. */
function isUntouched(
  { brief, budget, tasks, templateId }: EngagementDraft,
  templates: readonly Template[],
): boolean {
  const template = templates.find(({ id }) => id === templateId);
  const source = template ? toEngagementDraft(template) : blankDraft;
  return (
    brief === source.brief &&
    budget === source.budget &&
    JSON.stringify(tasks) === JSON.stringify(source.tasks)
  );
}

/**
 * Creates an engagement and navigates to its plan, which is made there. `onCreated` runs before the
 * navigation.
 */
function useCreateEngagement(onCreated: (engagementId: string) => Promise<void> | void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    async mutationFn(draft: EngagementDraft) {
      const body = toEngagementBody(draft);
      const engagement = await callOnce(['createEngagement', body], (options) =>
        api.createEngagement(body, options),
      );
      await onCreated(engagement.id);
      return engagement;
    },
    async onSuccess({ id }) {
      void queryClient.invalidateQueries({ queryKey: ['engagements'] });
      void queryClient.invalidateQueries({ queryKey: ['billing'] });
      await navigate({
        to: '/engagements/$engagementId/plan',
        params: { engagementId: id },
        search: { make: true },
      });
    },
  });
}

const limitTexts = newEngagementTexts.limit;
const settledMs = 60_000;

/** Shows how many engagements the billing plan allows, and to the owner also how many are used. */
function EngagementAllowance() {
  const { tenant, subscription, has } = useSession();
  const { data } = useQuery({ ...billingQuery, staleTime: settledMs, enabled: has('owner') });
  const plan = statusTexts.plan[tenant.plan];
  const limit = billingPlanLimits[tenant.plan].engagementsPerMonth;
  if (subscription.status !== 'active') return <Warning text={limitTexts.noSubscription} />;
  if (limit === null) return <p className="text-muted text-sm">{limitTexts.unlimited(plan)}</p>;
  const used = data?.usage.engagementsThisMonth;
  if (used !== undefined && used >= limit) return <Warning text={limitTexts.none} />;
  return (
    <p className="figures text-muted text-sm">
      {used === undefined
        ? limitTexts.plan(formatCount(limit), plan)
        : limitTexts.some(formatCount(used), formatCount(limit), plan)}
    </p>
  );
}

function Warning({ text }: { text: string }) {
  const { has } = useSession();
  return (
    <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {text}{' '}
      {has('owner') && (
        <Link to="/settings/billing" className={linkStyle}>
          {commonTexts.seePlans}
        </Link>
      )}
    </p>
  );
}

function SampleLink() {
  const sample = useOpenSample();
  return (
    <>
      <Button busy={sample.isPending} onClick={() => sample.mutate()}>
        {sample.isPending ? sampleTexts.opening : sampleTexts.open}
      </Button>
      <FormError error={sample.error} />
    </>
  );
}
