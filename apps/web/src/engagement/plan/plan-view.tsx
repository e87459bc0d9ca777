import type { EngagementOverview } from '@ecp/contract/reach/overview';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { AcceptPlanBody, Plan } from '@ecp/contract/work/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../base/api/client.ts';
import { isActive, overviewQuery } from '../../base/api/engagement-queries.ts';
import { useAgentNames } from '../../base/api/firm-queries.ts';
import {
  formatAgo,
  formatRoughDuration,
  formatShare,
  formatUsd,
} from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { Section } from '../../base/ui/layout/page.tsx';
import { Warning } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { warnOfPlan } from '../../shared/runs/price-warnings.ts';
import { useRunView } from '../run-view.ts';
import { appearanceOf } from '../tasks/task-appearance.ts';
import { BoardPaperBadge } from '../tasks/task-marks.tsx';
import { TaskGraph } from '../tasks/task-overview.tsx';
import { listNeeds, nameTasks } from '../tasks/texts.ts';
import { comparePlan, type PlanState } from './compare-plan.ts';
import { StartRunDialog, useStartRun } from './start-run.tsx';
import { planTexts } from './texts.ts';

interface PlanViewProps {
  plan: Plan;
  engagement: EngagementDetail;
  onMake: () => void;
  onEdit: () => void;
}

export function PlanView({ plan, engagement, onMake, onEdit }: PlanViewProps) {
  const [selected, select] = useSelectedTask();
  const state = comparePlan(plan, engagement);
  const { data: overview } = useQuery(overviewQuery(engagement.id));
  const { title, advice } = planTexts.states[isActive(engagement.status) ? 'active' : state];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-52 flex-1">
          <h2 className="font-semibold text-lg">{title}</h2>
          <p className="text-muted">{advice}</p>
        </div>
        {!isActive(engagement.status) && (
          <PlanActions
            plan={plan}
            engagement={engagement}
            overview={overview}
            state={state}
            onMake={onMake}
            onEdit={onEdit}
          />
        )}
      </div>
      <PlanCost plan={plan} budget={engagement.budget} overview={overview} />
      <div className="flex min-w-0 flex-col gap-3">
        <h2 className="font-semibold">{planTexts.tasks.title(plan.tasks.length)}</h2>
        <PlanGraph plan={plan} engagement={engagement} selected={selected} onSelect={select} />
        <PlanTasks tasks={plan.tasks} selected={selected} />
      </div>
      <PlanAssumptions plan={plan} pinned={engagement.model} />
    </>
  );
}

/**
 * The task that was clicked in the graph, and how to select one: its row comes into view and takes
 * the focus.
 */
function useSelectedTask(): [string | undefined, (taskId: string) => void] {
  const [selected, setSelected] = useState<string>();
  const select = (taskId: string) => {
    setSelected(taskId);
    document.getElementById(planTaskElementId(taskId))?.focus();
  };
  return [selected, select];
}

const actionTexts = planTexts.actions;
const startLabels = {
  proposed: 'acceptAndStart',
  current: 'start',
  finished: 'startAgain',
  stale: 'start',
} as const satisfies Record<PlanState, keyof typeof actionTexts>;

interface PlanActionsProps {
  plan: Plan;
  engagement: EngagementDetail;
  overview: EngagementOverview | undefined;
  state: PlanState;
  onMake: () => void;
  onEdit: () => void;
}

function PlanActions({ plan, engagement, overview, state, onMake, onEdit }: PlanActionsProps) {
  const { has } = useSession();
  const [starting, setStarting] = useState(false);
  const accept = useAcceptPlan(engagement.id);
  const freeStart = useStartRun(engagement.id, undefined, false);
  if (!has('member')) return null;
  const spent = overview?.money.spent ?? plan.spent;
  // What costs nothing needs no second question.
  const isFree = state === 'current' && plan.cost.high === 0 && spent < engagement.budget;
  const isStale = state === 'stale';
  return (
    <div className="flex flex-wrap gap-2">
      {/* The primary action for a stale plan is a new one. */}
      <Button kind={isStale ? 'primary' : 'quiet'} onClick={onMake}>
        {engagement.tasks.length === 0 ? actionTexts.again : actionTexts.priceAgain}
      </Button>
      {!isStale && <Button onClick={onEdit}>{actionTexts.edit}</Button>}
      {state === 'proposed' && (
        <Button busy={accept.isPending} onClick={() => accept.mutate({ planId: plan.id })}>
          {actionTexts.accept}
        </Button>
      )}
      <Button
        icon={Play}
        kind={isStale || state === 'finished' ? 'secondary' : 'primary'}
        busy={freeStart.isPending}
        onClick={() => (isFree ? freeStart.mutate() : setStarting(true))}
      >
        {actionTexts[startLabels[state]]}
      </Button>
      <StartRunDialog
        engagement={engagement}
        spent={spent}
        seconds={overview?.expected.seconds ?? null}
        cost={isStale ? undefined : plan.cost}
        accepts={state === 'proposed' ? plan : undefined}
        open={starting}
        onClose={() => setStarting(false)}
      />
    </div>
  );
}

