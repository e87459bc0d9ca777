import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunProgress, RunStarted } from '@ecp/contract/work/runs';
import {
  type ClientAnswer,
  type CookieClient,
  createClient,
  writeCookies,
} from '@ecp/testing/cookie-client';

const pollMs = 1_000;
/** The share of reviewed documents that are exported, too. */
const pdfShare = 0.2;
/** The share of runs that are followed by their event stream, too. */
const streamShare = 0.5;
/** Time in which a stream ends after its run. */
const streamEndMs = 60_000;
const endedStatuses = new Set(['completed', 'failed']);

/** The engagement of a consultant, and the client and journal for it. */
export interface Work {
  client: BalancedClient;
  journal: Journal;
  engagementId: string;
  /** Aborted when no further run is to start. */
  closing: AbortSignal;
  /** Limits the pause between two runs, in milliseconds. */
  pauseMs: number;
}

/** A file of an engagement, and its acknowledged upload. */
interface AttachedFile {
  id: string;
  write: AcknowledgedWrite;
}

/**
 * Creates an engagement whose prompts name it, so that the provider's bill can be read by
 * engagement.
 */
export async function createEngagement(
  client: BalancedClient,
  journal: Journal,
  name: string,
): Promise<string> {
  const body = {
    name,
    client: 'Spoke & Co',
    brief: `${name}. Spoke & Co repairs 5,200 bicycles a year in Leeds at £64 each. Should it offer a subscription?`,
    budget: 500,
    tasks: [
      {
        id: 'demand',
        name: `Demand of ${name}`,
        description: 'Estimate who subscribes and what that earns.',
      },
      { id: 'costs', name: `Costs of ${name}`, description: 'Work out the cost of a subscriber.' },
      {
        id: 'offer',
        name: `Offer of ${name}`,
        description: 'Recommend the offer.',
        dependsOn: ['demand', 'costs'],
      },
    ],
  };
  const created = await client.send<Engagement>('post', '/api/engagements', {
    body,
    key: randomUUID(),
  });
  if (created.status !== 201)
    throw new Error(`Create answered ${created.status}: ${JSON.stringify(created.body)}`);
  journal.writes.push({ kind: 'engagement', engagementId: created.body.id, text: name });
  return created.body.id;
}

/**
 * Runs an engagement again and again with a new file, follows the run, reads and reviews its
 * documents, searches and comments, until the load closes.
 */
export async function consult(work: Work): Promise<void> {
  let file: AttachedFile | null = null;
  const workOnce = async (): Promise<boolean> => {
    if (work.closing.aborted) return false;
    file = await replaceFile(work, file);
    const run = await startRun(work);
    if (run === null) return false;
    await followRun(work, run);
    await readAndReview(work);
    return true;
  };
  while (await workOnce()) await wait(Math.random() * work.pauseMs);
}

/**
 * Sends a request of a consultant, who works alone on the engagement and within its budget. So
 * every status but the wanted one enters the journal, and the answer is null.
 */
async function ask<Body>(
  { client, journal }: Work,
  method: 'get' | 'post',
  path: string,
  { wanted = 200, ...given }: { wanted?: number; body?: unknown; key?: string } = {},
): Promise<Body | null> {
  const answer = await client.send<Body>(method, path, given);
  if (answer.status === wanted) return answer.body;
  noteUnexpected(journal, `${method.toUpperCase()} ${path}`, answer);
  return null;
}

async function startRun(work: Work): Promise<AcknowledgedRun | null> {
  const { journal, engagementId } = work;
  const started = await ask<RunStarted>(work, 'post', `/api/engagements/${engagementId}/run`, {
    key: randomUUID(),
  });
  if (started === null) return null;
  const run: AcknowledgedRun = {
    engagementId,
    runId: started.runId,
    startedAtMs: Date.now(),
    ended: null,
  };
  journal.runs.push(run);
  return run;
}

/**
 * Attaches a file, reads it back, and deletes the one before. Returns the file that is there now.
 */
