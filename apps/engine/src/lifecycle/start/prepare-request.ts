import type { OpenComment, SourceChange } from '@ecp/contract/engine/engine-api';
import { runImageLimits, type StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { EngineTable, ResearchAccess } from '@ecp/contract/engine/tool-access';
import type { KnownConflict } from '@ecp/contract/values/figures';
import { findCycle } from '@ecp/contract/work/task-graph';
import type { SourceImage } from '@ecp/model-calls/prompt-types';
import { sanitizeAnswer } from '../../call/generate/sanitize-answer.ts';
import { EngineRequestError } from '../../kernel/engine-request-error.ts';
import { imagesOf } from '../../models/seen-images.ts';
import { type NotePoint, splitNotes } from '../../sections/split-notes.ts';
import { keepRows } from '../../tools/keep-rows.ts';

/** Most rows of a table that a run keeps as its sample. */
const maxSample = 20;

/**
 * Copies the known fields of a request as storable text, so that nothing else is stored or sent to a model.
 * Throws `invalid_request` (400) for duplicate task ids, an unknown dependency or a cycle (ENG-9, ENG-11), and for more
 * images than a run takes.
 */
export function prepareRequest(request: StartRunRequest): StartRunRequest {
  const { runId, engagement, tasks, sources, previous, rerunTaskId, rerunTaskIds } = request;
  const known: StartRunRequest = {
    runId,
    engagement: knownEngagement(engagement),
    tasks: tasks.map((task) => {
      const { agent = null, description = '', dependsOn = [], synthesis } = task;
      return { id: task.id, name: task.name, agent, description, dependsOn, ...(synthesis === true && { synthesis }) };
    }),
    sources: sources.map((source) => {
      const { title, location, text, images } = source;
      return { id: source.id, title, location, text, ...(images && { images: images.map(knownFields) }) };
    }),
    ...prepareTables(request),
    ...(request.imagesLeftOut && { imagesLeftOut: request.imagesLeftOut }),
    previous: previous.map(knownVersion),
    ...(request.questions && { questions: request.questions.map(knownQuestion) }),
    ...(request.conflicts && { conflicts: request.conflicts.map(knownConflict) }),
    ...(request.research && { research: knownResearch(request.research) }),
    ...(request.figures && { figures: request.figures.map(knownFigures) }),
    rerunTaskId,
    ...(rerunTaskIds && { rerunTaskIds }),
  };
  const kept = sanitizeAnswer(known) as StartRunRequest;
  checkGraph(kept.tasks);
  if (imagesOf(kept.sources).length > runImageLimits.images) {
    throw new EngineRequestError(400, 'invalid_request', `A run takes ${runImageLimits.images} images`);
  }
  return kept;
}

function knownEngagement(engagement: StartRunRequest['engagement']): StartRunRequest['engagement'] {
  const { id, name, client, brief, budgetUsd, model = null, askBack, askBackHours, adversary } = engagement;
  return {
    ...{ id, name, client, brief, budgetUsd, model },
    ...(askBack && { askBack }),
    ...(askBackHours !== undefined && { askBackHours }),
    ...(adversary !== undefined && { adversary }),
  };
}

type EarlierQuestion = NonNullable<StartRunRequest['questions']>[number];

function knownQuestion({ id, taskId, question, assumption, answer }: EarlierQuestion): EarlierQuestion {
  return { id, taskId, question, assumption, answer: answer && { text: answer.text, by: answer.by, at: answer.at } };
}

function knownConflict({ id, kind, about, values, settlement }: KnownConflict): KnownConflict {
  return {
    ...{ id, kind, about },
    values: values.map(({ value, text, filename, place }) => ({ value, text, filename, place })),
    settlement: settlement && { chosen: settlement.chosen, reason: settlement.reason, by: settlement.by },
  };
}

function knownResearch({ url, token, domains, maxPages, searchNanoUsd }: ResearchAccess): ResearchAccess {
  return { url, token, domains, maxPages, searchNanoUsd };
}

type DocumentFigures = NonNullable<StartRunRequest['figures']>[number];

/** Keeps as much of the queries as prompts and the check of citations can use. */
function prepareTables({ tables, withoutTable, queryAccess, queries }: StartRunRequest): Partial<StartRunRequest> {
  return {
    ...(tables && { tables: tables.map(knownTable) }),
    ...(withoutTable && {
      withoutTable: withoutTable.map(({ attachmentId, filename, sheet, reason }) => ({
        ...{ attachmentId, filename, sheet, reason },
      })),
    }),
    ...(queryAccess && { queryAccess: { url: queryAccess.url, token: queryAccess.token } }),
    ...(queries && { queries: queries.map(keepRows) }),
  };
}

function knownTable(table: EngineTable): EngineTable {
  const { id, attachmentId, filename, sheet, hidden, name, columns, rowCount, leftOut, remarks, sample } = table;
  const known = columns.map((column) => ({ name: column.name, type: column.type, unit: column.unit }));
  return {
    id,
    attachmentId,
    filename,
    sheet,
    hidden,
    name,
    columns: known,
    rowCount,
    leftOut: { count: leftOut.count, rows: leftOut.rows.map(({ row, reason }) => ({ row, reason })) },
    remarks: remarks.map(({ column, kind, text }) => ({ column, kind, text })),
    sample: sample.slice(0, maxSample),
  };
}

const knownFields = ({ sha256, mediaType, width, height }: SourceImage) => ({ sha256, mediaType, width, height });

function knownVersion(previous: StartRunRequest['previous'][number]): StartRunRequest['previous'][number] {
  const { taskId, filename, version, content, citations, reviewNotes, sourceChanges, outdated = [] } = previous;
  const { comments, lockedSections } = previous;
  const claims = citations?.map(({ footnote, claim, state }) => ({ footnote, claim, state }));
  const points = splitNotes(reviewNotes);
  return {
    ...{ taskId, filename, version, content, ...(claims && { citations: claims }) },
    ...{ reviewNotes: points.map(({ text }) => text), outdated },
    ...(comments && { comments: comments.map(knownComment) }),
    ...(lockedSections && { lockedSections }),
    ...(sourceChanges && { sourceChanges: sourceChanges.flatMap((change) => renumberChange(change, points)) }),
  };
}

function knownComment({ id, quote, section, body, suggestion, authorKind, replies }: OpenComment): OpenComment {
  const known = replies.map((reply) => ({ authorKind: reply.authorKind, body: reply.body }));
  return { id, quote, section, body, suggestion, authorKind, replies: known };
}

/** Numbers a change by the point that tells it, which is a whole note from here on. */
function renumberChange(change: SourceChange, points: readonly NotePoint[]): SourceChange[] {
  const { type, title, newTitle, readAt, before, after, section, footnotes } = change;
  const isTold = ({ note, item }: NotePoint) => note === change.note && (item === null || item === change.point);
  const place = points.findIndex(isTold);
  if (place === -1) return [];
  return [{ type, title, newTitle, readAt, before, after, section, footnotes, note: place + 1, point: 1 }];
}

function knownFigures({ filename, version, figures }: DocumentFigures): DocumentFigures {
  const known = figures.map(({ label, unit, period, value, text, section, state }) => {
    return { label, unit, period, value, text, section, state };
  });
  return { filename, version, figures: known };
}

/** The platform has checked the tasks, but a graph that cannot be executed must not become a run that does nothing. */
function checkGraph(tasks: StartRunRequest['tasks']): void {
  const ids = new Set(tasks.map(({ id }) => id));
  const unknown = tasks.flatMap(({ dependsOn }) => dependsOn ?? []).find((id) => !ids.has(id));
  if (ids.size < tasks.length) throw refused('two tasks have one id');
  if (unknown !== undefined) throw refused(`a task depends on ${unknown}, which is not in the list`);
  const cycle = findCycle(tasks);
  if (cycle) throw refused(`they depend on each other: ${cycle.join(', ')}`);
}

const refused = (reason: string) => new EngineRequestError(400, 'invalid_request', `The tasks cannot run: ${reason}`);
