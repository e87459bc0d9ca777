import type { WriteInput, WrittenDocument } from '@ecp/model-calls/prompt-types';
import type { WrittenText } from '../call/answers.ts';
import type { EngineServices } from '../call/engine-services.ts';
import type { CallFailure } from '../call/model-call.ts';
import type { ToolDefinition } from '../call/tool-types.ts';
import { workspaceTools } from '../call/workspace-tools.ts';
import type { RunRef } from '../kernel/events.ts';
import { briefOf, type EngineTask, readRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { leadAgent, tablesOf } from '../steps/calling/task-record.ts';
import { converse } from './session.ts';
import { readWorkspace } from './workspace.ts';

/** Limits the turns in which an author may look up or compute what the notebook lacks. */
const maxTurns = 12;
/** The part of the money of a run that its authors may spend. */
const writingShare = 0.3;
/** The writing of one document, after those that stand already. */
export interface Writing extends RunRef {
  engagementId: string;
  task: EngineTask;
  /** The field is true for the document that gives the decision. */
  isDeciding: boolean;
  /** The documents of the run that are written, in the order of their writing. */
  documents: readonly WrittenDocument[];
  models: readonly CatalogModel[];
}

/** The end of the writing of a document. */
export type WritingEnd =
  | ({ outcome: 'written' } & WrittenText)
  | { outcome: 'stopped' }
  | CallFailure;

const authorTools: ToolDefinition[] = [
  workspaceTools.readSource,
  workspaceTools.searchSources,
  workspaceTools.runQuery,
  workspaceTools.runCode,
  workspaceTools.recordFact,
  workspaceTools.notePassage,
];

/** Lets the author write a document from the answer and the notebook. */
export async function writeDocument(
  services: EngineServices,
  writing: Writing,
): Promise<WritingEnd> {
  const { tenantId, runId, engagementId, task, models } = writing;
  const run = { tenantId, runId, engagementId };
  const end = await converse(services, {
    ...run,
    phase: 'writing',
    purpose: 'write',
    key: `${task.id}/write`,
    taskId: task.id,
    askingTaskId: task.id,
    agentSlug: task.agentSlug,
    models,
    tools: authorTools,
    maxTurns,
    moneyShare: writingShare,
    lastCall: 'Write the document now.',
    gather: () => gatherInput(services, writing),
    submission: null,
  });
  switch (end.outcome) {
    case 'answered':
      return { outcome: 'written', content: end.words, cut: end.cut };
    case 'submitted':
    case 'waiting':
      throw new Error('An author neither submits an answer nor asks people');
    default:
      return end;
  }
}

async function gatherInput(
  { database, roster }: EngineServices,
  { task, isDeciding, documents, ...ref }: Writing,
): Promise<WriteInput> {
  const run = await readRun(database, ref);
  const { id, name, description, kind } = task;
  return {
    engagement: briefOf(run),
    agent: leadAgent(roster, task),
    task: { id, name, description, kind },
    sources: run.input.sources,
    ...tablesOf(run.input),
    // The turns of the call already hold the entries that the author records.
    workspace: await readWorkspace(
      database,
      ref,
      ({ runId, taskId }) => runId !== ref.runId || taskId !== id,
    ),
    documents: [...documents],
    isDeciding,
    maxTurns,
  };
}
