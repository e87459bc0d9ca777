import type { EngineEvent, WritingEvent } from '@ecp/contract/engine/engine-events';
import type { GridStatus } from '@ecp/contract/work/grids';
import { ApiError, ConnectionError } from './api-error.ts';
import type { Connection } from './build-request.ts';
import { readEventStream, type StreamMessage } from './read-event-stream.ts';
import { choosePauseMs, pause } from './send-with-retries.ts';

type Streamed<E> = E extends unknown ? Omit<E, 'seq' | 'content'> : never;

/** A stored event; its opaque `id`, from which a stream resumes, is null only without a run. */
export type StoredRunEvent = Streamed<EngineEvent> & { id: string | null };

/**
 * An event of a run, or a piece of a document that is being written, which is not stored and has no
 * id.
 */
export type RunEvent = StoredRunEvent | (WritingEvent & { id: null });

/**
 * An event of the stream about a grid: some cells have changed, or it has ended. It is sent once
 * and not stored.
 */
export type GridEvent = { gridId: string; timestamp: string } & (
  | { type: 'grid_updated'; cells: { attachmentId: string; columnId: string }[] }
  | { type: 'grid_completed'; status: Exclude<GridStatus, 'running'> }
);

export interface StreamOptions {
  /** Id of the last known event. Absent to start from the beginning. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A connection that is silent for longer counts as dead. The service writes every 15 s. */
  idleTimeoutMs?: number;
  /** Time without any message or connection after which the stream gives up. */
  timeoutMs?: number;
  /** Called when the service has answered a connection, and when one has broken. */
  onConnection?: (state: 'open' | 'broken') => void;
  /** Called at every sign of life, including comments. */
  onAlive?: () => void;
}

export type GridStreamOptions = Pick<StreamOptions, 'signal' | 'idleTimeoutMs' | 'onConnection'>;

/** The requests of the stream. */
export interface StreamSource {
  connection: Connection;
  /** Opens a connection without retries. Throws an `ApiError` or a `ConnectionError`. */
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** Asks whether the latest run has ended. */
  hasEnded(): Promise<boolean>;
}

const idleTimeoutMs = 45_000;

/**
 * Returns the latest run's events to its end, across breaks. Throws `ApiError`, `ConnectionError`
 * after `timeoutMs` without one, or the signal's reason.
 */
export async function* followRun(
  source: StreamSource,
  options: StreamOptions,
): AsyncGenerator<RunEvent, void, undefined> {
  const { connection } = source;
  let lastEventId = options.lastEventId;
  let [breaks, knownEnd] = [0, false];
  let brokenSinceMs: number | undefined;
  const onAlive = () => {
    breaks = 0;
    brokenSinceMs = undefined;
    options.onAlive?.();
  };
  for (;;) {
    let failure: unknown;
    let isEmpty = true;
    try {
      for await (const message of readOnce(source, lastEventId, options, onAlive)) {
        const told = JSON.parse(message.data) as Streamed<EngineEvent> | WritingEvent | GridEvent;
        if (isOfGrid(told)) continue;
        isEmpty = false;
        lastEventId = message.id ?? lastEventId;
        const event = { ...told, id: message.id } as RunEvent;
        yield event;
        if (isFinal(event)) return;
      }
      // No more events: the id was the last one, or the service is closing. The status tells which.
      if (isEmpty && knownEnd) return;
      knownEnd = isEmpty && (await source.hasEnded());
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      failure = error;
    }
    options.onConnection?.('broken');
    brokenSinceMs ??= performance.now();
    if (performance.now() - brokenSinceMs > (options.timeoutMs ?? connection.timeoutMs))
      throw lost(failure);
    await pause(choosePauseMs(connection, failure, breaks++), options.signal);
  }
}

/** The stream of an engagement tells of its latest run and of its grids. */
const isOfGrid = (told: { type: string }): told is GridEvent => told.type.startsWith('grid_');

/**
 * Returns what one connection tells of an engagement's grids. It ends when neither a grid nor a run
 * is at work. Throws `ApiError`, `ConnectionError`, or the signal's reason. Whoever connects again
 * reads the grids anew.
 */
export async function* followGrids(
  open: StreamSource['open'],
  options: GridStreamOptions,
): AsyncGenerator<GridEvent, void, undefined> {
  for await (const { data } of readOnce({ open }, undefined, options, () => undefined)) {
    const told = JSON.parse(data) as { type: string };
    if (isOfGrid(told)) yield told;
  }
}

/** The stored status of an engagement without events has no id, and nothing follows it. */
function isFinal(event: RunEvent): boolean {
  return (
    event.type === 'status' &&
    (event.id === null || event.status === 'completed' || event.status === 'failed')
  );
}

function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof ConnectionError;
}

const lost = (failure: unknown) =>
  failure instanceof ApiError
    ? failure
    : new ConnectionError('connection_failed', 'The event stream could not be resumed', failure);

/**
 * Returns the messages of one connection. Throws a `ConnectionError` when it breaks or becomes
 * silent.
 */
async function* readOnce(
  { open }: Pick<StreamSource, 'open'>,
  lastEventId: string | undefined,
  options: GridStreamOptions,
  onAlive: () => void,
): AsyncGenerator<StreamMessage, void, undefined> {
  const idle = new AbortController();
  const silent = new ConnectionError('timed_out', 'The event stream became silent');
  const watch = () => setTimeout(() => idle.abort(silent), options.idleTimeoutMs ?? idleTimeoutMs);
  let timer = watch();
  const onBytes = () => {
    onAlive();
    clearTimeout(timer);
    timer = watch();
  };
  try {
    const signals = options.signal ? [options.signal, idle.signal] : [idle.signal];
    const { body } = await open(lastEventId, AbortSignal.any(signals));
    options.onConnection?.('open');
    if (body === null) return;
    yield* readEventStream(body, onBytes);
  } finally {
    clearTimeout(timer);
  }
}
