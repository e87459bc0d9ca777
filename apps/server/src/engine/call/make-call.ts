/**
 * The states of a call to a model. Every wait ends at Stop; docs/architecture.md says what wakes
 * each.
 *
 * | state | what happens | what ends it |
 * |---|---|---|
 * | known | an earlier call of the task had no record, so this one has none; turns with results of tools are looked up | waiting for a slot; the reservation finds a record or a pause: looked up |
 * | looked up | reads the record of the call and the state of its run | has a record: its outcome is returned; else paused, stopped or waiting for a slot |
 * | taken over | a process died during an attempt, which the next execution settles at its worst case | the next attempt; if the first process lives, its settlement throws CallTakenOverError |
 * | waiting for a slot | waits for a permit, before every attempt and after every wait below | a permit is free for the tenant |
 * | throttled | has returned its slot; the provider asked for a pause, or a request limit is reached | the time has passed: waits for a slot |
 * | paused | holds no slot and no money; if found by the look-up, no prompt either | an event of the run, such as Resume, or 60 s: looks again |
 * | held by budget | holds no slot; calls in flight have reserved the money | a notification of its run, or 250 ms: waits for a slot |
 * | exhausted | the rest of the budget is below the worst case | ends; the failure is stored |
 * | in flight | the worst case is reserved and the slot held; the answer streams | an answer, a failure, a time limit or Stop, each with one settlement |
 * | settled | the answer is stored and paid; an unusable answer is paid as a failed attempt | ends with the answer, or as a failed attempt |
 * | released | the failure was certainly not billed: the reservation is returned | a failed attempt |
 * | unknown | the attempt broke off, timed out or was aborted: it counts at its worst case | a failed attempt; after an abort: stopped |
 * | repeated | another form, shape, limit or length may succeed (`planNextAttempt`) | the next attempt waits for a slot |
 * | retried after backoff | tries are left: holds no slot and no money | the backoff has passed: the next attempt waits for a slot |
 * | left for another model | the model has no try left, and another model remains | the first attempt with the next model |
 * | failed | no model is left | ends; the failure is stored |
 * | stopped | the run was stopped, has ended or was erased | ends; nothing is stored, because the run says it |
 */

import type { LogCode, LogLevel } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import type { PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { openRun } from '../kernel/runs.ts';
import { retryDuringDatabaseOutage, waitOrAbort } from '../kernel/waiting.ts';
import { ModelCallError } from '../models/call-failures.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { settleCall } from './budget.ts';
import type { RequestNeeds } from './build-request.ts';
import { type EngineServices, tellOfKey } from './engine-services.ts';
import {
  backoffBefore,
  type CallFailure,
  type CallOutcome,
  type ModelCall,
  type TurnOutcome,
} from './model-call.ts';
import {
  type AttemptPlan,
  effortOf,
  type NextAttempt,
  planNextAttempt,
  preparePrompt,
  type ReadyPrompt,
} from './prepare-prompt.ts';
import type { ToolTurn } from './tool-types.ts';
import {
  type Attempt,
  CallNotReadError,
  lookAgainMs,
  outputLimitOf,
  toOutcome,
  tryOnce,
} from './try-once.ts';

/**
 * Makes a call, or returns its stored outcome. Each attempt reserves its worst case and is settled.
 */
export async function makeCall<P extends PromptPurpose>(
  services: EngineServices,
  call: Omit<ModelCall<P>, 'tools'>,
): Promise<CallOutcome<P>> {
  const outcome = await makeTurn(services, call);
  if (outcome.outcome === 'asked')
    throw new Error(`The call ${call.callKey} offers no tools, but was asked for them`);
  return outcome;
}

/**
 * Makes one turn of a call that may offer tools. Tool calls of the model are the stored answer of
 * the turn.
 */
export async function makeTurn<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
): Promise<TurnOutcome<P>> {
  const found = readyTurn(services, call) ?? (await waitForTurn(services, call));
  if ('outcome' in found) return found;
  try {
    const outcome = await askModels(services, call, found);
    if (outcome.outcome === 'failed' || outcome.outcome === 'exhausted') {
      await retryDuringDatabaseOutage(() => recordCallFailure(services.database, call, outcome));
    }
    return outcome;
  } catch (error) {
    if (!(error instanceof CallNotReadError)) throw error;
    services.begunTasks.drop(call);
    return makeTurn(services, call);
  }
}

