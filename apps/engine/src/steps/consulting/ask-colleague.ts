import type { Consultation, PromptInputs } from '@ecp/model-calls/prompt-types';
import { newFence } from '../../agents/prompts/new-fence.ts';
import { buildPrompt } from '../../agents/prompts/render-prompt.ts';
import { readConsultingMoney } from '../../call/budget/read-consulting-money.ts';
import type { CallDependencies } from '../../call/types/model-call.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import { readRun, readRunState } from '../../kernel/runs/run-store.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { callCostNanoUsd } from '../../models/cost.ts';
import { callModel, TaskEndedError, type TaskWorkflowInput } from '../calling/call-model.ts';
import { runRecorded, runStep } from '../calling/durable-step.ts';
import { runOptionalStep } from '../calling/run-optional-step.ts';
import { leadAgent } from '../calling/task-material.ts';
import { type AskedQuestion, depthOf } from './asked-question.ts';
import { claimQuestion, type DecidedQuestionClaim, findClaim } from './claim-question.ts';
import { maxDepth, maxQuestionsOfColleague, maxShareOfMoney } from './delegation-limits.ts';
import { recordConsultation, releaseQuestion } from './record-consultation.ts';

/** Longest wait for a question that another task is asking, before the claim is checked again. */
const lookAgainMs = { running: 1_000, paused: 60_000 };
/** Usual size of a token of prose. */
const bytesPerToken = 4;

/**
 * Asks a colleague, who may ask one other colleague before answering. Returns null if the question is refused or can no
 * longer be asked. The question claim and each call have their own durable records; a step records the answer.
 */
export async function askColleague(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  key: string,
  asked: AskedQuestion,
): Promise<Consultation | null> {
  const claim = await runRecorded(() => settleClaim(services, input, model, asked));
  if (claim === null || claim.state === 'refused') return null;
  const { to: agentSlug, question } = asked;
  const about = { agentSlug, agentName: services.roster.find(agentSlug)?.name ?? agentSlug, question };
  if (claim.state === 'reused') return { ...about, answer: claim.answer };
  try {
    const answer = await readAnswer(services, input, model, key, asked);
    await runStep(`record:${key}`, () => recordConsultation(services, asked, answer));
    return { ...about, answer };
  } catch (error) {
    // After a takeover or at a close the claim stays, because the next execution continues with the question.
    if (error instanceof TaskEndedError) await runRecorded(() => releaseQuestion(services, asked));
    throw error;
  }
}

/**
 * Returns the earlier decision about the question, even if the run was stopped since: a repeated execution must take the
 * same path. Otherwise waits while another task asks the same. Returns null if the run is stopped, over or missing.
 */
async function settleClaim(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  asked: AskedQuestion,
): Promise<DecidedQuestionClaim | null> {
  const known = await findClaim(services, asked);
  if (known) return known;
  let isAffordable: boolean | null = null;
  for (;;) {
    const run = await readRunState(services.database, input);
    if (!run || run.stopRequested || !['running', 'paused'].includes(run.status)) return null;
    const claim = await claimQuestion(services, asked, isAffordable);
    if (claim.state === 'unpriced') isAffordable = await canAfford(services, input, model, asked);
    else if (claim.state !== 'waiting') return claim;
    else if (run.status === 'paused') await services.runChanges.wait(input, run.lastEvent, lookAgainMs.paused);
    else await services.signals.wait(asked.runId, lookAgainMs.running);
  }
}

/** Asking a colleague's colleague costs two calls: their answer, and the second answer of the colleague who asked. */
async function canAfford(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  asked: AskedQuestion,
): Promise<boolean> {
  const { promptBytes, maxOutputTokens } = buildPrompt('consult', await gather(services, input, asked, []), newFence());
  const inputTokens = Math.ceil(promptBytes / bytesPerToken);
  const callNanoUsd = callCostNanoUsd(model, { inputTokens, outputTokens: maxOutputTokens });
  const money = await readConsultingMoney(services.database, input, input.task.id);
  const allowedNanoUsd = (maxShareOfMoney * money.leftNanoUsd) / Math.max(1, input.tasksLeft);
  return money.consultedNanoUsd + callNanoUsd * depthOf(asked) <= allowedNanoUsd;
}

async function readAnswer(
  services: CallDependencies,
  input: TaskWorkflowInput,
  model: CatalogModel,
  key: string,
  asked: AskedQuestion,
): Promise<string> {
  const ask = (callKey: string, advice: Consultation[]) =>
    callModel(services, input, model, 'consult', callKey, asked.to, () => gather(services, input, asked, advice));
  const first = await ask(key, []);
  const questions = depthOf(asked) < maxDepth ? (first.ask ?? []).slice(0, maxQuestionsOfColleague) : [];
  const advice: Consultation[] = [];
  for (const [index, { agentSlug, question }] of questions.entries()) {
    if (question.trim() === '') continue;
    const nested = `${key}.${index + 1}`;
    const { id, to, chain } = asked;
    const about = { id: `${input.task.id}/${nested}`, from: to, to: agentSlug, question };
    const next = { ...asked, ...about, chain: [...chain, to], parentId: id };
    const answer = await runOptionalStep(() => askColleague(services, input, model, nested, next));
    if (answer) advice.push(answer);
  }
  if (advice.length === 0) return first.answer;
  const again = await runOptionalStep(() => ask(`${key}:again`, advice));
  return again?.answer ?? first.answer;
}

async function gather(
  { database, roster }: CallDependencies,
  input: TaskWorkflowInput,
  { from, to, chain, question }: AskedQuestion,
  advice: Consultation[],
): Promise<PromptInputs['consult']> {
  const run = await readRun(database, input);
  const { sources } = run.input;
  const { task } = input;
  const [agent, askedBy] = [to, from].map((agentSlug) => leadAgent(roster, { ...task, agentSlug }));
  if (!agent || !askedBy) throw new Error('An agent is no longer in the roster');
  const mayAsk = chain.length < maxDepth && advice.length === 0;
  const colleagues = mayAsk ? roster.agents.filter(({ slug }) => slug !== to && !chain.includes(slug)) : [];
  return { engagement: briefOf(run), task, agent, askedBy, question, sources, colleagues, advice };
}
