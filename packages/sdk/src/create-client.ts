import { ApiError } from './api-error.ts';
import { buildRequest, type Connection, type OperationInput } from './build-request.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { followPages, itemsOf } from './follow-pages.ts';
import type {
  GridEvent,
  GridStreamOptions,
  RunEvent,
  StreamOptions,
  StreamSource,
} from './follow-run.ts';
import type { Methods } from './generated/methods.ts';
import { operations } from './generated/operations.ts';
import type { CallOptions } from './method-types.ts';
import { parseOperation } from './operation.ts';
import { readResponse, type SuccessResponse } from './read-response.ts';
import { sendWithRetries } from './send-with-retries.ts';

/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service. Empty in a page that it serves. */
  baseUrl: string;
  /** API key, or a client's portal token. Without one the browser's session cookie is used. */
  apiKey?: string | undefined;
  /** Sends the session cookie from pages of other origins, too. */
  withCredentials?: boolean;
  fetch?: typeof fetch;
  /** Limits the time of a call with its retries; default 60 s. */
  timeoutMs?: number;
  /** Attempts after the first; default 3. */
  maxRetries?: number;
  /** Pause before the first retry, doubled each time; default 250 ms. */
  retryDelayMs?: number;
  /** Called after each attempt, before a retry: whether any answer came from the service. */
  onAttempt?: (reached: boolean) => void;
}

type Name = keyof Methods;
type InputOfCall<N extends Name> = NonNullable<Parameters<Methods[N]>[0]>;
type AnswerOfCall<N extends Name> = Awaited<ReturnType<Methods[N]>>;
type ItemOf<A> = A extends readonly (infer I)[]
  ? I
  : { [K in keyof A]: A[K] extends readonly (infer I)[] ? I : never }[keyof A];
/** Endpoints that return pages. */
type PagedName = { [N in Name]: 'cursor' extends keyof InputOfCall<N> ? N : never }[Name];
type ListName = {
  [N in PagedName]: [ItemOf<AnswerOfCall<N>>] extends [never] ? never : N;
}[PagedName];

/** A method for every endpoint, by its name, and methods that take several requests. */
export interface Client extends Methods {
  /** Makes one call and returns its status and headers, too. */
  request<N extends Name>(
    name: N,
    input: InputOfCall<N>,
    options?: CallOptions,
  ): Promise<SuccessResponse<AnswerOfCall<N>>>;
  /** Returns the pages of a list, with one request for each. */
  pages<N extends PagedName>(
    name: N,
    input: InputOfCall<N>,
    options?: CallOptions,
  ): AsyncGenerator<AnswerOfCall<N>, void, undefined>;
  /** Returns the records of all pages of a list. */
  paginate<N extends ListName>(
    name: N,
    input: InputOfCall<N>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<AnswerOfCall<N>>, void, undefined>;
  /**
   * Returns the events of an engagement's latest run until it ends, also after broken connections.
   */
  streamRun(
    engagementId: string,
    options?: StreamOptions,
  ): AsyncGenerator<RunEvent, void, undefined>;
  /** Returns what one connection tells of an engagement's grids while one is at work. */
  streamGrids(
    engagementId: string,
    options?: GridStreamOptions,
  ): AsyncGenerator<GridEvent, void, undefined>;
}

/**
 * Makes a client. Its methods throw `ApiError`, `ConnectionError` on no answer in time, or the
 * signal's reason.
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options);
  const call = (
    name: string,
    input: OperationInput,
    callOptions: CallOptions,
  ): Promise<SuccessResponse<unknown>> => {
    const operation = parseOperation(operations[name as keyof typeof operations]);
    const request = buildRequest(connection, operation, input, callOptions);
    const { signal, timeoutMs = connection.timeoutMs, onProgress } = callOptions;
    // XMLHttpRequest cannot replace a custom fetch, or one that omits cookies.
    const told = options.fetch === undefined && connection.credentials !== 'omit' && onProgress;
    const way = { ...connection, fetch: (told && fetchWithProgress(told)) || connection.fetch };
    return sendWithRetries(way, request, (response) => readResponse(operation, response), {
      signal,
      timeoutMs,
    });
  };
  const methods = Object.keys(operations).map((name) => {
    const method = async (input: OperationInput = {}, callOptions: CallOptions = {}) =>
      (await call(name, input, callOptions)).data;
    return [name, method] as const;
  });
  const pages = (name: string, input: OperationInput, callOptions: CallOptions = {}) =>
    followPages((next) => call(name, next, callOptions), input);
  const several = {
    request: (name: string, input: OperationInput, callOptions: CallOptions = {}) =>
      call(name, input, callOptions),
    pages,
    async *paginate(name: string, input: OperationInput, callOptions?: CallOptions) {
      for await (const page of pages(name, input, callOptions)) yield* itemsOf(page);
    },
    streamRun(id: string, streamOptions: StreamOptions = {}) {
      const open = streamOpener(connection, id);
      const hasEnded = async () => {
        const { data } = await call('getRunStatus', { id }, { signal: streamOptions.signal });
        return ['completed', 'failed'].includes((data as { status: string }).status);
      };
      return follow(({ followRun }) => followRun({ connection, open, hasEnded }, streamOptions));
    },
    streamGrids(id: string, streamOptions: GridStreamOptions = {}) {
      const open = streamOpener(connection, id);
      return follow(({ followGrids }) => followGrids(open, streamOptions));
    },
  };
  // The behaviour of each follows from its line in generated/operations.ts, and its types from the
  // same declaration.
  return { ...Object.fromEntries(methods), ...several } as unknown as Client;
}

function connect(options: ClientOptions): Connection {
  const {
    apiKey,
    withCredentials = false,
    timeoutMs = 60_000,
    maxRetries = 3,
    retryDelayMs = 250,
  } = options;
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey,
    credentials: apiKey !== undefined ? 'omit' : withCredentials ? 'include' : 'same-origin',
    // The wrapper keeps `this` from being the options: a browser's fetch would reject that.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs,
    maxRetries,
    retryDelayMs,
    onAttempt: options.onAttempt ?? (() => undefined),
  };
}

/** Follows a stream. A page that follows none does not load what reads them. */
async function* follow<Event>(
  start: (streams: typeof import('./follow-run.ts')) => AsyncGenerator<Event, void, undefined>,
): AsyncGenerator<Event, void, undefined> {
  yield* start(await import('./follow-run.ts'));
}

/**
 * Returns what opens the stream of an engagement. Built once, so that an invalid id is reported at
 * once.
 */
function streamOpener(connection: Connection, id: string): StreamSource['open'] {
  const once = { ...connection, maxRetries: 0 };
  const { url, init } = buildRequest(connection, parseOperation(operations.streamRun), { id }, {});
  return (lastEventId, signal) => {
    const headers = new Headers(init.headers);
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
    const { timeoutMs } = connection;
    return sendWithRetries(
      once,
      { url, init: { ...init, headers } },
      async (response) => response,
      {
        signal,
        timeoutMs,
      },
    );
  };
}

/** True if a thrown value is a refusal of the service, with one of these codes if any are given. */
export function isApiError(thrown: unknown, ...codes: ApiError['code'][]): thrown is ApiError {
  return thrown instanceof ApiError && (codes.length === 0 || codes.includes(thrown.code));
}