/**
 * Returns an open call if its task is known to have no further records. Tools run after a look-up
 * only.
 */
function readyTurn(
  { begunTasks }: EngineServices,
  call: ModelCall<PromptPurpose>,
): OpenCall | null {
  const fence = begunTasks.fenceOf(call);
  if (fence === undefined || (call.tools?.turns ?? []).length > 0) return null;
  return { attempts: 0, fence, isRead: false };
}

async function waitForTurn<P extends PromptPurpose>(
  { database, runChanges, begunTasks }: EngineServices,
  call: ModelCall<P>,
): Promise<TurnOutcome<P> | OpenCall> {
  for (;;) {
    const found = await lookUpCall<PromptOutputs[P] | ToolTurn>(database, call);
    switch (found.state) {
      case 'open':
        if (found.attempts === 0) begunTasks.add(call, found.fence);
        return { attempts: found.attempts, fence: found.fence, isRead: true };
      case 'answered':
        return toOutcome(found.answer, found.cut, found.costNanoUsd);
      case 'ended':
        return found.ending;
      case 'stopped':
        return { outcome: 'stopped' };
      case 'paused':
        await runChanges.wait(call, found.lastEvent, lookAgainMs.paused);
    }
  }
}

/** Asks the models until one answers, resting models last, or returns the last failure. */
async function askModels<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
  { attempts, fence, isRead }: OpenCall,
): Promise<TurnOutcome<P>> {
  const counter = { attempts };
  const models = services.health.order(call.models);
  let ending: TurnOutcome<P> = { outcome: 'failed', message: 'No model is configured' };
  for (const [index, model] of models.entries()) {
    const next = models[index + 1];
    const result = await askModel(services, call, model, {
      fence,
      isRead,
      counter,
      isLast: next === undefined,
    });
    if (result instanceof ModelCallError) {
      ending = { outcome: 'failed', message: result.message };
      await call.onLeft?.(model);
      if (next) await announceLeft(services, call, result, { next, attempt: counter.attempts });
    } else if (result.outcome === 'exhausted' && index > 0) ending = result;
    else return result;
  }
  return ending;
}

interface Asking {
  fence: string;
  isRead: boolean;
  counter: { attempts: number };
  isLast: boolean;
}

async function askModel<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
  model: CatalogModel,
  { fence, isRead, counter, isLast }: Asking,
): Promise<TurnOutcome<P> | ModelCallError> {
  const { limits, forms, health } = services;
  let plan = firstPlan(call, model);
  let prompt = await preparePrompt(services, call, model, plan, fence);
  const needs = needsOf(prompt, plan);
  plan = { ...plan, form: forms.of(model, needs) };
  for (;;) {
    counter.attempts += 1;
    const attempt: Attempt = { number: counter.attempts, model, prompt, plan, fence, isRead };
    const result = await tryOnce(services, call, attempt);
    if (!(result instanceof ModelCallError)) {
      if (result.outcome === 'answered' || result.outcome === 'asked') {
        await health.succeeded(model);
        tellOfKey(services, model, 'used', call.engagementId);
      }
      return result;
    }
    if (result.correction?.isJson === false) forms.ignored(model, plan.form);
    const nextForm =
      result.kind === 'refused_form' ? forms.refused(model, needs, plan.form, result) : null;
    const maxTries = isLast ? limits.maxTries : limits.triesWithFallback;
    const facts = { model, maxTries, nextForm, maxOutputTokens: outputLimitOf(attempt) };
    const step = planNextAttempt(plan, result, facts);
    if (step.action !== 'repeat') await health.failed(model, result.kind);
    if (result.kind === 'unauthorized') tellOfKey(services, model, 'refused', call.engagementId);
    if (step.action === 'leave') return result;
    if (step.action === 'retry')
      await waitForRetry(services, call, result, { ...attempt, plan: step.plan, maxTries });
    if (step.plan.scale !== plan.scale)
      prompt = await preparePrompt(services, call, model, step.plan, fence);
    plan = step.plan;
    if (step.action === 'repeat')
      await announceRepeat(services, call, step.why, { ...attempt, prompt, plan });
  }
}