async function replaceFile(work: Work, earlier: AttachedFile | null): Promise<AttachedFile | null> {
  const { client, journal, engagementId } = work;
  const text = `quarter,subscribers,survey\n2026-Q1,120,${randomUUID()}\n2026-Q2,180,${randomUUID()}\n`;
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/csv' }), 'subscribers.csv');
  const path = pathOfFiles(engagementId);
  const given = { body, key: randomUUID(), wanted: 201 };
  const attached = await ask<{ attachment: { id: string } }>(work, 'post', path, given);
  if (attached === null) return earlier;
  const write: AcknowledgedWrite = { kind: 'attachment', engagementId, text };
  journal.writes.push(write);
  const { id } = attached.attachment;
  const read = await readFile(client, engagementId, id);
  if (read !== text)
    noteUnexpected(journal, `GET ${path}/${id}`, { status: 200, body: { read, text } });
  if (earlier !== null) await deleteFile(work, earlier);
  return { id, write };
}

/** Deletes a file, of which nobody knows from then on whether it is there. */
async function deleteFile(
  { client, journal, engagementId }: Work,
  { id, write }: AttachedFile,
): Promise<void> {
  journal.writes.splice(journal.writes.indexOf(write), 1);
  const path = `${pathOfFiles(engagementId)}/${id}`;
  const answer = await client.send('delete', path);
  // An earlier try that got no answer may have deleted it.
  if (answer.status !== 200 && answer.status !== 404)
    noteUnexpected(journal, `DELETE ${path}`, answer);
}

/** Follows a run by its status, and some by their events, too. */
async function followRun(work: Work, run: AcknowledgedRun): Promise<void> {
  const { client, journal } = work;
  const over = new AbortController();
  const isStreamed = Math.random() < streamShare;
  const hasStreamEnded = isStreamed
    ? readStream({ client, journal, run, stopped: over.signal })
    : true;
  try {
    await waitForEnd(work, run);
    const limit = setTimeout(() => over.abort(), streamEndMs);
    if (!(await hasStreamEnded)) {
      const body = 'The stream has not ended a minute after its run';
      noteUnexpected(journal, `stream of run ${run.runId}`, { status: 200, body });
    }
    clearTimeout(limit);
  } finally {
    over.abort();
  }
}

async function waitForEnd(work: Work, run: AcknowledgedRun): Promise<void> {
  while (run.ended === null) {
    const progress = await ask<RunProgress>(
      work,
      'get',
      `/api/engagements/${work.engagementId}/status`,
    );
    if (progress?.runId === run.runId && endedStatuses.has(progress.status)) {
      run.ended = { status: progress.status, error: progress.error, atMs: Date.now() };
    } else {
      await wait(pollMs);
    }
  }
}

async function readAndReview(work: Work): Promise<void> {
  const { journal, engagementId } = work;
  const path = `/api/engagements/${engagementId}`;
  await ask(work, 'get', path);
  await ask(work, 'get', '/api/engagements');
  await ask(work, 'get', '/api/search?q=subscription%20Leeds');
  const documents = await ask<{ filename: string }[]>(work, 'get', `${path}/deliverables`);
  const document = documents?.find(({ filename }) => !filename.startsWith('_'));
  if (document !== undefined) {
    const at = `${path}/deliverables/${encodeURIComponent(document.filename)}`;
    await ask(work, 'get', at);
    if (Math.random() < pdfShare) await ask(work, 'get', `${at}/export/pdf`);
    const notes = randomUUID();
    const review = { action: 'approve', notes, override: { reason: 'Reviewed by hand' } };
    const reviewed = await ask(work, 'post', `${at}/review`, { body: review, key: randomUUID() });
    if (reviewed !== null) journal.writes.push({ kind: 'review', engagementId, text: notes });
  }
  const text = randomUUID();
  const comment = { body: { body: text }, key: randomUUID(), wanted: 201 };
  const commented = await ask(work, 'post', `${path}/comments`, comment);
  if (commented !== null) journal.writes.push({ kind: 'comment', engagementId, text });
}

/** A stream sends a comment each 15 s, so a longer silence means that its other side is gone. */
const silentLimitMs = 20_000;
const retryMs = 500;

/** A person who follows a run. */
interface StreamReading {
  client: Pick<BalancedClient, 'open'>;
  journal: Journal;
  run: Pick<AcknowledgedRun, 'engagementId' | 'runId'>;
  /** Aborted when nobody reads any longer. */
  stopped: AbortSignal;
}

/**
 * Reads the event stream of a run to its end, and resumes it after the last event wherever it
 * breaks off. The journal gets each number that does not follow the one before: an event that was
 * lost, doubled, or of another run. Returns whether it has seen the end of the run.
 */
