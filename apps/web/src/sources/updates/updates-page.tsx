import type {
  CheckedSource,
  EngagementUpdate,
  Schedule,
  ScheduleBody,
  UpdateChange,
  UpdateStatus,
} from '@ecp/contract/work/recurring';
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { useReadOnOpen } from '../../base/api/waiting-queries.ts';
import { formatDay, formatMoment, formatUsd, formatUtcDay } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { Badge, type Tone } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { DateField } from '../../base/ui/fields/date-input.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { FactLine, Section } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { refreshAfterStart, useEngagementRun } from '../../shared/runs/engagement-run.ts';
import { describeResearchRefusal } from '../research-refusals.ts';
import { updateTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/updates');

export function UpdatesPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['update_proposed'] });
  const schedule = useQuery(scheduleQuery(engagementId));
  const updates = useQuery(updatesQuery(engagementId));
  const failed = [schedule, updates].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (schedule.data === undefined || !updates.data)
    return <SkeletonRows rows={4} className="h-20 w-full" />;
  const open = updates.data.find(({ status }) => status === 'proposed');
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-3xl text-muted">{updateTexts.description}</p>
      {open && <ProposalSection key={open.id} engagementId={engagementId} update={open} />}
      <ScheduleSection engagementId={engagementId} schedule={schedule.data} />
      <CheckList updates={updates.data} />
    </div>
  );
}

const proposalTexts = updateTexts.proposal;

interface ProposalProps {
  engagementId: string;
  update: EngagementUpdate;
}

/**
 * Shows the changes of sources, the affected sections and the price; members start the amendment or
 * dismiss it.
 */
function ProposalSection({ engagementId, update }: ProposalProps) {
  const { changes } = update;
  return (
    <Section
      title={proposalTexts.title}
      description={proposalTexts.lead(changes.length, countDocuments(update))}
    >
      <div className="flex flex-col gap-5">
        <ol className="flex flex-col gap-4">
          {[...changes.entries()].map(([at, change]) => (
            <ChangeItem key={at} engagementId={engagementId} change={change} />
          ))}
        </ol>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t pt-4">
          <Price cost={update.cost} />
          <Decision engagementId={engagementId} update={update} />
        </div>
      </div>
    </Section>
  );
}

function Price({ cost }: Pick<EngagementUpdate, 'cost'>) {
  const isFree = !cost || cost.high === 0;
  return (
    <dl>
      <dt className="text-muted text-sm">{proposalTexts.price}</dt>
      <dd>
        <span className="figures font-semibold text-lg">
          {isFree ? proposalTexts.free : formatUsd(cost.expected)}
        </span>
        {!isFree && (
          <span className="figures ml-2 text-muted text-sm">
            {proposalTexts.range(formatUsd(cost.low), formatUsd(cost.high))}
          </span>
        )}
      </dd>
    </dl>
  );
}

function Decision({ engagementId, update }: ProposalProps) {
  const { has } = useSession();
  const { isActive } = useEngagementRun(engagementId);
  const [asked, setAsked] = useState<'accept' | 'dismiss' | null>(null);
  if (!has('member')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsked('dismiss')}>{proposalTexts.dismiss}</Button>
      <Button kind="primary" disabled={isActive} onClick={() => setAsked('accept')}>
        {isActive ? proposalTexts.busy : proposalTexts.accept}
      </Button>
      {asked && (
        <DecisionDialog
          engagementId={engagementId}
          update={update}
          what={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function DecisionDialog({
  engagementId,
  update,
  what,
  onClose,
}: ProposalProps & { what: 'accept' | 'dismiss'; onClose: () => void }) {
  const decision = useDecision(engagementId, update.id, onClose);
  const isAccept = what === 'accept';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isAccept ? proposalTexts.confirmTitle : proposalTexts.dismissTitle}
      confirmLabel={isAccept ? proposalTexts.accept : proposalTexts.dismiss}
      kind="primary"
      action={decision}
      onConfirm={() => decision.mutate(what)}
    >
      <p>{isAccept ? proposalTexts.confirm(countDocuments(update)) : proposalTexts.dismissLead}</p>
      {isAccept && (
        <div className="mt-3 text-ink">
          <Price cost={update.cost} />
        </div>
      )}
    </ConfirmDialog>
  );
}

const changeTexts = updateTexts.change;

/** Shows one change: its source, the passage before and now, and the sections that rest on it. */
function ChangeItem({ engagementId, change }: { engagementId: string; change: UpdateChange }) {
  const { source, type, before, after } = change;
  return (
    <li className="rounded-lg border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-3 py-2">
        <h3 className="min-w-0 break-words font-medium">{source.title}</h3>
        <Badge tone={type === 'gone' ? 'danger' : 'warn'}>{changeTexts.types[type]}</Badge>
      </div>
      <dl className="grid gap-3 p-3 sm:grid-cols-2">
        <Words term={changeTexts.before} words={before} />
        <Words term={changeTexts.now} words={after} />
      </dl>
      <div className="border-t px-3 py-2 text-sm">
        <p className="text-muted">{changeTexts.concerns}</p>
        <Places engagementId={engagementId} documents={change.documents} />
      </div>
    </li>
  );
}

function Words({ term, words }: { term: string; words: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className={`whitespace-pre-line break-words ${words === null ? 'text-muted' : ''}`}>
        {words ?? changeTexts.nothing}
      </dd>
    </div>
  );
}

function Places({
  engagementId,
  documents,
}: {
  engagementId: string;
  documents: UpdateChange['documents'];
}) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <ul className="mt-1 flex flex-col gap-1.5">
      {[...documents.entries()].map(([at, { filename, section, footnote, claim }]) => (
        <li key={at} className="min-w-0 break-words">
          <DocumentLink engagementId={engagementId} filename={filename}>
            {titleOf(filename, engagement)}
          </DocumentLink>
          {', '}
          {section === null ? changeTexts.opening : changeTexts.section(section)}
          {footnote !== null && `, ${changeTexts.footnote(footnote)}`}
          <span className="block text-muted">{claim}</span>
        </li>
      ))}
    </ul>
  );
}