function firstPlan(call: ModelCall<PromptPurpose>, model: CatalogModel): AttemptPlan {
  return {
    form: { format: 'schema', tools: true, effort: true },
    scale: 1,
    shortened: 0,
    raisedTokens: null,
    isUncapped: false,
    correction: null,
    tries: 1,
    effort: effortOf(model, call.purpose, call.difficulty),
  };
}

function needsOf({ schema, offer }: ReadyPrompt, { effort }: AttemptPlan): RequestNeeds {
  return { structured: schema !== null, tools: offer !== null, effort: effort !== null };
}

type Call = ModelCall<PromptPurpose>;

/** Limits the names in a line of the log. */
const maxNames = 5;

async function waitForRetry(
  services: EngineServices,
  call: Call,
  error: ModelCallError,
  { number, plan: { tries }, maxTries }: Attempt & { maxTries: number },
): Promise<void> {
  const waitMs = backoffBefore(tries, services.limits, error.retryAfterMs, Math.random());
  const message = `${error.message}. Trying again in ${(waitMs / 1000).toFixed(1)} s (try ${tries} of ${maxTries}).`;
  await log(services, call, {
    key: `retry:${number}`,
    level: 'warning',
    code: 'call_retried',
    message,
  });
  const { signal, done } = services.inFlight.begin(call);
  await waitOrAbort(waitMs, signal).finally(done);
}

async function announceLeft(
  services: EngineServices,
  call: Call,
  error: ModelCallError,
  { next, attempt }: { next: CatalogModel; attempt: number },
): Promise<void> {
  const message = `${error.message}. Going on with ${next.id}.`;
  await log(services, call, {
    key: `left:${attempt}`,
    level: 'warning',
    code: 'model_left',
    message,
  });
}

/**
 * Logs a repeat that changes the answer: shortened material, or another limit. Other repeats change
 * nothing.
 */
async function announceRepeat(
  services: EngineServices,
  call: Call,
  why: Extract<NextAttempt, { action: 'repeat' }>['why'],
  attempt: Attempt,
): Promise<void> {
  const { model, number, plan, prompt } = attempt;
  if (why === 'overflow') {
    const names = prompt.leftOut.map(({ name, shownBytes, fullBytes }) => {
      return `${name} (${Math.round((shownBytes / Math.max(1, fullBytes)) * 100)} % shown)`;
    });
    const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    const listed = names.length > 0 ? `: ${names.slice(0, maxNames).join(', ')}${rest}` : '';
    const message = `The material is too long for ${model.id}; shortened by a third${listed}`;
    await log(services, call, {
      key: `shortened:${number}`,
      level: 'warning',
      code: 'material_shortened',
      message,
    });
  }
  if (why === 'limit') {
    const effort = plan.effort === null ? '' : ` and ${plan.effort} effort`;
    const message = `${model.id} used up its output limit without an answer; asked again with ${outputLimitOf(attempt)} tokens${effort}`;
    await log(services, call, {
      key: `limit:${number}`,
      level: 'info',
      code: 'output_limit_raised',
      message,
    });
  }
}

async function log(
  services: EngineServices,
  call: Call,
  { key, ...facts }: { key: string; level: LogLevel; code: LogCode; message: string },
): Promise<void> {
  const { agentSlug: agent, taskId } = call;
  await emitEvent(services, call, `log:${call.callKey}:${key}`, {
    type: 'log',
    agent,
    taskId,
    ...facts,
  });
  services.signals.notify(call.runId);
}

type CallState<Answer> =
  /** The answer is paid, so the model must not be asked again. */
  | { state: 'answered'; answer: Answer; cut: boolean; costNanoUsd: number }
  | { state: 'ended'; ending: CallFailure }
  | { state: 'stopped' }
  /** Look again after Resume, an event with a number above `lastEvent`. */
  | { state: 'paused'; lastEvent: number }
  | ({ state: 'open' } & Omit<OpenCall, 'isRead'>);