export async function readStream({
  client,
  journal,
  run,
  stopped,
}: StreamReading): Promise<boolean> {
  const path = `/api/engagements/${run.engagementId}/stream`;
  let isOver = false;
  for (let last = 0; !isOver && !stopped.aborted; ) {
    const headers: Record<string, string> =
      last === 0 ? {} : { 'last-event-id': `${run.runId}:${last}` };
    for await (const line of readLines(client, path, headers, stopped)) {
      if (line.startsWith('id: ')) {
        const wanted = `${run.runId}:${last + 1}`;
        if (line !== `id: ${wanted}`)
          noteUnexpected(journal, `GET ${path}`, { status: 200, body: { line, wanted } });
        last = Number(line.split(':').at(-1));
      }
      isOver ||= /^data: .*"status":"(?:completed|failed)"/.test(line);
    }
    if (!isOver) await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
  }
  return isOver;
}

/**
 * Returns the lines of a stream until it ends, breaks off, or says nothing for too long; none where
 * it is refused.
 */
async function* readLines(
  client: StreamReading['client'],
  path: string,
  headers: Record<string, string>,
  stopped: AbortSignal,
): AsyncGenerator<string> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silentLimitMs);
  try {
    const response = await client.open(path, headers, AbortSignal.any([stopped, silent.signal]));
    if (!response.ok || !response.body) return await response.body?.cancel();
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      timer.refresh();
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch {
    // A stream that a fault breaks off is resumed.
  } finally {
    clearTimeout(timer);
  }
}

/** The longest that a platform has a wrong clock, and so refuses links that last an hour. */
const wrongClockMs = 40_000;

/** The path of the files of an engagement. */
export const pathOfFiles = (engagementId: string): string =>
  `/api/engagements/${engagementId}/attachments`;

/**
 * Returns the text of a file by its download link, or null where there is none. A link that is
 * refused is asked for again for as long as the clock of a platform may be wrong.
 */
export async function readFile(
  client: Pick<BalancedClient, 'send'>,
  engagementId: string,
  id: string,
): Promise<string | null> {
  const path = `${pathOfFiles(engagementId)}/${id}`;
  for (const endMs = performance.now() + wrongClockMs; ; await wait(retryMs)) {
    const { status, body } = await client.send<{ downloadUrl: string }>('get', path);
    if (status !== 200) return null;
    const downloaded = await client.send<string>('get', new URL(body.downloadUrl).pathname);
    if (downloaded.status === 200) return downloaded.body;
    if (performance.now() > endMs) return null;
  }
}

/** A run whose start a client saw acknowledged. */
export interface AcknowledgedRun {
  engagementId: string;
  runId: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  /** The first final status that the client read; null until then. */
  ended: { status: string; error: string | null; atMs: number } | null;
}

/** A write whose response a client saw. `text` identifies what was written. */
export interface AcknowledgedWrite {
  kind: 'engagement' | 'comment' | 'review' | 'attachment';
  engagementId: string;
  text: string;
}

/** An answer that no document allows, or that refuses what a consultant may do. */
interface UnexpectedAnswer {
  request: string;
  status: number;
  body: string;
  atMs: number;
}

/** Everything that clients saw. The checker reads it instead of the product's own records. */
export interface Journal {
  runs: AcknowledgedRun[];
  writes: AcknowledgedWrite[];
  unexpected: UnexpectedAnswer[];
  /** Requests by outcome: `200`, `503`, `no answer`. */
  answers: Map<string, number>;
}

/** Returns an empty journal. */
export const openJournal = (): Journal => ({
  runs: [],
  writes: [],
  unexpected: [],
  answers: new Map(),
});

/** Counts an outcome of a request. */
function countAnswer(journal: Journal, outcome: string): void {
  journal.answers.set(outcome, (journal.answers.get(outcome) ?? 0) + 1);
}

/** Notes an answer that nobody expects. */
function noteUnexpected(
  { unexpected }: Journal,
  request: string,
  { status, body }: { status: number; body: unknown },
): void {
  unexpected.push({
    request,
    status,
    body: String(JSON.stringify(body)).slice(0, 500),
    atMs: Date.now(),
  });
}

