/**
 * Makes a call of a run to a model. Every wait below ends at Stop; docs/waiting.md says what wakes each.
 *
 * | state | what happens | what ends it |
 * |---|---|---|
 * | known | an earlier call of the task was looked up and had no record, so this one has none either; only a turn with results of tools is looked up | waiting for a slot; the reservation finds a record or a pause: looked up |
 * | looked up | reads the stored record of the call and the state of its run | answered or failed before: the stored outcome is returned; else paused, stopped or waiting for a slot |
 * | taken over | a process died during an attempt; the next execution settles that attempt at its worst case | the next attempt; if the first process lives, it gets CallTakenOverError when it settles |
 * | waiting for a slot | waits for a permit of the process, before every attempt and after every wait below | a permit is free for the tenant |
 * | throttled | has returned its slot; the provider has asked for a pause, or a request limit is reached | the time has passed: waits for a slot again |
 * | paused | holds no slot and no money; nothing is prepared for a call that is found paused when looked up | an event of the run, such as Resume, or 60 s: looks again |
 * | held by budget | holds no slot; calls in flight have reserved the money that it needs | a notification of its run, or 250 ms: waits for a slot again |
 * | exhausted | what is spent leaves too little for the worst case | ends; the failure is stored |
 * | in flight | the worst case is reserved and the slot held; the answer streams | an answer, a failure, the idle limit, the timeout or Stop, each with one settlement |
 * | settled | the answer is stored and paid; an unusable answer is paid as a failed attempt | ends with the answer, or as a failed attempt |
 * | released | the failure was certainly not billed: the reservation is returned | a failed attempt |
 * | unknown | the attempt broke off, timed out or was aborted: it counts at its worst case | a failed attempt; after an abort: stopped |
 * | repeated in another way | the form, shape, limit or length of a failed attempt can be mended (`plan-attempt.ts`) | the next attempt waits for a slot |
 * | retrying after backoff | a failed attempt is retryable and tries are left: holds no slot and no money | the backoff has passed: the next attempt waits for a slot |
 * | left for another model | a model gets no further try, and another one is left | the first attempt with the next model |
 * | failed | the last model is left | ends; the failure is stored |
 * | stopped | the run was stopped, has ended or was erased | ends; nothing is stored, because the run says it |
 */
import type { PromptOutputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import { retryDuringDatabaseOutage } from '../kernel/retry-during-database-outage.ts';
import { askModels } from './ask-models.ts';
import { CallNotReadError } from './call-not-read-error.ts';
import { lookAgainMs } from './look-again.ts';
import { lookUpCall, type OpenCall, recordCallFailure } from './look-up-call.ts';
import { toOutcome } from './to-outcome.ts';
import type { CallDependencies, CallOutcome, ModelCall, TurnOutcome } from './types/model-call.ts';
import type { ToolTurn } from './types/tool-types.ts';

/**
 * Makes a call durable and pays it once: a stored answer or failure is returned. The worst case is reserved before each
 * attempt and settled after it. A failed attempt is repeated in another way, retried, or made with another model
 * (BUD-2).
 */
export async function makeCall<P extends PromptPurpose>(
  services: CallDependencies,
  call: Omit<ModelCall<P>, 'tools'>,
): Promise<CallOutcome<P>> {
  const outcome = await makeTurn(services, call);
  if (outcome.outcome === 'asked') throw new Error(`The call ${call.callKey} offers no tools, but was asked for them`);
  return outcome;
}

/**
 * Makes one turn of a call that may offer tools. If the model asks for tools, that is the recorded answer of the turn.
 */
export async function makeTurn<P extends PromptPurpose>(
  services: CallDependencies,
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

/** Returns that a call is to be made if its task is known to have no further records. Tools run after a look-up only. */
function readyTurn({ begunTasks }: CallDependencies, call: ModelCall<PromptPurpose>): OpenCall | null {
  const fence = begunTasks.fenceOf(call);
  if (fence === undefined || (call.tools?.turns ?? []).length > 0) return null;
  return { attempts: 0, fence, isRead: false };
}

/** Returns how the call has already ended, or that it is to be made. Waits while the run is paused (RUN-9). */
async function waitForTurn<P extends PromptPurpose>(
  { database, runChanges, begunTasks }: CallDependencies,
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