interface OpenCall {
  /** Number of the last attempt that was begun, or 0. */
  attempts: number;
  fence: string;
  isRead: boolean;
}

/**
 * Reads in one query how a call has ended, or that it is open. An attempt that is still reserved
 * belongs to a dead process and is settled at its worst case.
 */
export async function lookUpCall<Answer>(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
): Promise<CallState<Answer>> {
  const [tries] = await database.batchTenant<[CallRow<Answer>]>(tenantId, [
    { name: 'look_up_call', text: lookUp, values: [tenantId, runId, callKey] },
  ]);
  for (const { call_id } of tries.filter(({ call_status }) => call_status === 'reserved')) {
    await settleCall(database, tenantId, String(call_id), {
      status: 'unknown',
      error: 'The engine stopped during the call',
    });
  }
  const paid = tries.find(
    ({ call_status, answer }) => call_status === 'settled' && answer !== null,
  );
  if (paid?.answer != null) {
    const { answer, cut, cost_nano_usd: costNanoUsd } = paid;
    return { state: 'answered', answer, cut: cut === true, costNanoUsd: costNanoUsd ?? 0 };
  }
  const [run] = tries;
  if (run?.outcome != null)
    return { state: 'ended', ending: readEnding(run.outcome, run.message ?? '') };
  if (!run || run.stopping || !['running', 'paused'].includes(run.status))
    return { state: 'stopped' };
  if (run.status === 'paused') return { state: 'paused', lastEvent: run.last_event };
  return { state: 'open', attempts: tries.at(-1)?.attempt ?? 0, fence: run.fence };
}

/** Stores how a call ended without an answer. The first stored outcome is final. */
export async function recordCallFailure(
  database: Database,
  { tenantId, runId, callKey }: RunRef & { callKey: string },
  ending: CallFailure,
): Promise<void> {
  const isDaySpent = ending.outcome === 'exhausted' && ending.reason === 'tenant_spend_limit';
  const outcome: StoredEnding = isDaySpent ? 'tenant_spend_limit' : ending.outcome;
  await database.batchTenant(tenantId, [
    {
      name: 'record_call_ending',
      text: `insert into engine.call_endings (tenant_id, run_id, call_key, outcome, message)
        select tenant_id, id, $3, $4, $5 from (${openRun}) run
        on conflict (tenant_id, run_id, call_key) do nothing`,
      values: [tenantId, runId, callKey, outcome, ending.message],
    },
  ]);
}

/** The ending of a call in the words of its record. */
type StoredEnding = CallFailure['outcome'] | 'tenant_spend_limit';

function readEnding(stored: StoredEnding, message: string): CallFailure {
  if (stored === 'failed') return { outcome: 'failed', message };
  const reason = stored === 'tenant_spend_limit' ? stored : 'budget_exhausted';
  return { outcome: 'exhausted', reason, message };
}

/**
 * One row for each attempt, oldest first. A call without attempts has one row with the state of the
 * run.
 */
interface CallRow<Answer> {
  status: string;
  stopping: boolean;
  fence: string;
  last_event: number;
  outcome: StoredEnding | null;
  message: string | null;
  call_id: string | null;
  call_status: string | null;
  attempt: number | null;
  answer: Answer | null;
  cut: boolean | null;
  cost_nano_usd: number | null;
}

const lookUp = `
  select r.status, r.stop_requested_at is not null as stopping, r.fence, r.last_event, e.outcome, e.message,
    c.id as call_id, c.status as call_status, c.attempt, c.answer, c.cut, c.cost_nano_usd
  from engine.runs r
  left join engine.call_endings e on e.tenant_id = r.tenant_id and e.run_id = r.id and e.call_key = $3
  left join engine.model_calls c on c.tenant_id = r.tenant_id and c.run_id = r.id and c.call_key = $3
  where r.tenant_id = $1 and r.id = $2 order by c.attempt`;
