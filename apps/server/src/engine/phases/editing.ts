import { notebookLimits } from '@ecp/contract/work/notebook';
import type { LinkedFact, LinkedPassage } from '@ecp/evidence/fact-links';
import type { PromptOutputs, Workspace, WrittenDocument } from '@ecp/model-calls/prompt-types';
import {
  type EntryTarget,
  readShortEntries,
  recordFact,
  type ShortEntry,
} from '../../material/notebook/notebook.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { makeCall } from '../call/make-call.ts';
import { emitEvent, type RunRef } from '../kernel/events.ts';
import { briefOf, type EngineTask, readRun } from '../kernel/runs.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { taskDifficulty } from '../routing/estimates.ts';
import { judgeModels } from '../routing/judges.ts';
import { runRecorded } from '../steps/calling/call-model.ts';
import { linksReader, replacementsReader } from './document-readers.ts';
import { readWorkspace } from './workspace.ts';

/** The agents that edit and anchor, in the log and the calls. They lead no task. */
const editorSlug = 'editor';
const readerSlug = 'reader';

type RunOfEngagement = RunRef & { engagementId: string };

/** Null for work that is stopped. */
type Edited<Result> = Promise<Result | null>;

/**
 * Lets an editor with a fresh context mend all documents of a run by small replacements. Documents
 * without an editor stay as they are, which the log says.
 */
export async function editDocuments(
  services: EngineServices,
  { tenantId, runId, engagementId }: RunOfEngagement,
  models: readonly CatalogModel[],
  documents: readonly WrittenDocument[],
): Edited<WrittenDocument[]> {
  const run = { tenantId, runId };
  const outcome = await runRecorded(services, () =>
    makeCall(services, {
      ...run,
      engagementId,
      taskId: null,
      phase: 'editing',
      callKey: 'editing',
      purpose: 'edit',
      agentSlug: editorSlug,
      models,
      difficulty: 0.6,
      gather: async () => ({
        engagement: briefOf(await readRun(services.database, run)),
        documents: [...documents],
      }),
    }),
  );
  if (outcome.outcome === 'stopped') return null;
  if (outcome.outcome !== 'answered') {
    await logLeftOut(services, run, 'editing', null, `No editor has read: ${outcome.message}`);
    return [...documents];
  }
  const { replacements } = outcome.answer;
  const edited = await services.texts.run(tenantId, replacementsReader, {
    documents: [...documents],
    replacements,
  });
  const madeCount = replacements.length - edited.refusals.length;
  await runRecorded(services, () =>
    emitEvent(services, run, 'step:editing', {
      type: 'step',
      taskId: null,
      phase: 'editing',
      agent: editorSlug,
      kind: 'note',
      text: `Made ${madeCount} of ${replacements.length} replacements in ${documents.length} documents.`,
      entryId: null,
    }),
  );
  services.signals.notify(runId);
  return edited.documents;
}

/**
 * Links what the author left without a link to the facts and passages of the notebook, and turns all
 * links into footnotes. A call that fails leaves the author's own links.
 */
export async function anchorDocument(
  services: EngineServices,
  { tenantId, runId, engagementId }: RunOfEngagement,
  task: EngineTask,
  { document, hasAnchors }: { document: WrittenDocument; hasAnchors: boolean },
): Edited<string> {
  const run = { tenantId, runId };
  const target = { ...run, engagementId };
  const gather = async () => ({
    engagement: briefOf(await readRun(services.database, run)),
    document,
    workspace: await readWorkspace(services.database, target, () => true),
  });
  const outcome = !hasAnchors
    ? null
    : await runRecorded(services, () =>
        makeCall(services, {
          ...target,
          taskId: task.id,
          phase: 'anchoring',
          callKey: `${task.id}/anchor`,
          purpose: 'anchor',
          agentSlug: readerSlug,
          models: judgeModels(services.models),
          difficulty: taskDifficulty(task) / 2,
          gather,
        }),
      );
  if (outcome?.outcome === 'stopped') return null;
  if (outcome && outcome.outcome !== 'answered') {
    const message = `${task.name}: no reader has added footnotes. ${outcome.message}`;
    await logLeftOut(services, run, `anchor:${task.id}`, task.id, message);
  }
  const namedAnchors = outcome?.outcome === 'answered' ? outcome.answer.anchors : [];
  const anchors = await runRecorded(services, () =>
    recordCells(services, { ...target, taskId: task.id }, namedAnchors),
  );
  const { workspace, engagement } = await runRecorded(services, gather);
  const compiled = await services.texts.run(tenantId, linksReader, {
    content: document.content,
    anchors,
    language: engagement.language,
    ...linkTargets(workspace),
  });
  return compiled.markdown;
}

