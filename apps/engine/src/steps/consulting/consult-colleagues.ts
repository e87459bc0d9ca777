import type { Consultation, ListedTask, PromptInputs } from '@ecp/model-calls/prompt-types';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import { readConsultingMoney } from '../../call/budget/spending.ts';
import type { EngineServices } from '../../call/engine-services.ts';
import { settingOf } from '../../call/prepare-prompt.ts';
import { briefOf, type EngineTask, readRun, readRunState, type StoredRun } from '../../kernel/runs.ts';
import { callCostNanoUsd, plainUsage } from '../../models/catalog.ts';
import {
  callModel,
  runOptionalStep,
  runRecorded,
  TaskEndedError,
  type TaskModels,
  type TaskWorkflowInput,
} from '../calling/call-model.ts';
import { taskStartKey } from '../calling/task-events.ts';
import { leadAgent, readDelivered, readDocuments } from '../calling/task-material.ts';
import {
  type AskedQuestion,
  claimQuestion,
  type DecidedQuestionClaim,
  findClaim,
  recordConsultation,
  releaseQuestion,
} from './consultations.ts';

/**
 * Lets the lead agent ask colleagues about documents that it does not see. Each answer is a separate, recorded call.
 */
export async function consultColleagues(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
): Promise<Consultation[]> {
  if (colleagues.length === 0) return [];
  const { task, tenantId, runId } = input;
  const delegated = await runOptionalStep(services, input, {
    key: 'delegate',
    lack: 'no colleague was asked',
    work: () => askLead(services, input, models, colleagues),
  });
  const asked = (delegated?.questions ?? [])
    .filter(({ question }) => question.trim() !== '')
    .filter(({ agentSlug }, index, all) => all.findIndex((other) => other.agentSlug === agentSlug) === index)
    .slice(0, maxQuestionsOfLead);
  const consultations: Consultation[] = [];
  for (const [index, { agentSlug, question }] of asked.entries()) {
    const colleague = colleagues.find(({ slug }) => slug === agentSlug);
    if (!colleague) continue;
    const key = `consult:${index + 1}`;
    const about = { tenantId, runId, id: `${task.id}/${key}`, taskId: task.id, from: task.agentSlug, to: agentSlug };
    const consultation = await runOptionalStep(services, input, {
      key,
      lack: `the advice of ${agentSlug} is missing`,
      work: () => askColleague(services, input, models, key, { ...about, question }, colleague),
    });
    if (consultation) consultations.push(consultation);
  }
  return consultations;
}

function askLead(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  colleagues: readonly Colleague[],
) {
  const { roster, database } = services;
  const { task } = input;
  const gather = async () => {
    const run = await readRun(database, input);
    const engagement = briefOf(run);
    const asked = colleagues.map(({ slug, taskIds }) => {
      const documents = engagement.tasks.filter(({ id }) => taskIds.includes(id)).map(({ name }) => name);
      return { agent: leadAgent(roster, { agentSlug: slug }), documents };
    });
    return { engagement, task, agent: leadAgent(roster, task), colleagues: asked };
  };
  const call = { purpose: 'delegate' as const, key: 'delegate', agentSlug: task.agentSlug, models: models.optional };
  return callModel(services, input, { ...call, gather });
}

/** Longest wait for a question that another task is asking, before the claim is checked again. */
const lookAgainMs = { running: 1_000, paused: 60_000 };
/** Usual size of a token of prose. */
const bytesPerToken = 4;

/** A question with the models that may answer it and the documents to answer it from. */
interface Asking {
  services: EngineServices;
  input: TaskWorkflowInput;
  models: TaskModels;
  asked: AskedQuestion;
  colleague: Colleague;
}

/**
 * Asks a colleague. Returns null if the question is refused or can no longer be asked. The question claim, the
 * call and the answer are their own durable records.
 */
async function askColleague(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  key: string,
  asked: AskedQuestion,
  colleague: Colleague,
): Promise<Consultation | null> {
  const asking = { services, input, models, asked, colleague };
  const claim = await runRecorded(services, () => settleClaim(asking));
  if (claim === null || claim.state === 'refused') return null;
  const { to: agentSlug, question } = asked;
  const about = { agentSlug, agentName: services.roster.find(agentSlug)?.name ?? agentSlug, question };
  if (claim.state === 'reused') return { ...about, answer: claim.answer };
  try {
    const call = { purpose: 'consult' as const, key, agentSlug, models: models.optional };
    const { answer } = await callModel(services, input, { ...call, gather: () => gather(asking) });
    await runRecorded(services, () => recordConsultation(services, asked, answer));
    return { ...about, answer };
  } catch (error) {
    // After a takeover or at a close the claim stays, because the next execution continues with the question.
    if (error instanceof TaskEndedError) await runRecorded(services, () => releaseQuestion(services, asked));
    throw error;
  }
}