const answerLimitMs = 20_000;
/**
 * Answers that tell a client to try again: Redis, Postgres, the engine or the provider does not
 * work now.
 */
const passing = new Set([429, 502, 503, 504]);

type Method = 'get' | 'post' | 'patch' | 'delete';

interface GivenRequest {
  /** Sent as JSON; a form as multipart/form-data. */
  body?: unknown;
  key?: string;
  /** Time after which the request is sent again; 20 s by default. */
  limitMs?: number;
}

/** A person's session at several platforms, as behind a load balancer that tries the next one. */
export class BalancedClient {
  readonly #baseUrls: readonly string[];
  readonly #clients: CookieClient[];
  readonly #journal: Journal;
  readonly #stopped: AbortSignal;
  #turn = Math.floor(Math.random() * 100);

  /** `stopped` ends waiting for answers; requests then throw. */
  constructor(baseUrls: readonly string[], journal: Journal, stopped: AbortSignal) {
    this.#baseUrls = baseUrls;
    this.#clients = baseUrls.map((url) => createClient(url));
    this.#journal = journal;
    this.#stopped = stopped;
  }

  get #next(): CookieClient {
    this.#turn += 1;
    const client = this.#clients[this.#turn % this.#clients.length];
    if (client === undefined) throw new Error('There is no platform');
    return client;
  }

  /** Signs in at the first platform that answers, and gives the session to the client of each. */
  async use<Body>(act: (client: CookieClient) => Promise<Body>): Promise<Body> {
    const client = this.#next;
    const result = await act(client);
    for (const other of this.#clients)
      for (const [name, value] of client.cookies) other.cookies.set(name, value);
    return result;
  }

  /** Returns a client of the same session whose waiting another signal ends. */
  copy(stopped: AbortSignal): BalancedClient {
    const copy = new BalancedClient(this.#baseUrls, this.#journal, stopped);
    for (const [place, { cookies }] of this.#clients.entries()) {
      for (const [name, value] of cookies) copy.#clients[place]?.cookies.set(name, value);
    }
    return copy;
  }

  /**
   * Sends a request until an answer says what happened. A POST keeps its Idempotency-Key over all
   * tries. Answers that no document allows enter the journal. Throws once the client has been
   * stopped.
   */
  async send<Body>(
    method: Method,
    path: string,
    given: GivenRequest = {},
  ): Promise<ClientAnswer<Body>> {
    for (;;) {
      this.#stopped.throwIfAborted();
      const answer = await this.#try<Body>(method, path, given);
      if (
        answer !== null &&
        answer.status < 500 &&
        !passing.has(answer.status) &&
        !isClaimed(answer)
      )
        return answer;
      await wait(retryMs, undefined, { signal: this.#stopped });
    }
  }

  /** Opens an address at the next platform, for an answer that the caller reads piece by piece. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const client = this.#next;
    const cookie = writeCookies(client.cookies);
    const baseUrl = this.#baseUrls[this.#clients.indexOf(client)];
    return fetch(`${baseUrl}${path}`, { headers: { cookie, ...headers }, signal });
  }

  async #try<Body>(
    method: Method,
    path: string,
    { body, key, limitMs = answerLimitMs }: GivenRequest,
  ): Promise<ClientAnswer<Body> | null> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const client = this.#next;
    const sent =
      method === 'get' ? client.get<Body>(path) : client[method]<Body>(path, body, headers);
    const answered = new AbortController();
    const late = wait(limitMs, null, { signal: answered.signal });
    const answer = await Promise.race([sent.catch(() => null), late]).finally(() =>
      answered.abort(),
    );
    countAnswer(this.#journal, answer === null ? 'no answer' : String(answer.status));
    if (answer !== null && (answer.status === 500 || !hasCode(answer))) {
      noteUnexpected(this.#journal, `${method.toUpperCase()} ${path}`, answer);
    }
    return answer;
  }
}

/** Another request with the same key has not ended. */
const isClaimed = (answer: ClientAnswer<unknown>) =>
  answer.status === 409 && (answer.body as { code?: string }).code === 'idempotency_in_progress';

/** Every refusal has a code and the id of its request. */
const hasCode = ({ status, body }: ClientAnswer<unknown>) =>
  status < 400 ||
  (typeof body === 'object' && body !== null && 'code' in body && 'requestId' in body);
