import { runAsTenant } from '@ecp/database/current-tenant';
import { defineWorkflow } from '@ecp/durable-work/workflow';
import { inSpan } from '@ecp/tracing/in-span';
import { trace } from '@opentelemetry/api';
import type { CallDependencies } from '../call/types/model-call.ts';
import { readRun } from '../kernel/runs/run-store.ts';
import type { TaskResult } from '../kernel/runs/task-state.ts';
import { routeTask } from '../routing/route-task.ts';
import { TaskEndedError, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runStep } from '../steps/calling/durable-step.ts';
import { emitTaskComplete, emitTaskStarted } from '../steps/calling/emit-task-events.ts';
import { gatherMaterial } from '../steps/calling/task-material.ts';
import { consultColleagues } from '../steps/consulting/consult-colleagues.ts';
import { type Colleague, findColleagues } from '../steps/consulting/find-colleagues.ts';
import { evaluateDeliverable } from '../steps/evaluating/evaluate-deliverable.ts';
import { publishChecked } from './publish-checked.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Defines the durable workflow of a task: choose the model, ask colleagues, draft, observe, revise once if weak or
 * truncated, check the citations and deliver, evaluate.
 * The workflow decides. Every line with an outside effect is a step that may be repeated (architecture, rule 6).
 */
export function defineTaskWorkflow(services: CallDependencies): (input: TaskWorkflowInput) => Promise<TaskResult> {
  async function runTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const { task } = input;
    let result: TaskResult;
    try {
      result = await executeTask(services, input);
    } catch (error) {
      if (!(error instanceof TaskEndedError)) throw error;
      result = error.result;
    }
    await runStep(`end:${task.id}`, () => emitTaskComplete(services, input, task, result));
    trace.getActiveSpan()?.setAttribute('task.outcome', result.state);
    return result;
  }
  function tracedTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const attributes = { 'run.id': input.runId, 'agent.slug': input.task.agentSlug };
    return runAsTenant(input.tenantId, () =>
      inSpan('task', { parent: input.traceparent, attributes }, () => runTask(input)),
    );
  }
  return defineWorkflow('task', tracedTask);
}

async function executeTask(services: CallDependencies, input: TaskWorkflowInput): Promise<TaskResult> {
  const { task } = input;
  const { colleagues, ...models } = await runStep('route', () => prepareTask(services, input));
  const consultations = await consultColleagues(services, input, models, colleagues);
  const material = async () => {
    const run = await readRun(services.database, input);
    return { ...(await gatherMaterial(services.database, services.roster, run, task)), consultations };
  };
  const draft = await writeDraft(services, input, models, material);
  const content = await publishChecked(services, input, models, draft, material);
  const goesOn = await runStep('evaluate', () => evaluateDeliverable(services, input, task, content));
  if (!goesOn) return { state: 'stopped', taskId: task.id };
  return { state: 'completed', taskId: task.id, filename: task.filename };
}

/** Chooses the models of a task and finds the colleagues that it may ask. A pinned model writes alone (contract 8). */
async function prepareTask(
  services: CallDependencies,
  input: TaskWorkflowInput,
): Promise<TaskModels & { colleagues: Colleague[] }> {
  const { task } = input;
  const run = await readRun(services.database, input);
  const pinned = run.input.engagement.model ?? null;
  const routed = await routeTask(services, input, task, { tasksLeft: input.tasksLeft, pinned });
  await emitTaskStarted(services, input, task, routed);
  const optional = [routed.model, ...routed.fallbacks];
  const required = pinned === null ? optional : [routed.model];
  return { required, optional, colleagues: await findColleagues(services, run, task) };
}
