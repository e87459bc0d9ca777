import { questionLimits } from '@ecp/contract/values/limits';
import type { Answer } from '@ecp/contract/work/answers';
import type { Database } from '@ecp/database/database';
import type { AnalysisInput, DocumentTask } from '@ecp/model-calls/prompt-types';
import { findAnswerOfStep, saveAnswer } from '../../material/answers/answers.ts';
import { takeMessages } from '../../material/answers/messages.ts';
import { readLastNumber, readLastNumberBefore } from '../../material/notebook/notebook.ts';
import { readRunMoney, readSpentFor } from '../call/budget.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { makeTurn } from '../call/make-call.ts';
import type { CallFailure, CallTools, ModelCall } from '../call/model-call.ts';
import { materialOf } from '../call/prepare-prompt.ts';
import {
  askQuestionTool,
  type FinishedTurn,
  noteConflictTool,
  researchTools,
  type ToolDefinition,
} from '../call/tool-types.ts';
import { toAnswerContent, workspaceTools } from '../call/workspace-tools.ts';
import { readConflicts } from '../evidence/ledger.ts';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { briefOf, type EngineTask, readRun, type StoredRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { askPeople, runRecorded } from '../steps/calling/call-model.ts';
import { tablesOf } from '../steps/calling/task-record.ts';
import { readAllQuestions } from '../tools/questions.ts';
import { finishTurn, type TurnClose } from '../tools/tool-turns.ts';
import { readWorkspace } from './workspace.ts';

/** Limits the turns of an analysis, and the repeats of its last turn for the form of the answer. */
const maxTurns = 80;
const maxRepeats = 2;
/** The part of the money of a run that its analysis may spend. */
const analysisShare = 0.55;
/** Limits how often a lead is reminded that answers in words. */
const maxReminders = 2;
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

/** The step of a run under which its analysis stores the answer, and the beginning of its calls. */
const step = 'analysis';

/** An analysis of a run: its documents, the deciding one first, and the models of its lead. */
export interface Analysis extends RunRef {
  engagementId: string;
  tasks: readonly [EngineTask, ...EngineTask[]];
  models: readonly CatalogModel[];
}

/** How an analysis ends, or that its lead waits for people. */
export type AnalysisEnd =
  | { outcome: 'answered'; answer: Answer }
  | { outcome: 'waiting'; taskId: string }
  | { outcome: 'stopped' }
  | CallFailure;

/**
 * Lets the lead work with tools, turn by turn, until the answer is submitted. Each turn is a call
 * like any other, and what its tools return is stored once, so that a process that takes over goes
 * on where the last one stopped. A session that outgrows the model's window begins again from the
 * notebook.
 */
export async function analyse(services: EngineServices, analysis: Analysis): Promise<AnalysisEnd> {
  const { database } = services;
  const { tenantId, runId } = analysis;
  const findAnswer = () => findAnswerOfStep(database, { tenantId, runId, step });
  const stored = await runRecorded(services, findAnswer);
  if (stored) return { outcome: 'answered', answer: stored };
  const runNanoUsd = await runRecorded(services, () => readRunMoney(database, analysis));
  const shareNanoUsd = runNanoUsd * analysisShare;
  let session: FinishedTurn[] = [];
  let lastNumber = await runRecorded(services, () => readLastNumberBefore(database, analysis));
  let reminders = 0;
  for (let number = 1; ; number += 1) {
    const call = leadCall(services, analysis, { number, session, lastNumber });
    const outcome = await runRecorded(services, () => makeTurn(services, call));
    if (outcome.outcome === 'answered') {
      if (reminders === maxReminders || number >= maxTurns)
        return { outcome: 'answered', answer: await keepWords(services, analysis, outcome.answer) };
      reminders += 1;
      session.push(remind(outcome.answer));
      continue;
    }
    if (outcome.outcome !== 'asked') return outcome;
    const { turn } = outcome;
    const [deciding] = analysis.tasks;
    const asking = { ...call, taskId: deciding.id };
    if (await runRecorded(services, () => askPeople(services, asking, { turn, number })))
      return { outcome: 'waiting', taskId: deciding.id };
    const finished = await runRecorded(services, () =>
      finishTurn(services, call, turn, {
        number,
        gather: async () => materialOf(await call.gather()),
        limits: {
          maxBytes: turnBytes,
          close: (bytes) =>
            closeTurn(services, analysis, {
              callKey: call.callKey,
              number,
              session,
              bytes,
              shareNanoUsd,
            }),
        },
      }),
    );
    if (finished === null) return { outcome: 'stopped' };
    const submitted = await runRecorded(services, findAnswer);
    if (submitted) return { outcome: 'answered', answer: submitted };
    if (number >= maxTurns + maxRepeats)
      return { outcome: 'answered', answer: await keepWords(services, analysis, turn.text) };
    session.push(finished);
    if (finished.lastNumber === undefined) continue;
    session = [];
    lastNumber = finished.lastNumber;
  }
}

/** The place of a turn: its number in the analysis, its session, and where that has begun. */
interface TurnPlace {
  number: number;
  session: readonly FinishedTurn[];
  lastNumber: number;
}

function leadCall(
  services: EngineServices,
  { tenantId, runId, engagementId, tasks, models }: Analysis,
  { number, session, lastNumber }: TurnPlace,
): ModelCall<'analyse'> {
  const run = { tenantId, runId, engagementId };
  return {
    ...run,
    taskId: null,
    phase: 'analysis',
    callKey: `${step}:turn${number}`,
    purpose: 'analyse',
    agentSlug: services.roster.planner.slug,
    models,
    difficulty: 1,
    tools: { definitions: leadTools, turns: [...session] } satisfies CallTools,
    gather: () => gatherInput(services, run, tasks, lastNumber),
  };
}

const leadTools: ToolDefinition[] = [
  workspaceTools.readSource,
  workspaceTools.searchSources,
  workspaceTools.runQuery,
  workspaceTools.recordFact,
  workspaceTools.notePassage,
  noteConflictTool,
  askQuestionTool,
  ...researchTools,
  workspaceTools.submitAnswer,
];

async function gatherInput(
  { database, roster }: EngineServices,
  ref: RunRef & { engagementId: string },
  tasks: readonly EngineTask[],
  lastNumber: number,
): Promise<AnalysisInput> {
  const run = await readRun(database, ref);
  const { sources, research, grids, engagement } = run.input;
  const isAsking = (engagement.askBack ?? 'off') !== 'off';
  return {
    engagement: briefOf(run),
    agent: roster.planner,
    sources,
    ...tablesOf(run.input),
    ...(grids && { grids }),
    documents: tasks.map((task) => toDocument(run, task)),
    workspace: await readWorkspace(database, ref, lastNumber),
    questions: (run.input.questions ?? []).filter(({ answer }) => answer !== null),
    conflicts: await readConflicts(database, run, { before: 'plan' }),
    ...(isAsking && { questionsLeft: await countQuestionsLeft(database, run) }),
    ...(research && { research: { domains: research.domains, maxPages: research.maxPages } }),
    maxTurns,
  };
}

function toDocument({ input }: StoredRun, task: EngineTask): DocumentTask {
  const { id, name, description, kind, filename } = task;
  const previous = input.previous.find(({ taskId }) => taskId === id);
  return { id, name, description, kind, filename, notes: previous?.reviewNotes ?? [] };
}

async function countQuestionsLeft(database: Database, run: StoredRun): Promise<number> {
  const questions = await readAllQuestions(database, run);
  const fresh = questions.filter(({ isEarlier }) => isEarlier === undefined);
  return Math.max(0, questionLimits.perTask - fresh.length);
}

function remind(text: string): FinishedTurn {
  return {
    text,
    toolCalls: [],
    results: [],
    findings: [],
    isOpen: true,
    reminder:
      'You answered in words. Go on with the tools, and end the analysis with submit_answer: only what it holds counts.',
  };
}

/** What decides how a turn ends. */
interface TurnState {
  callKey: string;
  number: number;
  session: readonly FinishedTurn[];
  /** The UTF-8 bytes of the results of this turn. */
  bytes: number;
  /** What the analysis may spend, in nano-USD. */
  shareNanoUsd: number;
}

/** Says what is left, hands over messages, and begins a new session where this one is too long. */
async function closeTurn(
  { database }: EngineServices,
  { tenantId, runId, engagementId, models }: Analysis,
  { callKey, number, session, bytes, shareNanoUsd }: TurnState,
): Promise<TurnClose> {
  const spentNanoUsd = await readSpentFor(database, { tenantId, runId }, 'analyse');
  const messages = await takeMessages(database, { tenantId, runId, turn: callKey });
  const shareLeft = Math.max(0, 1 - spentNanoUsd / Math.max(1, shareNanoUsd));
  const perTurn = spentNanoUsd / number;
  const isLast = number >= maxTurns - 1 || spentNanoUsd + perTurn > shareNanoUsd;
  const messageLines = messages.map(({ by, text }) => `Message from ${by}: ${text}`);
  const rest = isLast
    ? '(This was the last turn of the analysis. Call submit_answer now; nothing else is executed.)'
    : `(Turn ${number} of ${maxTurns}. About ${Math.round(shareLeft * 100)} % of the money for the analysis is left.)`;
  const used = bytes + session.reduce((sum, turn) => sum + sizeOf(turn), 0);
  const note = [...messageLines, rest].join('\n');
  if (used <= sessionBytes(models)) return { note, isOpen: true };
  const lastNumber = await readLastNumber(database, { tenantId, engagementId });
  return { note, isOpen: true, lastNumber };
}

const sizeOf = ({ text, toolCalls, results }: FinishedTurn): number =>
  Buffer.byteLength(text + JSON.stringify(toolCalls) + results.join(''));

function sessionBytes(models: readonly CatalogModel[]): number {
  const windows = models.map(({ contextWindow }) => contextWindow ?? defaultWindowTokens);
  const window = Math.min(maxWindowTokens, ...windows);
  return window * sessionPart * bytesPerToken;
}

/** Takes the last words of a lead that submitted no answer as the answer, and says so in the log. */
async function keepWords(
  services: EngineServices,
  analysis: Analysis,
  words: string,
): Promise<Answer> {
  const { runId, tasks } = analysis;
  const [deciding] = tasks;
  const submission = { question: deciding.name, answer: words.trim() || deciding.name };
  await emitEvent(services, analysis, 'log:answer-in-words', {
    type: 'log',
    level: 'warning',
    code: 'answer_in_words',
    agent: services.roster.planner.slug,
    taskId: null,
    message: 'The lead submitted no answer; its last words are the answer, without claims',
  });
  services.signals.notify(runId);
  const status = 'draft' as const;
  const content = toAnswerContent(submission);
  return runRecorded(services, () =>
    saveAnswer(services.database, analysis, content, { runId, step, status }),
  );
}
