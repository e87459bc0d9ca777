import { DBOS } from '@dbos-inc/dbos-sdk';
import { activeSpan, inSpan } from '@ecp/tracing/tracer';
import { normalizeMarkdown } from '../agents/prompts/normalize-markdown.ts';
import type { Consultation, PromptInputs, PromptOutputs, PromptPurpose } from '../agents/prompts/prompt-types.ts';
import { cutIssue, isCut, withoutCutNote } from '../calls/cut-answer.ts';
import { type CallDependencies, type CallOutcome, makeCall } from '../calls/make-call.ts';
import { recordConsultation } from '../delegation/record-consultation.ts';
import { evaluateDeliverable } from '../evaluation/evaluate-deliverable.ts';
import type { RunRef } from '../events/emit-event.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { EngineTask } from '../planning/normalize-tasks.ts';
import { judgeModel } from '../routing/judge-model.ts';
import { recordTaskOutcome, routeTask } from '../routing/route-task.ts';
import { announceCut, announceTaskEnd, announceTaskStart, publishDeliverable } from './announce-task.ts';
import { maxRecoveryAttempts, runStep } from './durable-step.ts';
import { readRun } from './run-store.ts';
import { gatherMaterial, leadAgent } from './task-material.ts';
import type { TaskResult } from './task-state.ts';
import { waitWhilePaused } from './wait-while-paused.ts';

/** A draft below this observer score is revised once, if the budget allows. */
const revisionBelow = 75;
/** Colleagues that a lead agent may ask about one task. */
const maxConsultations = 2;

export interface TaskWorkflowInput extends RunRef {
  engagementId: string;
  task: EngineTask;
  /** Tasks of the run that still need money, this one included. */
  tasksLeft: number;
  /** Of the run's span, when it is traced. */
  traceparent?: string;
}

/** Ends a task early: thrown inside the workflow only, never across a step. */
class TaskEnded extends Error {
  readonly result: TaskResult;
  constructor(result: TaskResult) {
    super(result.state);
    this.result = result;
  }
}

/**
 * One task, durable: choose the model, ask colleagues, draft, observe, revise once if weak or cut, deliver, evaluate.
 * The workflow decides; every line that touches the outside is a step that may be repeated (architecture, rule 6).
 */
export function defineTaskWorkflow(services: CallDependencies): (input: TaskWorkflowInput) => Promise<TaskResult> {
  async function runTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const { task } = input;
    let result: TaskResult;
    try {
      result = await executeTask(services, input);
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      result = error.result;
    }
    await runStep(`end:${task.id}`, () => announceTaskEnd(services, input, task, result));
    activeSpan()?.set({ 'task.outcome': result.state });
    return result;
  }
  function tracedTask(input: TaskWorkflowInput): Promise<TaskResult> {
    const attributes = { 'run.id': input.runId, 'agent.slug': input.task.agentSlug };
    return inSpan(services.tracer, 'task', { parent: input.traceparent, attributes }, () => runTask(input));
  }
  return DBOS.registerWorkflow(tracedTask, { name: 'task', maxRecoveryAttempts });
}

async function executeTask(services: CallDependencies, input: TaskWorkflowInput): Promise<TaskResult> {
  const { task } = input;
  const { model } = await runStep('route', async () => {
    const routed = await routeTask(services, input, task, input.tasksLeft);
    await announceTaskStart(services, input, task, routed);
    return routed;
  });
  const consultations = await consultColleagues(services, input, model);
  const { content, score } = await writeDraft(services, input, model, consultations);
  await runStep('publish', async () => {
    await publishDeliverable(services, input, task, content);
    await recordTaskOutcome(services, input, task.id, score);
  });
  const evaluated = await runStep('evaluate', async () => {
    await waitWhilePaused(services, input);
    return evaluateDeliverable(services, input, task, content);
  });
  // The document is delivered and kept; without its score the task counts as failed, with the reason.
  if (evaluated.outcome !== 'answered') throw new TaskEnded(toResult(task, evaluated));
  return { state: 'completed', taskId: task.id, filename: task.filename };
}

