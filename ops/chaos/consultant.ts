import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engagement } from '@ecp/contract/work/engagements';
import type { RunProgress, RunStarted } from '@ecp/contract/work/runs';
import { type ClientAnswer, type CookieClient, createClient } from '@ecp/testing/cookie-client';
import { threeTasks } from '../../e2e/testing/main-job.ts';
import { hashOfFile } from './checks.ts';

const pollMs = 1_000;
/** The share of reviewed documents that are exported, too. */
const pdfShare = 0.2;
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
  text: string;
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
  const tasks = threeTasks.tasks.map((task) => ({ ...task, name: `${task.name} of ${name}` }));
  const brief = `${name}. ${threeTasks.brief}`;
  const body = { ...threeTasks, name, brief, tasks, budget: 500 };
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
    await waitForEnd(work, run);
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
  const run: AcknowledgedRun = { engagementId, runId: started.runId, ended: null };
  journal.runs.push(run);
  return run;
}

/**
 * Attaches a file, and deletes the one before after a last look. Returns the file that is there now.
 */
async function replaceFile(work: Work, earlier: AttachedFile | null): Promise<AttachedFile | null> {
  const { journal, engagementId } = work;
  const text = `quarter,subscribers,survey\n2026-Q1,120,${randomUUID()}\n2026-Q2,180,${randomUUID()}\n`;
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/csv' }), 'subscribers.csv');
  const path = `/api/engagements/${engagementId}/attachments`;
  const given = { body, key: randomUUID(), wanted: 201 };
  const attached = await ask<{ attachment: { id: string } }>(work, 'post', path, given);
  if (attached === null) return earlier;
  const write: AcknowledgedWrite = { kind: 'attachment', engagementId, text: hashOfFile(text) };
  journal.writes.push(write);
  if (earlier !== null) await deleteFile(work, path, earlier);
  return { id: attached.attachment.id, text, write };
}

/** Reads and deletes a file. Nobody knows from then on whether it is there. */
async function deleteFile(
  { client, journal }: Work,
  files: string,
  { id, text, write }: AttachedFile,
): Promise<void> {
  const path = `${files}/${id}`;
  const read = await readFile(client, path);
  if (read !== text) noteUnexpected(journal, `GET ${path}`, { status: 200, body: { read, text } });
  journal.writes.splice(journal.writes.indexOf(write), 1);
  const answer = await client.send('delete', path);
  // An earlier try that got no answer may have deleted it.
  if (answer.status !== 200 && answer.status !== 404)
    noteUnexpected(journal, `DELETE ${path}`, answer);
}

async function waitForEnd(work: Work, run: AcknowledgedRun): Promise<void> {
  while (run.ended === null) {
    const progress = await ask<RunProgress>(
      work,
      'get',
      `/api/engagements/${work.engagementId}/status`,
    );
    if (progress?.runId === run.runId && endedStatuses.has(progress.status)) {
      run.ended = { status: progress.status, error: progress.error };
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

const retryMs = 500;
/** The longest that a platform has a wrong clock, and so refuses links that last an hour. */
const wrongClockMs = 40_000;

/**
 * Returns the text of a file by its download link, or null where there is none. A link that is
 * refused is asked for again for as long as the clock of a platform may be wrong.
 */
async function readFile(client: Work['client'], path: string): Promise<string | null> {
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
  /** The first final status that the client read; null until then. */
  ended: { status: string; error: string | null } | null;
}

/** A write whose response a client saw. `text` identifies what was written: a file by its hash. */
export interface AcknowledgedWrite {
  kind: 'engagement' | 'comment' | 'review' | 'attachment';
  engagementId: string;
  text: string;
}

/** Everything that clients saw. The checks compare it with the product's records. */
export interface Journal {
  runs: AcknowledgedRun[];
  writes: AcknowledgedWrite[];
  /** Answers that no document allows, or that refuse what a consultant may do. */
  unexpected: string[];
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

/** Notes an answer that nobody expects. */
function noteUnexpected(
  { unexpected }: Journal,
  request: string,
  { status, body }: { status: number; body: unknown },
): void {
  const excerpt = String(JSON.stringify(body)).slice(0, 500);
  unexpected.push(`${status} ${request} at ${new Date().toISOString()}: ${excerpt}`);
}

const answerLimitMs = 20_000;
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
  readonly #clients: readonly CookieClient[];
  readonly #journal: Journal;
  #turn = Math.floor(Math.random() * 100);
  /** Ends waiting for answers; requests then throw. */
  stopped: AbortSignal;

  constructor(baseUrls: readonly string[], journal: Journal, stopped: AbortSignal) {
    this.#clients = baseUrls.map((url) => createClient(url));
    this.#journal = journal;
    this.stopped = stopped;
  }

  get #next(): CookieClient {
    this.#turn += 1;
    const client = this.#clients[this.#turn % this.#clients.length];
    if (client === undefined) throw new Error('There is no platform');
    return client;
  }

  /** Signs in at a platform, and gives the session to the clients of all. */
  async signIn<Answer>(act: (client: CookieClient) => Promise<Answer>): Promise<Answer> {
    const client = this.#next;
    const result = await act(client);
    for (const { cookies } of this.#clients)
      for (const [name, value] of client.cookies) cookies.set(name, value);
    return result;
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
      this.stopped.throwIfAborted();
      const answer = await this.#try<Body>(method, path, given);
      if (answer !== null && !isPassing(answer)) return answer;
      await wait(retryMs, undefined, { signal: this.stopped });
    }
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
    const { answers } = this.#journal;
    const outcome = answer === null ? 'no answer' : String(answer.status);
    answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
    if (answer !== null && (answer.status === 500 || !hasCode(answer))) {
      noteUnexpected(this.#journal, `${method.toUpperCase()} ${path}`, answer);
    }
    return answer;
  }
}

/**
 * Tells a client to try again: a part of the product or the provider does not work now, or another
 * request with the same key has not ended.
 */
const isPassing = ({ status, body }: ClientAnswer<unknown>) =>
  status >= 500 ||
  status === 429 ||
  (status === 409 && (body as { code?: string }).code === 'idempotency_in_progress');

/** Every refusal has a code and the id of its request. */
const hasCode = ({ status, body }: ClientAnswer<unknown>) =>
  status < 400 ||
  (typeof body === 'object' && body !== null && 'code' in body && 'requestId' in body);
