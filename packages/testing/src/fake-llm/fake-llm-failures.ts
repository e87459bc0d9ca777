import type { ChatRequest } from './fake-llm-wire.ts';

/** What can be made to go wrong with a call. */
export type LlmFailure =
  /** 429 with an optional Retry-After in seconds. */
  | { kind: 'rate_limit'; retryAfterS?: number }
  | { kind: 'server_error'; status?: number }
  | { kind: 'unauthorized' }
  | { kind: 'bad_request'; message?: string }
  /** 429 that does not pass: the account has no credit left. */
  | { kind: 'no_credit' }
  /** A well-formed completion whose text is chatter instead of what was asked for. */
  | { kind: 'garbage' }
  /** Status 200 with a body that is no JSON. */
  | { kind: 'broken_body' }
  /** The connection is destroyed in the middle of the answer. */
  | { kind: 'cut' }
  /** No answer until the client goes away. */
  | { kind: 'hang' };

/** Decides for each call whether and how it fails. */
export class FailureScript {
  readonly #queue: LlmFailure[] = [];
  #rule: (request: ChatRequest) => LlmFailure | null = () => null;

  /** The next calls fail like this, one failure for each call, in the order of arrival. */
  failNext(...failures: LlmFailure[]): void {
    this.#queue.push(...failures);
  }

  /** Calls for which the rule returns a failure fail like that; it replaces the rule before it. */
  failWhen(rule: (request: ChatRequest) => LlmFailure | null): void {
    this.#rule = rule;
  }

  /** The failure of this call, or null: the queue comes first, then the rule. */
  next(request: ChatRequest): LlmFailure | null {
    return this.#queue.shift() ?? this.#rule(request);
  }
}