async function consultColleagues(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
): Promise<Consultation[]> {
  const { task } = input;
  const { questions } = await call(services, input, model, 'delegate', 'delegate', task.agentSlug, async () => {
    const { roster, database } = services;
    const { input: given } = await readRun(database, input);
    const colleagues = roster.agents.filter(({ slug }) => slug !== task.agentSlug);
    return { engagement: given.engagement, task, agent: leadAgent(roster, task), colleagues };
  });
  const asked = questions
    .filter(({ agentSlug, question }) => agentSlug !== task.agentSlug && question.trim() !== '')
    .filter(({ agentSlug }) => services.roster.find(agentSlug)?.assignable)
    .filter(({ agentSlug }, index, all) => all.findIndex((other) => other.agentSlug === agentSlug) === index)
    .slice(0, maxConsultations);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const key = `consult:${index + 1}`;
    const { answer } = await call(services, input, model, 'consult', key, agentSlug, async () => {
      const { input: given } = await readRun(services.database, input);
      const colleague = leadAgent(services.roster, { ...task, agentSlug });
      const askedBy = leadAgent(services.roster, task);
      return { engagement: given.engagement, task, agent: colleague, askedBy, question, sources: given.sources };
    });
    const consultation = { agentSlug, agentName: services.roster.find(agentSlug)?.name ?? agentSlug, question, answer };
    await runStep(`record:${key}`, () => recordConsultation(services, input, task, key, consultation));
    consultations.push(consultation);
  }
  return consultations;
}

async function writeDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  consultations: Consultation[],
): Promise<{ content: string; score: number | null }> {
  const { task } = input;
  const material = async () => {
    const run = await readRun(services.database, input);
    return { ...(await gatherMaterial(services.database, services.roster, run, task)), consultations };
  };
  const write = async (purpose: 'draft' | 'revise', extra: { draft: string; issues: string[] }) => {
    const gather = async () => ({ ...(await material()), ...extra });
    return normalizeMarkdown(await call(services, input, model, purpose, purpose, task.agentSlug, gather), task.name);
  };
  const observe = (draft: string, key: string) =>
    call(services, input, judgeModel(services.models), 'observe', key, services.roster.observer.slug, async () => {
      const { engagement, agent, sources } = await material();
      return { engagement, task, agent, draft, sources };
    });

  const draft = await write('draft', { draft: '', issues: [] });
  const first = await unlessUnavailable(() => observe(draft, 'observe'));
  if (!first) return { content: draft, score: null };
  const weak = first.score < revisionBelow && first.issues.length > 0;
  if (!weak && !isCut(draft)) return { content: draft, score: first.score };
  const issues = isCut(draft) ? [cutIssue, ...first.issues] : first.issues;
  const revision = await unlessUnavailable(async () => {
    const content = await write('revise', { draft: withoutCutNote(draft), issues });
    return { content, ...(await observe(content, 'observe:revised')) };
  });
  if (!revision) return { content: draft, score: first.score };
  // A whole document goes before a cut one, whatever their scores.
  const better = isCut(draft) === isCut(revision.content) ? revision.score >= first.score : isCut(draft);
  return better ? revision : { content: draft, score: first.score };
}

/** A draft is written and paid: that its score or revision cannot be had loses nothing of it. Stop does end the task. */
async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TaskEnded && error.result.state !== 'stopped') return null;
    throw error;
  }
}

/** One model call as one durable step; ends the task when there is no answer. */
async function call<P extends PromptPurpose>(
  services: CallDependencies,
  { tenantId, runId, engagementId, task }: TaskWorkflowInput,
  model: CatalogModel,
  purpose: P,
  key: string,
  agentSlug: string,
  gather: () => Promise<PromptInputs[P]>,
): Promise<PromptOutputs[P]> {
  const outcome = await runStep(key, async (): Promise<CallOutcome<P>> => {
    const callKey = `${task.id}/${key}`;
    // Before anything is read: a paused run holds no texts.
    await waitWhilePaused(services, { tenantId, runId });
    const input = await gather();
    const made = { tenantId, runId, engagementId, taskId: task.id, callKey, purpose, agentSlug, model, input };
    const result = await makeCall(services, made);
    if (result.outcome === 'answered') await announceCut(services, made, task, result.answer);
    return result;
  });
  if (outcome.outcome !== 'answered') throw new TaskEnded(toResult(task, outcome));
  return outcome.answer;
}

function toResult(
  { id: taskId }: EngineTask,
  ended: Exclude<CallOutcome<PromptPurpose>, { outcome: 'answered' }>,
): TaskResult {
  if (ended.outcome === 'stopped') return { state: 'stopped', taskId };
  if (ended.outcome === 'exhausted') return { state: 'exhausted', taskId, error: ended.message };
  return { state: 'failed', taskId, error: ended.message };
}
