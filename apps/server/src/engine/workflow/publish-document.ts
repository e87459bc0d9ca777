import type { DraftInput, WrittenDocument } from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../call/engine-services.ts';
import { readRun, type TaskResult } from '../kernel/runs.ts';
import { TextTooComplexError } from '../kernel/text-work.ts';
import { listPoints } from '../kernel/written-sections.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { anchorDocument } from '../phases/editing.ts';
import { readWorkspace } from '../phases/workspace.ts';
import {
  runRecorded,
  TaskEndedError,
  type TaskWorkflowInput,
} from '../steps/calling/call-model.ts';
import { gatherMaterial } from '../steps/calling/task-record.ts';
import { evaluateDeliverable } from '../steps/evaluating/evaluate-deliverable.ts';
import { readNamedQueries } from '../tools/queries.ts';
import { amendDraft, type WrittenDraft } from './amend-draft.ts';
import { draftReader } from './finish-draft.ts';
import { publishChecked } from './publish-checked.ts';

/** A document that its author and the editor have finished. */
interface Publication {
  models: readonly CatalogModel[];
  document: WrittenDocument;
  /** The document as its sections were amended for a reviewer's notes; null for a new one. */
  amended: WrittenDraft | null;
  /** False to leave out the call that links what the author left without a link. */
  hasAnchors: boolean;
}

/**
 * Turns the links of a document into footnotes, checks and repairs it, publishes it, and lets the
 * evaluator score it. Returns the result of its task, which the caller records.
 */
export async function publishDocument(
  services: EngineServices,
  input: TaskWorkflowInput,
  publication: Publication,
): Promise<TaskResult> {
  const { task } = input;
  try {
    return await publish(services, input, publication);
  } catch (error) {
    if (error instanceof TaskEndedError && error.result.state !== 'waiting') return error.result;
    if (!(error instanceof TextTooComplexError)) throw error;
    return { state: 'failed', taskId: task.id, reason: 'text_too_complex', error: error.message };
  }
}

async function publish(
  services: EngineServices,
  input: TaskWorkflowInput,
  { models, document, amended, hasAnchors }: Publication,
): Promise<TaskResult> {
  const { task } = input;
  const content = await anchorDocument(services, input, task, { document, hasAnchors });
  if (content === null) return { state: 'stopped', taskId: task.id };
  const gather = () => gatherDocument(services, input, content);
  const taskModels = { required: [...models], optional: [...models] };
  const draft = amended
    ? { ...amended, content }
    : await finishDraft(services, input, content, gather);
  const published = await publishChecked(services, input, taskModels, draft, gather);
  const goesOn = await runRecorded(services, () =>
    evaluateDeliverable(services, input, task, published),
  );
  if (!goesOn) return { state: 'stopped', taskId: task.id };
  return { state: 'completed', taskId: task.id, filename: task.filename };
}

/**
 * Lets the author change an earlier version where a reviewer's notes ask for it, by the answer as it
 * is now. Returns the result of a task that gets no new version.
 */
export async function amendByNotes(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: readonly CatalogModel[],
): Promise<WrittenDraft | TaskResult> {
  const taskModels = { required: [...models], optional: [...models] };
  try {
    return await amendDraft(services, input, taskModels, () => gatherDocument(services, input, ''));
  } catch (error) {
    if (error instanceof TaskEndedError && error.result.state !== 'waiting') return error.result;
    throw error;
  }
}

/** Brings a text into the form of a document, with the sections that people wrote. */
async function finishDraft(
  services: EngineServices,
  { tenantId, task }: TaskWorkflowInput,
  content: string,
  gather: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const material = await runRecorded(services, gather);
  const written = await services.texts.run(tenantId, draftReader, {
    content,
    cut: false,
    title: task.name,
    points: listPoints(material),
    previous: task.keepsSections ? material.previous : null,
    isDeciding: false,
  });
  return { content: written.shown, noteAnswers: written.noteAnswers, score: null };
}

/** Gathers what a document may cite: the material of its task, its queries and the notebook. */
async function gatherDocument(
  services: EngineServices,
  input: TaskWorkflowInput,
  content: string,
): Promise<DraftInput> {
  const { database } = services;
  const run = await readRun(database, input);
  const material = await gatherMaterial(services, run, input.task);
  const { entries, answer } = await readWorkspace(database, input, () => true);
  const namedQueries = await readNamedQueries(database, input, content);
  const queries = new Map(
    [...(material.queries ?? []), ...namedQueries].map((query) => [query.id, query]),
  );
  const notebook = entries.map(({ number, facts }) => ({ number, facts }));
  const workspace = { queries: [...queries.values()], notebook, ...(answer && { answer }) };
  return { ...material, consultations: [], ...workspace };
}
