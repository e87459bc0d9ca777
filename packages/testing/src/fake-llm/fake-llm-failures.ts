import type { ChatRequest } from './fake-llm-wire.ts';

/** A failure that can be scripted for a call. */
export type LlmFailure =
  /** 429 with an optional Retry-After in seconds. */
  | { kind: 'rate_limit'; retryAfterS?: number }
  | { kind: 'server_error'; status?: number }
  | { kind: 'unauthorized' }
  | { kind: 'bad_request'; message?: string }
  /** Permanent 429: the account has no credit left. */
  | { kind: 'no_credit' }
  /** A well-formed completion whose text is chatter instead of an answer. */
  | { kind: 'garbage' }
  /** Status 200 with a body that is not JSON. */
  | { kind: 'broken_body' }
  /** The connection is destroyed in the middle of the answer. */
  | { kind: 'cut' }
  /** No answer until the client disconnects. */
  | { kind: 'hang' };

/** Decides for each call whether and how it fails. */
export class FailureScript {
  readonly #queue: LlmFailure[] = [];
  #rule: (request: ChatRequest) => LlmFailure | null = () => null;

  /** Makes the next calls fail like this, one failure for each call, in the order of arrival. */
  failNext(...failures: LlmFailure[]): void {
    this.#queue.push(...failures);
  }

  /** Makes calls fail for which the rule returns a failure. Replaces an earlier rule. */
  failWhen(rule: (request: ChatRequest) => LlmFailure | null): void {
    this.#rule = rule;
  }

  /** Returns the failure of this call, or null. The queue is used first, then the rule. */
  next(request: ChatRequest): LlmFailure | null {
    return this.#queue.shift() ?? this.#rule(request);
  }
}