type Anchor = PromptOutputs['anchor']['anchors'][number];

const cellTarget = /^cell:([^:]+):(\d{1,6}):(.+)$/su;

/**
 * Records the cells that anchors name as facts, and returns the anchors with the facts as targets.
 * An anchor whose cell is not there is left out.
 */
async function recordCells(
  { database }: EngineServices,
  target: EntryTarget,
  anchors: readonly Anchor[],
): Promise<Anchor[]> {
  const entries = anchors.some((anchor) => cellTarget.test(anchor.target))
    ? await readShortEntries(database, target, maxCellRow)
    : [];
  const recorded: Anchor[] = [];
  for (const anchor of anchors) {
    const [, entryId, rowText, column = ''] = cellTarget.exec(anchor.target) ?? [];
    if (entryId === undefined) {
      recorded.push(anchor);
      continue;
    }
    const row = Number(rowText);
    const cell = describeCell(entries, { entryId, row, column });
    if (cell === null) continue;
    const fact = await recordFact(database, target, {
      ...cell,
      period: null,
      entryId,
      row,
      column,
    });
    if (!('refused' in fact)) recorded.push({ ...anchor, target: `fact:${cell.id}` });
  }
  return recorded;
}

/** Limits the rows of a table whose cells an anchor may name. */
const maxCellRow = 20;

/** Names a cell by its place; the label has the first cell of its row where there are several. */
function describeCell(
  entries: readonly ShortEntry[],
  { entryId, row, column }: { entryId: string; row: number; column: string },
): { id: string; label: string; unit: string | null } | null {
  const entry = entries.find(({ id }) => id === entryId);
  const [table] = entry?.tables ?? [];
  const place = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  const cells = table?.rows[row];
  if (!entry || !table || !cells || place < 0) return null;
  const rowName = table.totalRows > 1 && place > 0 ? `, ${cells[0]}` : '';
  const label = `${column}${rowName}`.slice(0, notebookLimits.label).toWellFormed();
  const unit = table.columns[place]?.unit ?? null;
  return { id: `cell-${entry.number}-${row}-${place}`, label, unit };
}

/** Returns the facts and passages to which documents link. */
function linkTargets({ entries }: Workspace): { facts: LinkedFact[]; passages: LinkedPassage[] } {
  const facts = entries.flatMap(({ id, number, kind, facts: entryFacts }) =>
    entryFacts.map((fact): LinkedFact => ({ ...fact, entryNumber: number, entryId: id, kind })),
  );
  const passages = entries.flatMap(({ number, kind, title, words, place }): LinkedPassage[] => {
    if (kind !== 'passage') return [];
    return [{ id: `p${number}`, filename: title, place: place === '' ? null : place, words }];
  });
  return { facts, passages };
}

async function logLeftOut(
  services: EngineServices,
  run: RunRef,
  key: string,
  taskId: string | null,
  message: string,
): Promise<void> {
  await runRecorded(services, () =>
    emitEvent(services, run, `log:left-out:${key}`, {
      type: 'log',
      level: 'warning',
      code: 'call_left_out',
      agent: taskId === null ? editorSlug : readerSlug,
      taskId,
      message,
    }),
  );
  services.signals.notify(run.runId);
}
