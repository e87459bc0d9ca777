import {
  runImageLimits,
  type SourceChange,
  type StartRunRequest,
} from '@ecp/contract/engine/engine-api';
import { findCycle } from '@ecp/contract/work/task-graph';
import { sanitizeAnswer } from '../call/answers.ts';
import { EngineRequestError } from '../kernel/runs.ts';
import { type NotePoint, splitNotes } from '../kernel/written-sections.ts';
import { imagesOf } from '../models/catalog.ts';
import { keepRows } from '../tools/queries.ts';

/** Limits the rows of a table that a run keeps as its sample. */
const maxSample = 20;

/**
 * Returns what a run keeps of a request, as text that Postgres can store: notes of reviews as single
 * points, and of tables and queries what prompts and the check of citations can use. Throws
 * `invalid_request` (400) for an invalid graph or too many images.
 */
export function prepareRequest(request: StartRunRequest): StartRunRequest {
  const { reviewOutcomes: _reviewOutcomes, tables, queries, ...rest } = request;
  const storedRequest = sanitizeAnswer({
    ...rest,
    tasks: rest.tasks.map(({ agent = null, description = '', dependsOn = [], ...task }) => {
      return { ...task, agent, description, dependsOn };
    }),
    ...(tables && {
      tables: tables.map((table) => ({ ...table, sample: table.sample.slice(0, maxSample) })),
    }),
    ...(queries && { queries: queries.map(keepRows) }),
    previous: rest.previous.map(prepareVersion),
  }) as StartRunRequest;
  checkGraph(storedRequest.tasks);
  if (imagesOf(storedRequest.sources).length > runImageLimits.images) {
    throw new EngineRequestError(
      400,
      'invalid_request',
      `A run takes ${runImageLimits.images} images`,
    );
  }
  return storedRequest;
}

type PreviousVersion = StartRunRequest['previous'][number];

function prepareVersion(version: PreviousVersion): PreviousVersion {
  const { reviewNotes, sourceChanges, outdated = [] } = version;
  const points = splitNotes(reviewNotes);
  return {
    ...version,
    reviewNotes: points.map(({ text }) => text),
    outdated,
    ...(sourceChanges && {
      sourceChanges: sourceChanges.flatMap((change) => renumberChange(change, points)),
    }),
  };
}

/** Numbers a change by the point that states it, which is a whole note from here on. */
function renumberChange(change: SourceChange, points: readonly NotePoint[]): SourceChange[] {
  const isTold = ({ note, item }: NotePoint) =>
    note === change.note && (item === null || item === change.point);
  const place = points.findIndex(isTold);
  if (place === -1) return [];
  return [{ ...change, note: place + 1, point: 1 }];
}

/**
 * The platform has checked the tasks, but a graph that cannot be executed would make a run that
 * does nothing.
 */
function checkGraph(tasks: StartRunRequest['tasks']): void {
  const ids = new Set(tasks.map(({ id }) => id));
  const needed = tasks.flatMap(({ dependsOn }) => dependsOn ?? []);
  const unknown = needed.find((id) => !ids.has(id));
  if (ids.size < tasks.length) throw refused('two tasks have one id');
  if (unknown !== undefined)
    throw refused(`a task depends on ${unknown}, which is not in the list`);
  const cycle = findCycle(tasks);
  if (cycle) throw refused(`they depend on each other: ${cycle.join(', ')}`);
}

const refused = (reason: string) =>
  new EngineRequestError(400, 'invalid_request', `The tasks cannot run: ${reason}`);
