import { ApiError } from '@ecp/contract/declaring/errors';
import type { Agent, CallableModel } from '@ecp/contract/reach/service';
import type { TaskConfiguration, TaskInput } from '@ecp/contract/work/engagements';
import { findCycle } from '@ecp/contract/work/task-graph';
import { createId } from '@ecp/database/create-id';
import type { EngineClient } from '../../kernel/ports.ts';
import { EngineUnavailableError, engineErrorOf } from './engine-client.ts';

/**
 * Checks given tasks and adds missing ids. Errors: `duplicate_task`, `unknown_agent`,
 * `unknown_dependency`, `task_cycle`; `engine_error` when agents are named and the roster is not
 * available.
 */
export async function prepareTasks(
  engine: EngineClient,
  given: TaskInput[],
): Promise<TaskConfiguration[]> {
  const tasks = given.map((task): TaskConfiguration => ({ ...task, id: task.id ?? createId() }));
  const ids = new Set<string>();
  for (const { id } of tasks) {
    if (ids.has(id)) throw new ApiError('duplicate_task', { values: { task: id } });
    ids.add(id);
  }
  for (const task of tasks) {
    const unknown = task.dependsOn?.find((dependency) => !ids.has(dependency));
    if (unknown !== undefined) {
      throw new ApiError('unknown_dependency', { values: { task: task.id, dependency: unknown } });
    }
  }
  const cycle = findCycle(tasks);
  if (cycle)
    throw new ApiError('task_cycle', { values: { cycle: [...cycle, cycle[0]].join(' → ') } });
  await requireKnownAgents(engine, tasks);
  return tasks;
}

async function requireKnownAgents(engine: EngineClient, tasks: TaskConfiguration[]): Promise<void> {
  const named = tasks.flatMap(({ agent }) =>
    agent === undefined || agent === null ? [] : [agent],
  );
  if (named.length === 0) return;
  const known = new Set((await readRoster(engine)).map(({ slug }) => slug));
  const unknown = named.find((slug) => !known.has(slug));
  if (unknown !== undefined) throw new ApiError('unknown_agent', { values: { agent: unknown } });
}

/**
 * Checks that the engine has the model for the tenant, if one is named. Errors: `unknown_model`,
 * `engine_error` without a list of models.
 */
export async function requireKnownModel(
  engine: EngineClient,
  tenantId: string,
  model: string | null | undefined,
): Promise<void> {
  if (model === null || model === undefined) return;
  const models = await readModels(engine, tenantId);
  if (!models.some(({ id }) => id === model))
    throw new ApiError('unknown_model', { values: { model } });
}

/** Reads the agents that tasks may name. Error: `engine_error` when the roster is not available. */
export function readRoster(engine: Pick<EngineClient, 'listAgents'>): Promise<Agent[]> {
  return explain(engine.listAgents());
}

/**
 * Reads the models that an engagement may name. Error: `engine_error` when the list is not
 * available.
 */
export function readModels(
  engine: Pick<EngineClient, 'listModels'>,
  tenantId: string,
): Promise<CallableModel[]> {
  return explain(engine.listModels(tenantId));
}

/** Tells whether some model is connected, so that the offline one is not alone. */
export const hasConnectedModel = (models: readonly CallableModel[]): boolean =>
  models.some(({ provider }) => provider !== 'local');

async function explain<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await list;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw engineErrorOf(error);
  }
}
