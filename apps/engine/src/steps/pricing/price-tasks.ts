import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineServices } from '../../kernel/engine-services.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import { judgeModel } from '../../routing/judge-model.ts';
import { previewModels } from '../../routing/preview-models.ts';
import { leadAgent } from '../calling/task-material.ts';
import { countLearnedTasks, learnCallStatistics } from './learn-call-statistics.ts';
import { measurePrompts, measureSources } from './measure-prompts.ts';
import { readHistory } from './read-history.ts';
import type { TaskPurpose } from './shipped-call-statistics.ts';
import { type PlanPrice, simulatePlan } from './simulate-plan.ts';
import type { CandidateWriter, SimulatedTask } from './simulate-task.ts';

export interface PricedTasks extends PlanPrice {
  /** The model that the router currently prefers, by task id. */
  models: Map<string, string>;
  learnedFromTasks: number;
}

/**
 * Estimates what tasks would cost with this material and which models would write them, without calling a model.
 * `remainingNanoUsd` is what the engagement may still spend; the router weighs prices against it.
 */
export async function priceTasks(
  services: EngineServices,
  tenantId: string,
  request: StartRunRequest,
  tasks: EngineTask[],
  remainingNanoUsd: number,
): Promise<PricedTasks> {
  const { database, roster, rubrics } = services;
  const { sources, previous } = request;
  const engagement = briefOf({ input: request, tasks, startedAt: new Date() });
  const judge = judgeModel(services.models);
  const history = await readHistory(database, tenantId);
  const sourcesBytes = measureSources(sources);
  const pinned = request.engagement.model ?? null;
  const models = new Map<string, string>();
  const played: SimulatedTask[] = [];
  for (const task of tasks) {
    const agent = leadAgent(roster, task);
    const own = previous.find(({ taskId }) => taskId === task.id);
    const colleagues = roster.agents.filter(({ slug }) => slug !== agent.slug);
    const earlier = own ? { version: own.version, content: own.content } : null;
    const draft = { engagement, task, agent, previous: earlier, reviewNotes: own?.reviewNotes ?? [] };
    const prompts = measurePrompts({ draft, colleagues, rubric: rubrics[task.kind], sourcesBytes });
    const tasksLeft = tasks.length - played.length;
    const choice = await previewModels(services, tenantId, task, { remainingNanoUsd, tasksLeft, pinned });
    models.set(task.id, choice.best.id);
    const writers = choice.chosen.map((model): CandidateWriter => {
      return { model, statistics: learnCallStatistics(history, task.kind, modelOf(model.id, judge.id)) };
    });
    const hasSources = sources.length > 0;
    const canSearch = hasSources && agent.tools.length > 0;
    played.push({ id: task.id, dependsOn: task.dependsOn, prompts, writers, judge, hasSources, canSearch });
  }
  const finished = new Map(previous.map(({ taskId, content }) => [taskId, Buffer.byteLength(content)]));
  return { ...(await simulatePlan(played, finished)), models, learnedFromTasks: countLearnedTasks(history) };
}

const modelOf = (writer: string, judge: string) => (purpose: TaskPurpose) =>
  purpose === 'observe' || purpose === 'evaluate' ? judge : writer;