/**
 * Returns the earlier decision about the question, even if the run was stopped since: a repeated execution must take
 * the same path. Otherwise waits while another task asks the same. Returns null if the run is stopped, over or missing.
 */
async function settleClaim(asking: Asking): Promise<DecidedQuestionClaim | null> {
  const { services, input, asked } = asking;
  const known = await findClaim(services, asked);
  if (known) return known;
  let isAffordable: boolean | null = null;
  for (;;) {
    const run = await readRunState(services.database, input);
    if (!run || run.stopRequested || !['running', 'paused'].includes(run.status)) return null;
    const claim = await claimQuestion(services, asked, isAffordable);
    if (claim.state === 'unpriced') isAffordable = await canAfford(asking);
    else if (claim.state !== 'waiting') return claim;
    else if (run.status === 'paused') await services.runChanges.wait(input, run.lastEvent, lookAgainMs.paused);
    else await services.signals.wait(asked.runId, lookAgainMs.running);
  }
}

async function canAfford({ services, input, models, ...about }: Asking): Promise<boolean> {
  const [model] = models.optional;
  if (!model) return false;
  const material = await gather({ services, input, models, ...about });
  const { promptBytes, maxOutputTokens } = buildPrompt('consult', material, settingOf(model));
  const inputTokens = Math.ceil(promptBytes / bytesPerToken);
  const callNanoUsd = callCostNanoUsd(model, plainUsage(inputTokens, maxOutputTokens));
  const money = await readConsultingMoney(services.database, input, input.task.id);
  const allowedNanoUsd = (maxShareOfMoney * money.leftNanoUsd) / Math.max(1, input.tasksLeft);
  return money.consultedNanoUsd + callNanoUsd <= allowedNanoUsd;
}

async function gather({ services, input, asked, colleague }: Asking): Promise<PromptInputs['consult']> {
  const { database, roster } = services;
  const run = await readRun(database, input);
  const { task } = input;
  return {
    engagement: briefOf(run),
    task,
    agent: leadAgent(roster, { agentSlug: asked.to }),
    askedBy: leadAgent(roster, { agentSlug: asked.from }),
    question: asked.question,
    documents: await readDocuments(database, run, colleague.taskIds, task.id),
  };
}

/** A colleague whose finished documents the lead of a task does not see. */
export interface Colleague {
  slug: string;
  taskIds: string[];
}

/**
 * Returns the colleagues that a lead may ask: those with a document that was finished when the task began, that the task
 * does not build on, and that does not build on the task, as one of an earlier run may. Others know nothing that the lead cannot see, so a question to them would only cost money.
 */
export async function findColleagues(
  { database, roster }: EngineServices,
  run: StoredRun,
  task: EngineTask,
): Promise<Colleague[]> {
  const { tasks } = briefOf(run);
  const later = dependentsOf(task.id, tasks);
  const unseen = tasks.filter(({ id, agent }) => {
    const isSeen = id === task.id || task.dependsOn.includes(id) || later.has(id);
    return !isSeen && agent !== task.agentSlug && roster.find(agent)?.assignable;
  });
  const ids = unseen.map(({ id }) => id);
  const delivered = await readDelivered(database, run, ids, taskStartKey(task.id));
  const earlier = new Set(run.input.previous.map(({ taskId }) => taskId));
  const finished = unseen.filter(({ id }) => delivered.has(id) || earlier.has(id));
  const byAgent = Map.groupBy(finished, ({ agent }) => agent);
  return [...byAgent].map(([slug, tasks]) => ({ slug, taskIds: tasks.map(({ id }) => id) }));
}

/** Returns the ids of the tasks that build on a task, directly or through others. */
export function dependentsOf(taskId: string, tasks: readonly Pick<ListedTask, 'id' | 'dependsOn'>[]): Set<string> {
  const found = new Set<string>();
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { id, dependsOn } of tasks) {
      if (dependsOn.some((need) => need === taskId || found.has(need))) found.add(id);
    }
  }
  return found;
}

/**
 * Most colleagues that a lead may ask about one task. A third opinion costs as much as the first and changes little.
 */
const maxQuestionsOfLead = 2;

/** Largest part of a task's fair share of the budget for its consultations. The rest must pay for the document. */
const maxShareOfMoney = 0.25;