/** Accepts or dismisses a proposal. `onDone` runs before the page reads its data again. */
function useDecision(engagementId: string, updateId: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const target = { id: engagementId, updateId };
  return useMutation({
    meta: { showsError: true },
    async mutationFn(what: 'accept' | 'dismiss') {
      if (what === 'accept')
        return proposalTexts.started((await api.acceptUpdate(target)).documents.length);
      await api.dismissUpdate(target);
      return proposalTexts.dismissed;
    },
    async onSuccess(message) {
      onDone();
      showDoneToast(message);
      await Promise.all([
        refreshAfterStart(queryClient, engagementId),
        refreshUpdates(queryClient, engagementId),
      ]);
    },
  });
}

const scheduleTexts = updateTexts.schedule;

interface ScheduleSectionProps {
  engagementId: string;
  schedule: Schedule | null;
}

function ScheduleSection({ engagementId, schedule }: ScheduleSectionProps) {
  const { has } = useSession();
  const [opened, setOpened] = useState<'set' | 'end' | null>(null);
  const close = () => setOpened(null);
  const actions = has('member') && (
    <div className="flex flex-wrap gap-2">
      {schedule && (
        <Button size="small" onClick={() => setOpened('end')}>
          {scheduleTexts.end}
        </Button>
      )}
      <Button size="small" kind={schedule ? undefined : 'primary'} onClick={() => setOpened('set')}>
        {schedule ? scheduleTexts.change : scheduleTexts.set}
      </Button>
    </div>
  );
  return (
    <Section title={scheduleTexts.title} actions={actions}>
      {schedule ? <FactLine facts={toFacts(schedule)} /> : <NoSchedule maySet={has('member')} />}
      {opened === 'set' && (
        <ScheduleDialog engagementId={engagementId} schedule={schedule} onClose={close} />
      )}
      {opened === 'end' && <EndDialog engagementId={engagementId} onClose={close} />}
    </Section>
  );
}

const NoSchedule = ({ maySet }: { maySet: boolean }) => (
  <p className="text-muted">{maySet ? scheduleTexts.none : scheduleTexts.noneReader}</p>
);

const toFacts = ({ every, start, nextAt, createdBy }: Schedule): [string, string][] => [
  [scheduleTexts.every, scheduleTexts.periods[every]],
  [scheduleTexts.start, formatUtcDay(start)],
  [scheduleTexts.next, formatMoment(nextAt)],
  [scheduleTexts.mails, createdBy ?? scheduleTexts.mailsOwner],
];

