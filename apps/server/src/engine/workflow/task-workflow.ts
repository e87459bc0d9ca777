import type { Objection } from '@ecp/contract/values/review-answers';
import { runAsTenant } from '@ecp/database/pool';
import { joinSections } from '@ecp/markdown/sectioned-document';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { inSpan } from '@ecp/tracing/tracing';
import { trace } from '@opentelemetry/api';
import { type EngineServices, servicesOf } from '../call/engine-services.ts';
import { readRun, type TaskEnding } from '../kernel/runs.ts';
import { TextTooComplexError } from '../kernel/text-work.ts';
import { listPoints } from '../kernel/written-sections.ts';
import { isOffline } from '../models/offline-model.ts';
import { routeTask } from '../routing/route-task.ts';
import {
  callForText,
  callModel,
  isWaiting,
  runOptionalStep,
  runRecorded,
  TaskEndedError,
  type TaskModels,
  type TaskWorkflowInput,
} from '../steps/calling/call-model.ts';
import { emitTaskComplete, emitTaskStarted, gatherMaterial } from '../steps/calling/task-record.ts';
import {
  type Colleague,
  consultColleagues,
  findColleagues,
} from '../steps/consulting/consult-colleagues.ts';
import { evaluateDeliverable } from '../steps/evaluating/evaluate-deliverable.ts';
import { challengeDraft, observeDraft, reviseByIssues } from '../steps/evaluating/review-draft.ts';
import { amendDraft, type WrittenDraft } from './amend-draft.ts';
import { editReader, sectionsReader } from './edit-sections.ts';
import { draftReader, type WrittenVersion } from './finish-draft.ts';
import { publishChecked } from './publish-checked.ts';

/**
 * Executes a task. Each step with an outside effect is safe to repeat by what it stores: a
 * decision, an answer, an event under its key.
 */
export function runTask(services: EngineServices, input: TaskWorkflowInput): Promise<TaskEnding> {
  const { task } = input;
  const attributes = { 'run.id': input.runId, 'agent.slug': task.agentSlug };
  const execute = async () => {
    const result = await executeTask(services, input).catch((error: unknown): TaskEnding => {
      if (error instanceof TaskEndedError) return error.result;
      if (!(error instanceof TextTooComplexError)) throw error;
      return { state: 'failed', taskId: task.id, reason: 'text_too_complex', error: error.message };
    });
    if (result.state !== 'waiting') {
      await runRecorded(services, () => emitTaskComplete(services, input, task, result));
    }
    trace.getActiveSpan()?.setAttribute('task.outcome', result.state);
    return result;
  };
  return runAsTenant(input.tenantId, () =>
    inSpan('task', { parent: input.traceparent, attributes }, execute),
  );
}

/** Time for a platform that is away to give a tenant's keys. */
const keysLimitMs = 600_000;

async function executeTask(given: EngineServices, input: TaskWorkflowInput): Promise<TaskEnding> {
  const { task } = input;
  const services = await servicesOf(given, given.keyHolder, keysLimitMs);
  const prepared = await runRecorded(services, () => prepareTask(services, input));
  if (prepared === 'waiting') return { state: 'waiting', taskId: task.id };
  const { colleagues, ...models } = prepared;
  const consultations = await consultColleagues(services, input, models, colleagues);
  const material = async () => {
    const run = await readRun(services.database, input);
    return {
      ...(await gatherMaterial(services, run, task)),
      consultations,
    };
  };
  const draft = await writeChallenged(services, input, models, material);
  const content = await publishChecked(services, input, models, draft, material);
  const goesOn = await runRecorded(services, () =>
    evaluateDeliverable(services, input, task, content),
  );
  if (!goesOn) return { state: 'stopped', taskId: task.id };
  return { state: 'completed', taskId: task.id, filename: task.filename };
}

/** Chooses the models and colleagues of a task, unless it waits. A pinned model writes alone. */
async function prepareTask(
  services: EngineServices,
  input: TaskWorkflowInput,
): Promise<(TaskModels & { colleagues: Colleague[] }) | 'waiting'> {
  const { task } = input;
  const run = await readRun(services.database, input);
  const mayWait = run.input.engagement.askBack === 'wait';
  if (mayWait && (await isWaiting(services, input, task.id))) return 'waiting';
  const pinned = run.input.engagement.model ?? null;
  const routed = await routeTask(services, input, task, { tasksLeft: input.tasksLeft, pinned });
  await emitTaskStarted(services, input, task, routed);
  const optional = [routed.model, ...routed.fallbacks];
  const required = pinned === null ? optional : [routed.model];
  return { required, optional, colleagues: await findColleagues(services, run, task) };
}

