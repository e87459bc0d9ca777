import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineServices } from '../../call/engine-services.ts';
import type { EngineTask } from '../../kernel/runs.ts';
import { briefOf } from '../../kernel/runs.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { learnFrom, previewModels } from '../../routing/choose-model.ts';
import { foreignModels, judgeModel, supportJudges } from '../../routing/judges.ts';
import { readPastTasks } from '../../routing/past-tasks.ts';
import { leadAgent } from '../calling/task-material.ts';
import type { TaskPurpose } from './call-statistics.ts';
import { countLearnedTasks, learnCallStatistics, measurePrompts, readHistory } from './call-statistics.ts';
import type { CandidateWriter, SimulatedTask } from './simulate-plan.ts';
import { type PlanPrice, simulatePlan } from './simulate-plan.ts';

/** The money that is left to the engagement, which the router weighs, and the price of a search of the web. */
interface Purse {
  remainingNanoUsd: number;
  /** Null without research. */
  searchNanoUsd: number | null;
}

export interface PricedTasks extends PlanPrice {
  /** The model that the router currently prefers, by task id. */
  models: Map<string, string>;
  learnedFromTasks: number;
}

/**
 * Estimates what tasks would cost with this material and which models would write them, without calling a model.
 */
export async function priceTasks(
  services: EngineServices,
  tenantId: string,
  request: StartRunRequest,
  tasks: EngineTask[],
  { remainingNanoUsd, searchNanoUsd }: Purse,
): Promise<PricedTasks> {
  const { database, models: catalog, roster, rubrics } = services;
  const { sources, previous } = request;
  const engagement = briefOf({ input: request, tasks, startedAt: new Date() });
  const judge = judgeModel(catalog);
  const supportJudge = (writer: CatalogModel) => supportJudges(services, [writer])[0] ?? null;
  const objects = request.engagement.adversary === true;
  const kinds = tasks.map(({ kind }) => kind);
  const [history, pastByKind] = await Promise.all([
    readHistory(database, tenantId),
    readPastTasks(database, tenantId, kinds),
  ]);
  const experiences = new Map([...pastByKind].map(([kind, past]) => [kind, learnFrom(past)]));
  const pinned = request.engagement.model ?? null;
  const models = new Map<string, string>();
  const played: SimulatedTask[] = [];
  for (const task of tasks) {
    const agent = leadAgent(roster, task);
    const own = previous.find(({ taskId }) => taskId === task.id);
    const earlier = own ? { version: own.version, content: own.content } : null;
    const { reviewNotes = [], comments = [] } = own ?? {};
    const draft = { engagement, task, agent, sources, previous: earlier, reviewNotes, comments };
    const tasksLeft = tasks.length - played.length;
    const experience = experiences.get(task.kind) ?? learnFrom([]);
    const choice = previewModels(task, { models: catalog, experience, remainingNanoUsd, tasksLeft, pinned });
    const { observer, evaluator } = roster;
    const known = { draft, observer, evaluator, rubric: rubrics[task.kind], model: choice.best };
    const prompts = measurePrompts(known);
    models.set(task.id, choice.best.id);
    const writers = choice.chosen.map((model): CandidateWriter => {
      return { model, statistics: learnCallStatistics(history, task.kind, modelOf(model, judge, supportJudge)) };
    });
    const hasSources = sources.length > 0;
    const canSearch = hasSources && agent.tools.length > 0;
    const mayConsult = mayHaveUnseen(task, tasks, previous);
    const facts = { id: task.id, dependsOn: task.dependsOn, hasSources, canSearch, mayConsult };
    const challenger = (writer: CatalogModel) =>
      objects && task.kind === 'synthesis' ? (foreignModels(catalog, [writer])[0] ?? null) : null;
    played.push({ ...facts, prompts, writers, judge, supportJudge, challenger, searchNanoUsd });
  }
  const finished = new Map(previous.map(({ taskId, content }) => [taskId, Buffer.byteLength(content)]));
  return { ...(await simulatePlan(played, finished)), models, learnedFromTasks: countLearnedTasks(history) };
}

const modelOf =
  (writer: CatalogModel, judge: CatalogModel, supportJudge: (writer: CatalogModel) => CatalogModel | null) =>
  (purpose: TaskPurpose): string => {
    if (purpose === 'judge' || purpose === 'challenge') return (supportJudge(writer) ?? writer).id;
    return purpose === 'observe' || purpose === 'evaluate' ? judge.id : writer.id;
  };

/** Returns true if documents that the task does not build on are finished when it starts, as far as the plan tells. */
function mayHaveUnseen(task: EngineTask, tasks: EngineTask[], previous: StartRunRequest['previous']): boolean {
  const earlier = new Set(previous.map(({ taskId }) => taskId));
  const startsLater = task.dependsOn.length > 0;
  return tasks.some(({ id, agentSlug, dependsOn }) => {
    const isUnseen = id !== task.id && agentSlug !== task.agentSlug && !task.dependsOn.includes(id);
    return isUnseen && (earlier.has(id) || (startsLater && dependsOn.length === 0));
  });
}