function EndDialog({ engagementId, onClose }: { engagementId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.deleteSchedule({ id: engagementId }),
    meta: { showsError: true },
    async onSuccess() {
      await refreshUpdates(queryClient, engagementId);
      onClose();
      showDoneToast(scheduleTexts.ended);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={scheduleTexts.endTitle}
      confirmLabel={scheduleTexts.end}
      action={end}
      onConfirm={() => end.mutate()}
    >
      {scheduleTexts.endLead}
    </ConfirmDialog>
  );
}

const periods = Object.entries(scheduleTexts.periods).map(([value, label]) => ({ value, label }));

interface ScheduleDialogProps {
  engagementId: string;
  schedule: Schedule | null;
  onClose: () => void;
}

/** Asks for the interval at which the sources are read again, and for its first day. */
function ScheduleDialog({ engagementId, schedule, onClose }: ScheduleDialogProps) {
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (body: ScheduleBody) => api.setSchedule({ id: engagementId, ...body }),
    meta: { showsError: true },
    async onSuccess() {
      await refreshUpdates(queryClient, engagementId);
      onClose();
      showDoneToast(scheduleTexts.done);
    },
  });
  const tomorrow = dayAfter(new Date());
  const start = schedule?.start.slice(0, 10) ?? '';
  return (
    <Dialog open onClose={onClose} title={scheduleTexts.dialog}>
      <DialogForm
        onSubmit={(event) => set.mutate(readSchedule(event))}
        onCancel={onClose}
        submitLabel={scheduleTexts.submit}
        action={set}
      >
        <SelectField
          label={scheduleTexts.every}
          name="every"
          options={periods}
          defaultValue={schedule?.every ?? 'month'}
        />
        <DateField
          label={scheduleTexts.start}
          hint={scheduleTexts.startHint}
          name="start"
          required
          min={tomorrow}
          defaultValue={start > tomorrow ? start : tomorrow}
          error={fieldError(set.error, 'start')}
        />
      </DialogForm>
    </Dialog>
  );
}

function readSchedule(event: FormEvent<HTMLFormElement>): ScheduleBody {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const every = form.get('every');
  return {
    every: every === 'week' || every === 'quarter' ? every : 'month',
    start: String(form.get('start')),
  };
}

function dayAfter(moment: Date): string {
  return new Date(moment.getTime() + 86_400_000).toISOString().slice(0, 10);
}

const checkTexts = updateTexts.checks;

function CheckList({ updates }: { updates: readonly EngagementUpdate[] }) {
  return (
    <Section title={checkTexts.title}>
      {updates.length === 0 ? (
        <p className="text-muted">{checkTexts.none}</p>
      ) : (
        <ol className="divide-y">
          {updates.map((update) => (
            <CheckItem key={update.id} update={update} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const tones: Record<UpdateStatus, Tone> = {
  checking: 'info',
  unchanged: 'neutral',
  proposed: 'warn',
  accepted: 'good',
  dismissed: 'neutral',
  replaced: 'neutral',
};

function CheckItem({ update }: { update: EngagementUpdate }) {
  const { status, checkedAt, dueAt, sources, changes, decidedBy, decidedAt } = update;
  const at = checkedAt ?? dueAt;
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="figures font-medium">
          {formatMoment(at)}
        </time>
        <Badge tone={tones[status]}>{checkTexts.status[status]}</Badge>
        {changes.length > 0 && (
          <span className="text-muted text-sm">{checkTexts.changed(changes.length)}</span>
        )}
        {decidedBy !== null && decidedAt !== null && (
          <span className="text-muted text-sm">
            {checkTexts.decided(decidedBy, formatDay(decidedAt))}
          </span>
        )}
      </div>
      {sources.length > 0 && <SourceList sources={sources} />}
      {sources.length === 0 && status !== 'checking' && (
        <p className="text-muted text-sm">{checkTexts.noSources}</p>
      )}
    </li>
  );
}

const sourceTones: Record<CheckedSource['outcome'], Tone> = {
  same: 'neutral',
  changed: 'warn',
  gone: 'danger',
  unread: 'info',
};

function SourceList({ sources }: { sources: readonly CheckedSource[] }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded text-muted text-sm">
        {checkTexts.sources(sources.length)}
      </summary>
      <ul className="mt-2 flex flex-col gap-2 text-sm">
        {sources.map(({ kind, source, outcome, reason, detail }) => (
          <li
            key={`${kind} ${source.id}`}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1"
          >
            <Badge tone={sourceTones[outcome]}>{checkTexts.outcomes[outcome]}</Badge>
            <span className="min-w-0 break-words">{source.title}</span>
            {reason !== null && (
              <span className="text-muted">{describeResearchRefusal({ reason, detail })}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const checkingMs = 3_000;

/** The schedule for reading an engagement's sources again; null without one. */
const scheduleQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'schedule', engagementId],
    queryFn: async ({ signal }) =>
      (await api.getSchedule({ id: engagementId }, { signal })).schedule,
  });

/** The checks of an engagement's sources, newest first; read again while one is at work. */
const updatesQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['engagements', 'updates', engagementId],
    queryFn: async ({ signal }) =>
      (await api.listUpdates({ id: engagementId }, { signal })).updates,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isChecking) ? checkingMs : false),
  });

const isChecking = ({ status }: EngagementUpdate) => status === 'checking';

async function refreshUpdates(queryClient: QueryClient, engagementId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: scheduleQuery(engagementId).queryKey }),
    queryClient.invalidateQueries({ queryKey: updatesQuery(engagementId).queryKey }),
  ]);
}

const countDocuments = ({ changes }: EngagementUpdate): number =>
  new Set(changes.flatMap(({ documents }) => documents.map(({ filename }) => filename))).size;
