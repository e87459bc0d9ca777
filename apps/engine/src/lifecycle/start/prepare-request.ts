import { createHash } from 'node:crypto';
import { runImageLimits, type StartRunRequest } from '@ecp/contract/engine/engine-api';
import { findCycle } from '@ecp/contract/work/task-graph';
import { sanitizeAnswer } from '../../call/generate/sanitize-answer.ts';
import { EngineRequestError } from '../../kernel/engine-request-error.ts';
import type { ImageBytes } from '../../kernel/images/engagement-images.ts';
import type { RunInput } from '../../kernel/runs/run-store.ts';
import { splitNotes } from '../../sections/split-notes.ts';

/** A request whose images are apart, each once. */
export interface PreparedRequest {
  input: RunInput;
  images: ImageBytes;
}

/**
 * Copies the known fields of a request as storable text, so that nothing else is stored or sent to a model.
 * Throws `invalid_request` (400) for duplicate task ids, an unknown dependency or a cycle (ENG-9, ENG-11), and for images
 * that are too many, too large or no JPEG.
 */
export function prepareRequest(request: StartRunRequest): PreparedRequest {
  const images: ImageBytes = new Map();
  const { runId, engagement, tasks, sources, previous, rerunTaskId, rerunTaskIds } = request;
  const { id, name, client, brief, budgetUsd } = engagement;
  const known: RunInput = {
    runId,
    engagement: { id, name, client, brief, budgetUsd },
    tasks: tasks.map((task) => {
      const { agent = null, description = '', dependsOn = [] } = task;
      return { id: task.id, name: task.name, agent, description, dependsOn };
    }),
    sources: sources.map((source) => {
      const { title, location, text } = source;
      return { id: source.id, title, location, text, ...takeImages(source, images) };
    }),
    ...(request.imagesLeftOut && { imagesLeftOut: request.imagesLeftOut }),
    previous: previous.map(({ taskId, filename, version, content, reviewNotes, outdated = [] }) => {
      return { taskId, filename, version, content, reviewNotes: splitNotes(reviewNotes), outdated };
    }),
    rerunTaskId,
    ...(rerunTaskIds && { rerunTaskIds }),
  };
  const input = sanitizeAnswer(known) as RunInput;
  checkGraph(input.tasks);
  checkImages(input, images);
  return { input, images };
}

/** Returns the source's images by their hash, and adds their bytes to `images`. */
function takeImages(
  { images: given = [] }: StartRunRequest['sources'][number],
  images: Map<string, Buffer>,
): Pick<RunInput['sources'][number], 'images'> {
  if (given.length === 0) return {};
  return {
    images: given.map(({ mediaType, width, height, data }) => {
      const bytes = Buffer.from(data, 'base64');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      images.set(sha256, bytes);
      return { sha256, mediaType, width, height };
    }),
  };
}

function checkImages({ sources }: RunInput, images: ImageBytes): void {
  const count = sources.reduce((sum, source) => sum + (source.images?.length ?? 0), 0);
  const all = [...images.values()];
  const sizeBytes = all.reduce((sum, bytes) => sum + bytes.length, 0);
  const isSound = all.every((bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff);
  if (isSound && count <= runImageLimits.images && sizeBytes <= runImageLimits.bytes) return;
  throw new EngineRequestError(400, 'invalid_request', 'The images of the sources are too many, too large or no JPEG');
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
