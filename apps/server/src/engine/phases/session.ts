import type { RunPhase } from '@ecp/contract/values/run-facts';
import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { takeMessages } from '../../material/answers/messages.ts';
import { readLastNumber } from '../../material/notebook/notebook.ts';
import { readCallBeginning, readRunMoney, readSpentFor } from '../call/budget.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { makeTurn } from '../call/make-call.ts';
import type { CallFailure, ModelCall } from '../call/model-call.ts';
import { materialOf } from '../call/prepare-prompt.ts';
import type { FinishedTurn, ToolCall, ToolDefinition, ToolTurn } from '../call/tool-types.ts';
import type { RunRef } from '../kernel/events.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { askPeople, runRecorded } from '../steps/calling/call-model.ts';
import { finishTurn, type TurnClose } from '../tools/tool-turns.ts';

/** Limits the UTF-8 bytes of the results of one turn. */
const turnBytes = 24_000;
/**
 * The part of a model's window that the turns of a session may fill, in UTF-8 bytes; the window that
 * is assumed where a model states none; and the most of any, because longer prompts cost more.
 */
const bytesPerToken = 3.5;
const sessionPart = 0.6;
const defaultWindowTokens = 128_000;
const maxWindowTokens = 400_000;
/** Limits the repeats of the turn that must submit, for the form of what it submits. */
const maxRepeats = 2;
/** Limits how often a model is reminded that answers in words where it should submit. */
const maxReminders = 2;

/** The purposes whose calls have many turns with tools. */
export type SessionPurpose = 'analyse' | 'critique' | 'write';

/** A talk with a model that works with tools. */
export interface Session<Purpose extends SessionPurpose> extends RunRef {
  engagementId: string;
  phase: RunPhase;
  purpose: Purpose;
  /** The beginning of the keys of its calls, unique in the run. */
  key: string;
  /** The document of the session. It is null for a session of no single document. */
  taskId: string | null;
  /** The task whose questions to people it asks. */
  askingTaskId: string;
  agentSlug: string;
  models: readonly CatalogModel[];
  tools: ToolDefinition[];
  maxTurns: number;
  /** The part of the run's money that calls of its purpose may spend, 0 to 1. */
  moneyShare: number;
  /** The words that tell the model what to do when its turns or its money are used up. */
  lastCall: string;
  /** The tool whose accepted call ends the session; null if the model's words end it. */
  submission: ToolDefinition | null;
  /** Reads what the session begins with: the notebook up to an entry's number. */
  gather(lastNumber: number): Promise<PromptInputs[Purpose]>;
}

/** The end of a session, or its wait for people. */
export type SessionEnd<Purpose extends SessionPurpose> =
  | { outcome: 'submitted'; call: ToolCall }
  /** `cut`: truncated at the output limit. */
  | { outcome: 'answered'; words: PromptOutputs[Purpose]; cut: boolean }
  | { outcome: 'waiting'; taskId: string }
  | { outcome: 'stopped' }
  | CallFailure;

/**
 * Lets a model work with tools, turn by turn. Each turn is a call like any other, and what its tools
 * return is stored once, so that a process that takes over goes on where the last one stopped. A
 * session that outgrows the model's window begins again from the notebook. After its last turn, a
 * session that must submit executes nothing else.
 */
export async function converse<Purpose extends SessionPurpose>(
  services: EngineServices,
  session: Session<Purpose>,
): Promise<SessionEnd<Purpose>> {
  const { database } = services;
  const runNanoUsd = await runRecorded(services, () => readRunMoney(database, session));
  const shareNanoUsd = runNanoUsd * session.moneyShare;
  let lastNumber = await runRecorded(services, () => readFirstNumber(database, session));
  let turns: FinishedTurn[] = [];
  let reminderCount = 0;
  let closingCount = 0;
  for (let number = 1; ; number += 1) {
    const call = callOf(session, { number, turns, lastNumber });
    const outcome = await runRecorded(services, () => makeTurn(services, call));
    if (outcome.outcome === 'answered') {
      const words = outcome.answer;
      const isReminded =
        session.submission !== null && reminderCount < maxReminders && closingCount <= maxRepeats;
      if (!isReminded) return { outcome: 'answered', words, cut: outcome.cut };
      reminderCount += 1;
      turns.push(replyTurn(words, remind(session.submission)));
      continue;
    }
    if (outcome.outcome !== 'asked') return outcome;
    const turn = closingCount > 0 ? refuseOthers(outcome.turn, session.submission) : outcome.turn;
    const asking = { ...call, taskId: session.askingTaskId };
    if (await runRecorded(services, () => askPeople(services, asking, { turn, number })))
      return { outcome: 'waiting', taskId: session.askingTaskId };
    const { callKey } = call;
    const finished = await runRecorded(services, () =>
      finishTurn(services, call, turn, {
        number,
        gather: async () => materialOf(await call.gather()),
        limits: {
          maxBytes: turnBytes,
          close: (bytes) =>
            closeTurn(services, session, { callKey, number, turns, bytes, shareNanoUsd }),
        },
      }),
    );
    if (finished === null) return { outcome: 'stopped' };
    const submitted = turn.toolCalls[finished.submitted ?? -1];
    if (submitted) return { outcome: 'submitted', call: submitted };
    if (closingCount > maxRepeats)
      return { outcome: 'answered', words: turn.text as PromptOutputs[Purpose], cut: false };
    if (finished.isLast === true) closingCount += 1;
    turns.push(finished);
    if (finished.lastNumber === undefined) continue;
    turns = [];
    lastNumber = finished.lastNumber;
  }
}

