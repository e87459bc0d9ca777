import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { findCycle, freeTaskId } from '@ecp/contract/work/task-graph';
import type { Language } from '@ecp/language/language';
import { synthesisTexts } from '@ecp/language/synthesis-texts';
import type { PlannedTask, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { Roster } from '../../agents/roster.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { makeCall } from '../../call/make-call.ts';
import { emitTogether, eventStatement, type RunRef } from '../../kernel/events.ts';
import {
  briefOf,
  type EngineTask,
  openRun,
  type RunKind,
  readRun,
  type StoredRun,
} from '../../kernel/runs.ts';
import { keepQuestions } from '../../models/offline-model.ts';
import { judgeModels } from '../../routing/judges.ts';
import { toolCallId } from '../../tools/tool-results.ts';
import { askPlanned } from '../calling/call-model.ts';
import { tablesOf } from '../calling/task-record.ts';
import { assignAgent, normalizeTasks } from './normalize-tasks.ts';

/** A plan is as hard as a strategy: everything else follows from it. */
const planningDifficulty = 0.8;

/** Limits the tasks that the engine plans from a brief. */
const maxPlannedTasks = 8;
/** Limits the questions of the planner to people. */
const maxPlannerQuestions = 3;

type PlanOutcome =
  | { outcome: 'planned'; tasks: EngineTask[] }
  | { outcome: 'failed'; failure: RunFailure }
  | { outcome: 'stopped' };

/** Decides the tasks of a run, given or planned, stores them and emits `plan`, each once. */
export async function planRun(
  services: EngineServices,
  ref: RunRef & { kind?: RunKind },
): Promise<PlanOutcome> {
  const run = await readRun(services.database, ref);
  if (run.tasks) return { outcome: 'planned', tasks: run.tasks };
  if (run.input.tasks.length > 0) return storePlan(services, run, run.input.tasks, false);
  const { planner } = services.roster;
  // People read a plan before its run. Its tasks ask what they lack.
  const mayAsk = ref.kind !== 'plan' && (run.input.engagement.askBack ?? 'off') !== 'off';
  const planned = await makeCall(services, {
    tenantId: run.tenantId,
    runId: run.runId,
    engagementId: run.engagementId,
    taskId: null,
    callKey: 'plan',
    purpose: 'plan',
    agentSlug: planner.slug,
    models: judgeModels(services.models),
    difficulty: planningDifficulty,
    gather: async () => ({
      engagement: briefOf(run),
      sources: run.input.sources,
      ...tablesOf(run.input),
      agent: planner,
      roster: services.roster.agents,
      maxTasks: maxPlannedTasks,
      maxQuestions: mayAsk ? maxPlannerQuestions : 0,
    }),
  });
  if (planned.outcome === 'stopped') return { outcome: 'stopped' };
  if (planned.outcome !== 'answered') {
    return failed(
      planned.outcome === 'exhausted' ? planned.reason : 'planning_failed',
      planned.message,
    );
  }
  const repaired = repairPlan(planned.answer.tasks, services.roster, { maxTasks: maxPlannedTasks });
  const complete = await keepQuestions(repaired, briefOf(run));
  const tasks = addSynthesis(complete, services.roster, briefOf(run).language);
  if (tasks.length > 0) {
    if (mayAsk) await askAboutPlan(services, run, tasks, planned.answer.questions ?? []);
    return storePlan(services, run, tasks, true);
  }
  const message =
    'The planner found no task in the brief; describe what is wanted, or add tasks, and start again';
  return failed('planning_failed', message);
}

/** The task that needs an answer most waits for it, if the engagement says so. */
async function askAboutPlan(
  services: EngineServices,
  run: StoredRun,
  tasks: readonly TaskConfiguration[],
  questions: NonNullable<PromptOutputs['plan']['questions']>,
): Promise<void> {
  const { slug: agentSlug } = services.roster.planner;
  const asked = questions.map(({ task, question, assumption, impact }, at) => {
    const taskId = tasks.find(({ id }) => id === task.trim())?.id ?? null;
    const id = toolCallId('a', { ...run, callKey: 'plan' }, at + 1);
    return { id, taskId, agentSlug, question, assumption, impact };
  });
  if (asked.length > 0) await askPlanned(services, run, asked);
}

function toPlanned({
  id,
  name,
  description,
  agentSlug: agent,
  dependsOn,
  filename,
  kind,
}: EngineTask) {
  return {
    id,
    name,
    description,
    agent,
    dependsOn,
    filename,
    ...(kind === 'synthesis' ? { synthesis: true } : { kind }),
  };
}

const failed = (reason: RunFailure['reason'], message: string): PlanOutcome => {
  return { outcome: 'failed', failure: { reason, message } };
};

async function storePlan(
  services: EngineServices,
  run: StoredRun,
  given: TaskConfiguration[],
  planned: boolean,
): Promise<PlanOutcome> {
  const { rerunTaskId, rerunTaskIds, previous } = run.input;
  const all = normalizeTasks(
    given,
    services.roster,
    new Map(previous.map(({ taskId, filename }) => [taskId, filename])),
  );
  const chosen = rerunTaskIds ?? (rerunTaskId === null ? null : [rerunTaskId]);
  const isNoted = ({ reviewNotes, comments = [] }: (typeof previous)[number]) =>
    reviewNotes.length + comments.length > 0;
  const noted = new Set(previous.filter(isNoted).map(({ taskId }) => taskId));
  const again: EngineTask[] = all
    .filter(({ id }) => chosen?.includes(id))
    .map((task) => (noted.has(task.id) ? { ...task, amends: true } : task));
  const owned = new Set(
    previous.filter((one) => (one.lockedSections ?? []).length > 0).map(({ taskId }) => taskId),
  );
  const tasks = (chosen ? again : all).map((task): EngineTask => {
    const isChallenged =
      run.input.engagement.adversary === true && task.kind === 'synthesis' && !task.amends;
    return {
      ...task,
      ...(isChallenged && { isChallenged }),
      ...(owned.has(task.id) && { keepsSections: true as const }),
    };
  });
  if (tasks.length === 0)
    return failed('task_missing', 'The task to rerun is no longer in the engagement');
  const names = tasks.map(({ name }) => name).join('; ');
  const message = `${planned ? 'Planned' : 'Given'} ${tasks.length} task${tasks.length === 1 ? '' : 's'}: ${names}`;
  // All at once, so that a repeated step that finds the tasks emits nothing more.
  await emitTogether(services, run.tenantId, [
    {
      name: 'store_plan',
      text: `update engine.runs set tasks = $3 where (tenant_id, id) = (${openRun}) and tasks is null`,
      values: [run.tenantId, run.runId, JSON.stringify(tasks)],
    },
    eventStatement(run, 'plan', { type: 'plan', planned, tasks: tasks.map(toPlanned) }),
    eventStatement(run, 'log:plan', {
      type: 'log',
      level: 'info',
      code: 'plan_ready',
      agent: null,
      taskId: null,
      message,
    }),
  ]);
  return { outcome: 'planned', tasks };
}

/** A task name may be as long as an engagement name. */
interface PlanBounds {
  maxTasks: number;
}

const maxNameLength = 200;
const maxDescriptionLength = 4_000;

function renameDoubles(tasks: readonly PlannedTask[]): PlannedTask[] {
  const taken = new Set<string>();
  return tasks.map((task, index) => {
    const id = freeTaskId(task.id.trim() || `task-${index + 1}`, taken);
    taken.add(id);
    return { ...task, id };
  });
}

/** Removes from each cycle one dependency of its task that comes first in the plan. */
function breakCycles(tasks: readonly PlannedTask[]): PlannedTask[] {
  const open = tasks.map((task) => ({ ...task }));
  for (let cycle = findCycle(open); cycle; cycle = findCycle(open)) {
    const members = cycle;
    const first = open.find((task) => members.includes(task.id));
    if (!first) break;
    const next = members[(members.indexOf(first.id) + 1) % members.length];
    first.dependsOn = first.dependsOn.filter((id) => id !== next);
  }
  return open;
}

/**
 * Repairs names, ids, dependencies and agents of a model's plan. Equal plans give equal tasks;
 * empty if none is left.
 */
export function repairPlan(
  plan: readonly PlannedTask[],
  roster: Roster,
  { maxTasks }: PlanBounds,
): PlannedTask[] {
  const named = plan.filter((task) => task.name.trim() !== '').slice(0, maxTasks);
  const renamed = renameDoubles(named);
  const ids = new Set(renamed.map((task) => task.id));
  const repaired = renamed.map((task) => {
    const name = task.name.trim().slice(0, maxNameLength).trimEnd().toWellFormed();
    const description = task.description.trim().slice(0, maxDescriptionLength).toWellFormed();
    const agent = roster.find(task.agent)?.assignable
      ? task.agent
      : assignAgent({ name, description }, roster).slug;
    const wanted = new Set(task.dependsOn.map((id) => id.trim()));
    return {
      id: task.id,
      name,
      description,
      agent,
      ...(task.kind && { kind: task.kind }),
      dependsOn: [...wanted].filter((id) => ids.has(id) && id !== task.id),
    };
  });
  return breakCycles(repaired);
}

/** Sets the least number of tasks of a plan with a synthesis. */
const fewestTasks = 3;

/** Adds a synthesis, which depends on all other tasks, to a plan of three tasks or more. */
export function addSynthesis(
  tasks: readonly PlannedTask[],
  roster: Roster,
  language: Language,
): TaskConfiguration[] {
  if (tasks.length < fewestTasks) return [...tasks];
  const last = tasks.find(({ id, dependsOn }) =>
    tasks.every((task) => task.id === id || dependsOn.includes(task.id)),
  );
  if (last) return [...tasks.filter((task) => task !== last), { ...last, synthesis: true }];
  const texts = synthesisTexts[language];
  const dependsOn = tasks.map(({ id }) => id);
  const id = freeTaskId('synthesis', new Set(dependsOn));
  return [
    ...tasks,
    { id, ...texts, agent: assignAgent(texts, roster).slug, dependsOn, synthesis: true },
  ];
}
