import type { Consultation, PromptInputs } from '@ecp/model-calls/prompt-types';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import { readConsultingMoney } from '../../call/budget/read-consulting-money.ts';
import { settingOf } from '../../call/prepare-prompt.ts';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun, readRunState } from '../../kernel/runs/run-store.ts';
import { callCostNanoUsd, plainUsage } from '../../models/cost.ts';
import { callModel, TaskEndedError, type TaskModels, type TaskWorkflowInput } from '../calling/call-model.ts';
import { runRecorded } from '../calling/durable-step.ts';
import { readDocuments } from '../calling/read-documents.ts';
import { leadAgent } from '../calling/task-material.ts';
import type { AskedQuestion } from './asked-question.ts';
import { claimQuestion, type DecidedQuestionClaim, findClaim } from './claim-question.ts';
import { maxShareOfMoney } from './delegation-limits.ts';
import type { Colleague } from './find-colleagues.ts';
import { recordConsultation, releaseQuestion } from './record-consultation.ts';

/** Longest wait for a question that another task is asking, before the claim is checked again. */
const lookAgainMs = { running: 1_000, paused: 60_000 };
/** Usual size of a token of prose. */
const bytesPerToken = 4;

/** A question with the models that may answer it and the documents to answer it from. */
interface Asking {
  services: CallDependencies;
  input: TaskWorkflowInput;
  models: TaskModels;
  asked: AskedQuestion;
  colleague: Colleague;
}

/**
 * Asks a colleague. Returns null if the question is refused or can no longer be asked. The question claim, the
 * call and the answer are their own durable records.
 */
export async function askColleague(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  key: string,
  asked: AskedQuestion,
  colleague: Colleague,
): Promise<Consultation | null> {
  const asking = { services, input, models, asked, colleague };
  const claim = await runRecorded(() => settleClaim(asking));
  if (claim === null || claim.state === 'refused') return null;
  const { to: agentSlug, question } = asked;
  const about = { agentSlug, agentName: services.roster.find(agentSlug)?.name ?? agentSlug, question };
  if (claim.state === 'reused') return { ...about, answer: claim.answer };
  try {
    const call = { purpose: 'consult' as const, key, agentSlug, models: models.optional };
    const { answer } = await callModel(services, input, { ...call, gather: () => gather(asking) });
    await runRecorded(() => recordConsultation(services, asked, answer));
    return { ...about, answer };
  } catch (error) {
    // After a takeover or at a close the claim stays, because the next execution continues with the question.
    if (error instanceof TaskEndedError) await runRecorded(() => releaseQuestion(services, asked));
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