/**
 * Returns the number of the last entry of the notebook when a session began, the same for every
 * process that goes on with it.
 */
async function readFirstNumber(
  database: EngineServices['database'],
  session: RunRef & { engagementId: string; key: string },
): Promise<number> {
  const callKey = turnKey(session, 1);
  const beganAt = await readCallBeginning(database, { ...session, callKey });
  return readLastNumber(database, session, beganAt);
}

const turnKey = ({ key }: { key: string }, number: number): string => `${key}:turn${number}`;

const remind = (submission: ToolDefinition | null): string =>
  `You answered in words. Go on with the tools, and end with ${submission?.name ?? 'words'}: only what it holds counts.`;

/** Refuses the calls of a turn after the last one, except those that submit. */
function refuseOthers(turn: ToolTurn, submission: ToolDefinition | null): ToolTurn {
  const refusal = 'Not executed: the turns and the money for this work are used up.';
  const toolCalls = turn.toolCalls.map((call) =>
    call.name === submission?.name ? call : { ...call, refusal },
  );
  return { ...turn, toolCalls };
}

/** The place of a turn: its number in the session, the turns that it sees, and its notebook. */
interface TurnPlace {
  number: number;
  turns: readonly FinishedTurn[];
  lastNumber: number;
}

function callOf<Purpose extends SessionPurpose>(
  session: Session<Purpose>,
  { number, turns, lastNumber }: TurnPlace,
): ModelCall<Purpose> {
  const { tenantId, runId, engagementId, taskId, phase, purpose, agentSlug, models } = session;
  return {
    tenantId,
    runId,
    engagementId,
    taskId,
    phase,
    purpose,
    agentSlug,
    models,
    callKey: turnKey(session, number),
    difficulty: 1,
    tools: { definitions: session.tools, turns: [...turns] },
    gather: () => session.gather(lastNumber),
  };
}

function replyTurn(text: string, reminder: string): FinishedTurn {
  return { text, toolCalls: [], results: [], findings: [], isOpen: true, reminder };
}

/** The state of a session that decides how a turn ends. */
interface TurnState {
  callKey: string;
  number: number;
  turns: readonly FinishedTurn[];
  /** The UTF-8 bytes of the results of this turn. */
  bytes: number;
  /** The money that calls of the session's purpose may spend, in nano-USD. */
  shareNanoUsd: number;
}

/** Says what is left, hands over messages, and begins a new session where this one is too long. */
async function closeTurn<Purpose extends SessionPurpose>(
  { database }: EngineServices,
  { tenantId, runId, engagementId, ...session }: Session<Purpose>,
  { callKey, number, turns, bytes, shareNanoUsd }: TurnState,
): Promise<TurnClose> {
  const { maxTurns, models, purpose, lastCall, submission } = session;
  const spentNanoUsd = await readSpentFor(database, { tenantId, runId }, purpose);
  const messages = await takeMessages(database, { tenantId, runId, turn: callKey });
  const messageLines = messages.map(({ by, text }) => `Message from ${by}: ${text}`);
  const shareLeft = Math.max(0, 1 - spentNanoUsd / Math.max(1, shareNanoUsd));
  const isLast = number >= maxTurns - 1 || spentNanoUsd * (1 + 1 / number) > shareNanoUsd;
  const rest = isLast
    ? `(This was the last turn with tools. ${lastCall})`
    : `(Turn ${number} of ${maxTurns}. About ${Math.round(shareLeft * 100)} % of the money for this work is left.)`;
  const note = [...messageLines, rest].join('\n');
  const end = { note, isOpen: !isLast || submission !== null, ...(isLast && { isLast }) };
  const usedBytes = turns.reduce((sum, turn) => sum + sizeOf(turn), bytes);
  if (usedBytes <= sessionBytes(models)) return end;
  const lastNumber = await readLastNumber(database, { tenantId, engagementId });
  return { ...end, lastNumber };
}

const sizeOf = ({ text, toolCalls, results }: FinishedTurn): number =>
  Buffer.byteLength(text + JSON.stringify(toolCalls) + results.join(''));

function sessionBytes(models: readonly CatalogModel[]): number {
  const windows = models.map(({ contextWindow }) => contextWindow ?? defaultWindowTokens);
  const window = Math.min(maxWindowTokens, ...windows);
  return window * sessionPart * bytesPerToken;
}
