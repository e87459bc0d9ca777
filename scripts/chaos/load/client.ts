import { setTimeout as wait } from 'node:timers/promises';
import { type ClientAnswer, type CookieClient, createClient, writeCookies } from '@ecp/testing/cookie-client';
import { countAnswer, type Journal, noteUnexpected } from '../journal.ts';

const answerLimitMs = 20_000;
const retryMs = 500;
/** Answers that tell a client to try again: Redis, Postgres, the engine or the provider does not work now. */
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
    for (const other of this.#clients) for (const [name, value] of client.cookies) other.cookies.set(name, value);
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
   * Sends a request until an answer says what happened. A POST keeps its Idempotency-Key over all tries. Answers that
   * no document allows enter the journal. Throws once the client has been stopped.
   */
  async send<Body>(method: Method, path: string, given: GivenRequest = {}): Promise<ClientAnswer<Body>> {
    for (;;) {
      this.#stopped.throwIfAborted();
      const answer = await this.#try<Body>(method, path, given);
      if (answer !== null && answer.status < 500 && !passing.has(answer.status) && !isClaimed(answer)) return answer;
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
    const sent = method === 'get' ? client.get<Body>(path) : client[method]<Body>(path, body, headers);
    const answered = new AbortController();
    const late = wait(limitMs, null, { signal: answered.signal });
    const answer = await Promise.race([sent.catch(() => null), late]).finally(() => answered.abort());
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
  status < 400 || (typeof body === 'object' && body !== null && 'code' in body && 'requestId' in body);