/**
 * Accepts the plan, unchanged or with these tasks, as the engagement's tasks
 * (docs/requirements/planning.md).
 */
export function useAcceptPlan(engagementId: string, showsError = false) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { showsError },
    mutationFn: (input: AcceptPlanBody) => api.acceptPlan({ id: engagementId, ...input }),
    onSuccess: () => showDoneToast(planTexts.accepted),
    // Refetches even after a refusal, because there may be a newer plan.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['engagements'] }),
  });
}

const costTexts = planTexts.cost;

interface PlanCostProps {
  plan: Plan;
  budget: number;
  /** Undefined while it loads; the plan knows what was spent when it was made. */
  overview: EngagementOverview | undefined;
}

function PlanCost({ plan, budget, overview }: PlanCostProps) {
  const { cost, cachedShare = 0, savedUsd = 0 } = plan;
  const spent = overview?.money.spent ?? plan.spent;
  const expected = overview?.expected;
  const left = Math.max(0, budget - spent);
  const isFree = cost.high === 0;
  return (
    <Section title={costTexts.title}>
      <div className="flex flex-col gap-5">
        <dl className="flex flex-wrap gap-x-12 gap-y-4">
          <Figure
            term={costTexts.expected}
            value={isFree ? costTexts.free : formatUsd(cost.expected)}
            remark={
              isFree
                ? costTexts.freeHint
                : costTexts.range(formatUsd(cost.low), formatUsd(cost.high))
            }
          />
          <Figure
            term={costTexts.left}
            value={formatUsd(left)}
            remark={[
              costTexts.ofBudget(formatUsd(budget)),
              spent > 0 ? costTexts.spent(formatUsd(spent)) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          />
          {expected && expected.seconds !== null && (
            <Figure
              term={costTexts.time}
              value={costTexts.about(formatRoughDuration(expected.seconds))}
              remark={
                expected.learnedFromTasks > 0
                  ? costTexts.learned(expected.learnedFromTasks)
                  : costTexts.usual
              }
            />
          )}
          {savedUsd > 0 && (
            <Figure
              term={costTexts.saved}
              value={formatUsd(savedUsd)}
              remark={costTexts.cached(formatShare(cachedShare))}
            />
          )}
        </dl>
        {!isFree && <CostRangeFigure cost={cost} left={left} />}
        {warnOfPlan(plan).map((warning) => (
          <Warning key={warning}>{warning}</Warning>
        ))}
      </div>
    </Section>
  );
}

function Figure({ term, value, remark }: { term: string; value: string; remark: string }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd>
        <span className="figures font-semibold text-2xl tracking-tight">{value}</span>
        <span className="figures block text-muted text-sm">{remark}</span>
      </dd>
    </div>
  );
}

const percent = (share: number) => `${Math.min(100, share * 100)}%`;

function CostRangeFigure({ cost, left }: { cost: Plan['cost']; left: number }) {
  const { low, expected, high } = cost;
  const whole = Math.max(high, left) * 1.05;
  const exceeds = high > left;
  return (
    <div
      role="img"
      aria-label={costTexts.picture(
        formatUsd(expected),
        formatUsd(low),
        formatUsd(high),
        formatUsd(left),
      )}
      className="flex flex-col gap-2"
    >
      <div className="relative h-8">
        <div className="absolute inset-x-0 top-2.5 h-3 rounded-full bg-sunken" />
        <div
          className={`absolute top-2.5 h-3 min-w-1.5 rounded-full opacity-45 ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          style={{ left: percent(low / whole), width: percent((high - low) / whole) }}
        />
        <div
          className={`absolute top-1.5 h-5 w-0.75 rounded-full ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          style={{ left: percent(expected / whole) }}
        />
        <div
          className="absolute inset-y-0 border-ink border-l-2 border-dashed"
          style={{ left: percent(left / whole) }}
        />
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        <Legend
          mark={`h-3 w-4 rounded-full opacity-45 ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          text={costTexts.legend.range}
        />
        <Legend
          mark={`h-4 w-0.75 rounded-full ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          text={costTexts.legend.expected}
        />
        <Legend mark="h-4 border-ink border-l-2 border-dashed" text={costTexts.legend.left} />
      </ul>
    </div>
  );
}

function Legend({ mark, text }: { mark: string; text: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className={mark} />
      {text}
    </li>
  );
}

interface PlanGraphProps {
  plan: Plan;
  engagement: EngagementDetail;
  selected: string | undefined;
  onSelect: (taskId: string) => void;
}

/**
 * Shows the tasks of a plan in their order with agents and cost ranges; during a run, each in its
 * state.
 */
function PlanGraph({ engagement, plan, ...props }: PlanGraphProps) {
  const costs = new Map(
    plan.tasks.flatMap(({ id, cost: { low, high } }) =>
      high > 0 ? [[id, planTexts.tasks.costRange(formatUsd(low), formatUsd(high))]] : [],
    ),
  );
  const graph = { ...props, tasks: plan.tasks, costs };
  return isActive(engagement.status) ? (
    <LiveGraph engagementId={engagement.id} {...graph} />
  ) : (
    <TaskGraph {...graph} />
  );
}

type LiveGraphProps = Omit<Parameters<typeof TaskGraph>[0], 'looks'> & { engagementId: string };

function LiveGraph({ engagementId, ...graph }: LiveGraphProps) {
  const view = useRunView(engagementId);
  const asking = new Set(view?.openQuestions.map(({ taskId }) => taskId));
  const looks =
    view &&
    new Map(
      view.projection.tasks.map((task) => [
        task.id,
        appearanceOf(task, view.status, asking.has(task.id)),
      ]),
    );
  return <TaskGraph {...graph} looks={looks} />;
}

const taskTexts = planTexts.tasks;

interface PlanTasksProps {
  tasks: Plan['tasks'];
  selected: string | undefined;
}

/**
 * Returns the id of the element of a task, which takes the focus when the task is clicked in the
 * graph.
 */
const planTaskElementId = (taskId: string): string => `plan-task-${taskId}`;

/**
 * Lists the tasks of a plan with their numbers, what each needs, its agent, its model and its cost.
 */
function PlanTasks({ tasks, selected }: PlanTasksProps) {
  const nameOf = useAgentNames();
  return (
    <ol aria-label={taskTexts.caption} className="divide-y rounded-xl border bg-surface">
      {tasks.map((task, index) => {
        const { id, name, agent, model, kind, cost, dependsOn } = task;
        const needs = listNeeds(tasks, dependsOn);
        return (
          <li
            key={id}
            id={planTaskElementId(id)}
            tabIndex={-1}
            className={classNames(
              'flex scroll-my-24 items-start gap-3 px-4 py-2.5 focus-visible:-outline-offset-2',
              id === selected && 'bg-accent-soft',
            )}
          >
            <span aria-hidden className="figures w-5 shrink-0 text-right text-muted">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1 gap-x-6 md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="min-w-0">
                <span className="wrap-anywhere font-medium">{name}</span>{' '}
                {kind === 'synthesis' && <BoardPaperBadge name={name} />}
                {needs && (
                  <span
                    className="block text-muted text-sm"
                    title={nameTasks(tasks, dependsOn).join(', ')}
                  >
                    {needs}
                  </span>
                )}
              </div>
              <div className="min-w-0 max-md:text-muted max-md:text-sm">
                {nameOf(agent)}
                {model === offlineModelId ? (
                  <span className="block text-muted text-sm">{planTexts.offlineModel}</span>
                ) : (
                  <code className="block truncate text-muted text-sm">{model}</code>
                )}
              </div>
            </div>
            <Cost cost={cost} />
          </li>
        );
      })}
    </ol>
  );
}

function Cost({ cost: { low, expected, high } }: { cost: Plan['cost'] }) {
  return (
    <span className="figures shrink-0 whitespace-nowrap text-right">
      {formatUsd(expected)}
      {high > 0 && (
        <span className="block text-muted text-sm">
          {taskTexts.costRange(formatUsd(low), formatUsd(high))}
        </span>
      )}
    </span>
  );
}

const assumptionTexts = planTexts.assumptions;

function PlanAssumptions({ plan, pinned }: { plan: Plan; pinned: string | null }) {
  const { learnedFromTasks, planningCost, createdAt } = plan;
  const points = [
    learnedFromTasks > 0 ? assumptionTexts.learned(learnedFromTasks) : assumptionTexts.shipped,
    pinned === null ? assumptionTexts.models : assumptionTexts.pinned(pinned),
    planningCost > 0 ? assumptionTexts.planning(formatUsd(planningCost)) : '',
    assumptionTexts.made(formatAgo(createdAt)),
  ];
  return (
    <section aria-label={assumptionTexts.title} className="text-muted text-sm">
      <h3 className="font-medium text-ink">{assumptionTexts.title}</h3>
      <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-4">
        {points.filter(Boolean).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
