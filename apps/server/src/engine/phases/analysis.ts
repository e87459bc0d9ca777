import { questionLimits } from '@ecp/contract/values/limits';
import type { Answer } from '@ecp/contract/work/answers';
import type { Database } from '@ecp/database/database';
import type { AnalysisInput, DocumentTask, RaisedObjection } from '@ecp/model-calls/prompt-types';
import { findAnswer, findAnswerOfStep, saveAnswer } from '../../material/answers/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallFailure } from '../call/model-call.ts';
import {
  askQuestionTool,
  noteConflictTool,
  researchTools,
  type ToolDefinition,
} from '../call/tool-types.ts';
import { analysisStep, toAnswerContent, workspaceTools } from '../call/workspace-tools.ts';
import { readConflicts } from '../evidence/ledger.ts';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { briefOf, type EngineTask, readRun, type StoredRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { runRecorded } from '../steps/calling/call-model.ts';
import { tablesOf } from '../steps/calling/task-record.ts';
import { readAllQuestions } from '../tools/questions.ts';
import { converse } from './session.ts';
import { readWorkspace } from './workspace.ts';

/** An analysis of a run: its documents, the deciding one first, and the models of its lead. */
export interface Analysis extends RunRef {
  engagementId: string;
  tasks: readonly [EngineTask, ...EngineTask[]];
  models: readonly CatalogModel[];
  /** Limits the turns of the first analysis. */
  maxTurns: number;
}

/** The work of the lead at a place of the run. Each stores a version of the answer. */
export interface LeadWork {
  /** The step under which the answer is stored, and the beginning of the keys of its calls. */
  step: string;
  maxTurns: number;
  /** The part of the run's money that the lead may have spent at its end, 0 to 1. */
  moneyShare: number;
  /** The objections to settle. Empty for none. */
  objections: readonly RaisedObjection[];
  /** The notes with which a person returned the answer; null for none. */
  returnNotes: string | null;
}

/** The end of an analysis, or the wait of its lead for people. */
export type AnalysisEnd =
  | { outcome: 'answered'; answer: Answer }
  | { outcome: 'waiting'; taskId: string }
  | { outcome: 'stopped' }
  | CallFailure;

/** Limits the turns of a lead that changes an answer which stands. */
const revisionTurns = 24;

/** Lets the lead work with tools until the answer is submitted, and returns the answer. */
export function analyse(services: EngineServices, analysis: Analysis): Promise<AnalysisEnd> {
  const { maxTurns } = analysis;
  const work = { step: analysisStep, maxTurns, moneyShare: 0.55 };
  return workAsLead(services, analysis, { ...work, objections: [], returnNotes: null });
}

/** Lets the lead settle the objections of a challenger, and returns the answer after them. */
export function settleObjections(
  services: EngineServices,
  analysis: Analysis,
  objections: readonly RaisedObjection[],
): Promise<AnalysisEnd> {
  const work = { step: 'settlement', maxTurns: revisionTurns, moneyShare: 0.65 };
  return workAsLead(services, analysis, { ...work, objections, returnNotes: null });
}

/** Lets the lead change an answer that a person returned; `round` counts the returns from 1. */
export function reviseAnswer(
  services: EngineServices,
  analysis: Analysis,
  { round, notes }: { round: number; notes: string },
): Promise<AnalysisEnd> {
  const work = { step: `revision-${round}`, maxTurns: revisionTurns, moneyShare: 0.75 };
  return workAsLead(services, analysis, { ...work, objections: [], returnNotes: notes });
}

async function workAsLead(
  services: EngineServices,
  analysis: Analysis,
  work: LeadWork,
): Promise<AnalysisEnd> {
  const { database, roster } = services;
  const { tenantId, runId, engagementId, tasks, models } = analysis;
  const run = { tenantId, runId, engagementId };
  const { step } = work;
  const findStored = () =>
    runRecorded(services, () => findAnswerOfStep(database, { tenantId, runId, step }));
  const stored = await findStored();
  if (stored) return { outcome: 'answered', answer: stored };
  const [deciding] = tasks;
  const end = await converse(services, {
    ...run,
    phase: step === analysisStep ? 'analysis' : 'challenge',
    purpose: 'analyse',
    key: step,
    taskId: null,
    askingTaskId: deciding.id,
    agentSlug: roster.planner.slug,
    models,
    tools: leadTools,
    maxTurns: work.maxTurns,
    moneyShare: work.moneyShare,
    lastCall: 'Call submit_answer now; nothing else is executed.',
    submission: workspaceTools.submitAnswer,
    gather: (lastNumber) => gatherInput(services, run, tasks, work, lastNumber),
  });
  if (end.outcome === 'answered') {
    const answer = await keepWords(services, analysis, work, end.words);
    return { outcome: 'answered', answer };
  }
  if (end.outcome !== 'submitted') return end;
  const submitted = await findStored();
  if (!submitted) throw new Error('A submitted answer is stored');
  return { outcome: 'answered', answer: submitted };
}

/** The tools of the lead. The challenger has those among them that read, compute and record. */
const leadTools: ToolDefinition[] = [
  workspaceTools.readSource,
  workspaceTools.searchSources,
  workspaceTools.runQuery,
  workspaceTools.runCode,
  workspaceTools.recordFact,
  workspaceTools.notePassage,
  noteConflictTool,
  askQuestionTool,
  ...researchTools,
  workspaceTools.submitAnswer,
];

async function gatherInput(
  services: EngineServices,
  ref: RunRef & { engagementId: string },
  tasks: readonly EngineTask[],
  { objections, returnNotes, maxTurns }: LeadWork,
  lastNumber: number,
): Promise<AnalysisInput> {
  const { database } = services;
  const input = await gatherAnalysis(services, ref, { tasks, maxTurns, lastNumber });
  const run = await readRun(database, ref);
  const isAsking = (run.input.engagement.askBack ?? 'off') !== 'off';
  return {
    ...input,
    ...(objections.length > 0 && { objections: [...objections] }),
    ...(returnNotes !== null && { returnNotes }),
    ...(isAsking && { questionsLeft: await countQuestionsLeft(database, run) }),
  };
}

/** Gathers what stands before a session of the lead or of the challenger. */
export async function gatherAnalysis(
  { database, roster }: EngineServices,
  ref: RunRef & { engagementId: string },
  extent: { tasks: readonly EngineTask[]; maxTurns: number; lastNumber: number },
): Promise<AnalysisInput> {
  const run = await readRun(database, ref);
  const { sources, research, grids } = run.input;
  const { tasks, maxTurns, lastNumber } = extent;
  return {
    engagement: briefOf(run),
    agent: roster.planner,
    sources,
    ...tablesOf(run.input),
    ...(grids && { grids }),
    documents: tasks.map((task) => toDocument(run, task)),
    workspace: await readWorkspace(database, ref, ({ number }) => number <= lastNumber),
    questions: (run.input.questions ?? []).filter(({ answer }) => answer !== null),
    conflicts: await readConflicts(database, run, { before: 'plan' }),
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

/**
 * Says in the log that a lead has submitted no answer. Its last words become the answer of the first
 * analysis; an answer that stands stays.
 */
async function keepWords(
  services: EngineServices,
  analysis: Analysis,
  { step }: LeadWork,
  words: string,
): Promise<Answer> {
  const { runId, tasks } = analysis;
  const [deciding] = tasks;
  const isFirst = step === analysisStep;
  await emitEvent(services, analysis, `log:answer-in-words:${step}`, {
    type: 'log',
    level: 'warning',
    code: 'answer_in_words',
    agent: services.roster.planner.slug,
    taskId: null,
    message: isFirst
      ? 'The lead submitted no answer; its last words are the answer, without claims'
      : 'The lead submitted no changed answer; the earlier one stands',
  });
  services.signals.notify(runId);
  return runRecorded(services, async () => {
    const earlier = isFirst ? null : await findAnswer(services.database, analysis);
    if (earlier !== null) return earlier;
    const content = toAnswerContent({
      question: deciding.name,
      answer: words.trim() || deciding.name,
    });
    return saveAnswer(services.database, analysis, content, { runId, step, status: 'draft' });
  });
}