async function writeChallenged(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const draft = await writeDraft(services, input, models, material);
  if (!input.task.isChallenged) return draft;
  return {
    ...draft,
    ...(await answerObjections(services, input, models, draft.content, material)),
  };
}

/** Drafts and revises a document, or amends it by a reviewer's notes. Returns the best version. */
async function writeDraft(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const { task } = input;
  if (task.amends) return amendDraft(services, input, models, material);
  const previous = task.keepsSections
    ? await runRecorded(services, async () => (await material()).previous)
    : null;
  const points = await runRecorded(services, async () => listPoints(await material()));
  type Extra = { draft: string; issues: string[] };
  const write = async (key: string, extra: Extra): Promise<WrittenVersion> => {
    const gather = async () => ({ ...(await material()), ...extra });
    const purpose = key === 'draft' ? 'draft' : 'revise';
    const tried = purpose === 'draft' ? models.required : models.optional;
    const call = { purpose, key, agentSlug: task.agentSlug, models: tried, gather } as const;
    const answer = await callForText(services, input, call);
    const isDeciding = task.kind === 'synthesis';
    const text = { ...answer, title: task.name, points, previous, isDeciding };
    return services.texts.run(input.tenantId, draftReader, text);
  };
  const draft = await write('draft', { draft: '', issues: [] });
  const first = await runOptionalStep(services, input, {
    key: 'observe',
    lack: 'no partner has read the draft',
    work: () => observeDraft(services, input, material, draft.shown, { key: 'observe' }),
  });
  if (!first) return { ...written(draft), score: null };
  const { version, score, left } = await reviseByIssues<WrittenVersion>(draft, first, {
    contentOf: ({ shown }) => shown,
    revise: (text, issues, key) => write(key, { draft: text.content, issues }),
    observe: ({ shown }, key, earlier) =>
      observeDraft(services, input, material, shown, { key, earlier }),
    optional: (key, work) => {
      const lack = 'the issues of the partner who read the draft are not mended';
      return runOptionalStep(services, input, { key, lack, work });
    },
    mustMend: ({ fault }) => fault,
  });
  return { ...written(version), score, issues: left };
}

const written = (version: WrittenVersion): Pick<WrittenDraft, 'content' | 'noteAnswers'> => ({
  content: version.shown,
  noteAnswers: version.noteAnswers,
});

/** Lets the synthesis's writer answer another provider's objections in one amendment. */
async function answerObjections(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  draft: string,
  material: () => Promise<DraftInput>,
): Promise<{ content: string; objections: Objection[] }> {
  const raised = await challengeDraft(services, input, models, draft);
  if (raised.length === 0) return { content: draft, objections: [] };
  const edited = { content: draft, isOffline: isOffline(models.optional) };
  const before = await services.texts.run(input.tenantId, sectionsReader, edited);
  const notes = raised.map(({ objection, passage, citation }) => {
    return `${objection}\nPassage: ${passage}${citation === null ? '' : `\nIt rests on: ${citation}`}`;
  });
  const answer = await runOptionalStep(services, input, {
    key: 'amend:objections',
    lack: 'the objections of the adversary are not answered',
    work: () =>
      callModel(services, input, {
        purpose: 'amend',
        key: 'amend:objections',
        agentSlug: input.task.agentSlug,
        models: models.optional,
        gather: async () => ({
          ...(await material()),
          reviewNotes: notes,
          comments: [],
          sourceChanges: [],
          footnotes: before.footnotes,
          editable: null,
          issues: [],
          sections: before.sections.map(({ raw }) => raw),
          asked: notes.map((_, index) => index + 1),
        }),
      }),
  });
  const amended = answer && { document: before, edits: answer.edits, editable: null, locked: [] };
  const content = amended
    ? joinSections(await services.texts.run(input.tenantId, editReader, amended))
    : draft;
  const objections = raised.map((objection, index): Objection => {
    const given = answer?.answers.find(({ note }) => note === index + 1);
    return { ...objection, answer: given ? { status: given.status, text: given.answer } : null };
  });
  return { content, objections };
}
