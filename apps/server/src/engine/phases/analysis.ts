import { questionLimits } from '@ecp/contract/values/limits';
import type { Answer } from '@ecp/contract/work/answers';
import type { Database } from '@ecp/database/database';
import type { AnalysisInput, DocumentTask } from '@ecp/model-calls/prompt-types';
import { findAnswerOfStep, saveAnswer } from '../../material/answers/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallFailure } from '../call/model-call.ts';
import {
  askQuestionTool,
  noteConflictTool,
  researchTools,
  type ToolDefinition,
} from '../call/tool-types.ts';
import { toAnswerContent, workspaceTools } from '../call/workspace-tools.ts';
import { readConflicts } from '../evidence/ledger.ts';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { briefOf, type EngineTask, readRun, type StoredRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { runRecorded } from '../steps/calling/call-model.ts';
import { tablesOf } from '../steps/calling/task-record.ts';
import { readAllQuestions } from '../tools/questions.ts';
import { converse, type Session } from './session.ts';
import { readWorkspace } from './workspace.ts';

/** Limits the turns of an analysis. */
const maxTurns = 80;
/** The part of the money of a run that its analysis may spend. */
const analysisShare = 0.55;
/** Limits how often a lead is reminded that answers in words. */
const maxReminders = 2;

/** The step of a run under which its analysis stores the answer, and the beginning of its calls. */
const step = 'analysis';

/** An analysis of a run: its documents, the deciding one first, and the models of its lead. */
export interface Analysis extends RunRef {
  engagementId: string;
  tasks: readonly [EngineTask, ...EngineTask[]];
  models: readonly CatalogModel[];
}

/** The end of an analysis, or the wait of its lead for people. */
export type AnalysisEnd =
  | { outcome: 'answered'; answer: Answer }
  | { outcome: 'waiting'; taskId: string }
  | { outcome: 'stopped' }
  | CallFailure;

/** Lets the lead work with tools until the answer is submitted, and returns the answer. */
export async function analyse(services: EngineServices, analysis: Analysis): Promise<AnalysisEnd> {
  const { database } = services;
  const { tenantId, runId } = analysis;
  const findAnswer = () =>
    runRecorded(services, () => findAnswerOfStep(database, { tenantId, runId, step }));
  const stored = await findAnswer();
  if (stored) return { outcome: 'answered', answer: stored };
  const end = await converse(services, leadSession(services, analysis));
  if (end.outcome === 'answered')
    return { outcome: 'answered', answer: await keepWords(services, analysis, end.words) };
  if (end.outcome !== 'submitted') return end;
  const submitted = await findAnswer();
  if (!submitted) throw new Error('A submitted answer is stored');
  return { outcome: 'answered', answer: submitted };
}

function leadSession(
  services: EngineServices,
  { tenantId, runId, engagementId, tasks, models }: Analysis,
): Session<'analyse'> {
  const { database, roster } = services;
  const run = { tenantId, runId, engagementId };
  const [deciding] = tasks;
  let reminders = 0;
  return {
    ...run,
    phase: 'analysis',
    purpose: 'analyse',
    key: step,
    taskId: null,
    askingTaskId: deciding.id,
    agentSlug: roster.planner.slug,
    models,
    tools: leadTools,
    maxTurns,
    moneyShare: analysisShare,
    lastCall: 'Call submit_answer now; nothing else is executed.',
    gather: (lastNumber) => gatherInput(services, run, tasks, lastNumber),
    isEnded: async () => (await findAnswerOfStep(database, { tenantId, runId, step })) !== null,
    replyTo(_words, number) {
      if (reminders === maxReminders || number >= maxTurns) return null;
      reminders += 1;
      return 'You answered in words. Go on with the tools, and end the analysis with submit_answer: only what it holds counts.';
    },
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
    workspace: await readWorkspace(database, ref, ({ number }) => number <= lastNumber),
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
