import type { EngagementDetail, TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  engagementQuery,
  isActive,
  overviewQuery,
  planQuery,
  requestPlan,
} from '../../base/api/engagement-queries.ts';
import { formatDuration } from '../../base/format/format.ts';
import { usePersistedState } from '../../base/session/persisted-state.ts';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { focusFirstProblem, LeaveGuard } from '../../base/ui/forms.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { UploadList } from '../../shared/attachments/upload-list.tsx';
import { useUploads } from '../../shared/attachments/upload-queue.ts';
import { TaskEditor } from '../tasks/task-editor.tsx';
import { areTasksFine, checkTasks, readTasks } from '../tasks/tasks.ts';
import { usePlan } from '../use-plan.ts';
import { PlanView, useAcceptPlan } from './plan-view.tsx';
import { planTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

export function PlanPage() {
  const { engagementId } = route.useParams();
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { plan, error, retry } = usePlan(engagementId);
  const make = useMakePlan(engagementId);
  const waitsForFiles = useMakeOnArrival(engagementId, make.mutate);
  const [editing, setEditing] = useState(false);
  if (error && plan === undefined) return <ErrorState error={error} onRetry={retry} />;
  if (!engagement || plan === undefined) return <SkeletonRows className="h-14 w-full" />;
  if (make.startedMs !== undefined) return <PlanningProgress startedMs={make.startedMs} />;
  return (
    <div className="flex flex-col gap-6">
      {/* The files of a new engagement may still be uploading. */}
      <UploadList engagementId={engagementId} />
      <FormError error={make.error} />
      {waitsForFiles ? (
        <p role="status" className="text-muted">
          {planTexts.waitsForFiles}
        </p>
      ) : plan === null ? (
        <NoPlan engagement={engagement} onMake={() => make.mutate()} />
      ) : editing ? (
        <PlanEditor
          plan={plan}
          engagement={engagement}
          onClose={() => setEditing(false)}
          onAccepted={() => make.mutate()}
        />
      ) : (
        <PlanView
          plan={plan}
          engagement={engagement}
          onMake={() => make.mutate()}
          onEdit={() => setEditing(true)}
        />
      )}
    </div>
  );
}

/** Requests a plan. A user who leaves the page and returns sees its progress, or why it failed. */
function useMakePlan(engagementId: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['plan', engagementId];
  const last = useMutationState({ filters: { mutationKey }, select: ({ state }) => state }).at(-1);
  const make = useMutation({
    mutationKey,
    meta: { showsError: true },
    mutationFn: () => requestPlan(engagementId),
    async onSuccess(plan) {
      queryClient.setQueryData(planQuery(engagementId).queryKey, plan);
      await queryClient.invalidateQueries({ queryKey: overviewQuery(engagementId).queryKey });
    },
  });
  return {
    /** Start time of the active request; undefined if there is none. */
    startedMs: last?.status === 'pending' ? last.submittedAt : undefined,
    error: last?.error,
    mutate: () => make.mutate(),
  };
}

const planRoute = getRouteApi('/shell/engagements/$engagementId/plan');

/**
 * Makes the first plan for a person who asked for it on the page before, once the chosen files have
 * been sent. After a failed upload it leaves the plan to the person, because it costs money and
 * would not know the file. Returns whether it still waits for files.
 */
function useMakeOnArrival(engagementId: string, make: () => void): boolean {
  const { make: isAsked = false } = planRoute.useSearch();
  const navigate = planRoute.useNavigate();
  const { has } = useSession();
  const { plan } = usePlan(engagementId);
  const uploads = useUploads(engagementId);
  const isSending = uploads.some(({ state }) => state !== 'failed');
  const mayMake = isAsked && plan !== undefined && uploads.length === 0;
  const isDone = useRef(false);
  useEffect(() => {
    if (!mayMake || isDone.current) return;
    isDone.current = true;
    // The address changes first, so that going back makes no plan.
    void navigate({ search: {}, replace: true });
    if (plan === null && has('member')) make();
  });
  return isAsked && isSending;
}

const emptyTexts = planTexts.empty;

/**
 * Shown before the first plan: explains its purpose and cost, and has the button that creates it.
 */
function NoPlan({ engagement, onMake }: { engagement: EngagementDetail; onMake: () => void }) {
  const { has } = useSession();
  const may = has('member') && !isActive(engagement.status);
  const make = may && (
    <Button kind="primary" onClick={onMake}>
      {emptyTexts.make}
    </Button>
  );
  return (
    <EmptyState icon={Calculator} title={emptyTexts.title} action={make}>
      {!has('member')
        ? emptyTexts.viewer
        : isActive(engagement.status)
          ? planTexts.states.active.advice
          : engagement.tasks.length === 0
            ? emptyTexts.planned
            : emptyTexts.priced}
    </EmptyState>
  );
}

const progressTexts = planTexts.progress;

function PlanningProgress({ startedMs }: { startedMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-3 rounded-xl border px-6 py-14 text-center"
    >
      <h2 className="font-semibold text-lg">{progressTexts.title}</h2>
      <p className="max-w-md text-muted">{progressTexts.steps}</p>
      <div aria-hidden className="my-2 h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-hover">
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
      <p aria-hidden className="figures text-muted text-sm">
        {progressTexts.elapsed(formatDuration(nowMs - startedMs))}
      </p>
    </div>
  );
}

const actionTexts = planTexts.actions;

interface PlanEditorProps {
  plan: Plan;
  engagement: EngagementDetail;
  onClose: () => void;
  /** Called when the tasks belong to the engagement. Pricing them again is free. */
  onAccepted: () => void;
}

function PlanEditor({ plan, engagement, onClose, onAccepted }: PlanEditorProps) {
  const planned = (): TaskConfiguration[] =>
    plan.tasks.map((task) => toTask(task, engagement.tasks));
  const {
    value: tasks,
    change,
    forget,
  } = usePersistedState(`plan:${plan.engagementId}:${plan.createdAt}`, readTasks, planned);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  const accept = useAcceptPlan(engagement.id, true);
  const close = () => {
    done.current = true;
    forget();
    onClose();
  };
  const save = () => {
    setTried(true);
    if (!areTasksFine(checkTasks(tasks))) return focusFirstProblem(box);
    const onSuccess = () => {
      close();
      onAccepted();
    };
    accept.mutate({ tasks }, { onSuccess });
  };
  return (
    <div ref={box} className="flex flex-col gap-4">
      <PartHeader title={planTexts.editor.title} description={planTexts.editor.advice} />
      <TaskEditor tasks={tasks} onChange={change} showsMissing={tried} />
      <FormError error={accept.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{actionTexts.cancelEdit}</Button>
        <Button kind="primary" busy={accept.isPending} disabled={tasks.length === 0} onClick={save}>
          {actionTexts.saveEdited}
        </Button>
      </div>
      <LeaveGuard
        isDirty={() => !done.current && JSON.stringify(tasks) !== JSON.stringify(planned())}
        onDiscard={forget}
      />
    </div>
  );
}

/** Merges a planned task with the other fields of the engagement's task that has the same id. */
export function toTask(
  { id, name, description, agent, kind, dependsOn }: Plan['tasks'][number],
  current: readonly TaskConfiguration[],
): TaskConfiguration {
  const synthesis = kind === 'synthesis' && { synthesis: true };
  return {
    ...current.find((task) => task.id === id),
    id,
    name,
    description,
    agent,
    dependsOn,
    ...synthesis,
  };
}
