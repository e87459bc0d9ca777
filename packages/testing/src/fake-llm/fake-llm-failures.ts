import type { ServerResponse } from 'node:http';
import { sendError } from './fake-llm-send.ts';

/** A failure that can be scripted for a call. */
export type LlmFailure =
  /** 429 with an optional Retry-After in seconds. */
  | { kind: 'rate_limit'; retryAfterS?: number }
  | { kind: 'server_error'; status?: number; message?: string }
  | { kind: 'unauthorized' }
  | { kind: 'bad_request'; message?: string }
  /** Permanent 429: the account has no credit left. */
  | { kind: 'no_credit' }
  /** A well-formed completion whose text is chatter instead of an answer. */
  | { kind: 'garbage' }
  /** A well-formed completion without any text. */
  | { kind: 'empty' }
  /** Status 200 with a body that is neither JSON nor an event stream. */
  | { kind: 'broken_body' }
  /** The connection is destroyed in the middle of the answer. */
  | { kind: 'cut' }
  /** No answer until the client disconnects. */
  | { kind: 'hang' };

/** Sends an HTTP error if the failure is one. Returns whether it did. */
export function sendFailure(response: ServerResponse, failure: LlmFailure): boolean {
  switch (failure.kind) {
    case 'rate_limit':
      if (failure.retryAfterS !== undefined) response.setHeader('retry-after', String(failure.retryAfterS));
      sendError(response, 429, 'Rate limit reached for requests', 'requests', 'rate_limit_exceeded');
      return true;
    case 'server_error':
      sendError(response, failure.status ?? 500, failure.message ?? 'The server had an error.', 'server_error', null);
      return true;
    case 'unauthorized':
      sendError(response, 401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key');
      return true;
    case 'bad_request':
      sendError(response, 400, failure.message ?? 'This request is refused by script.', 'invalid_request_error', null);
      return true;
    case 'no_credit':
      sendError(response, 429, 'You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota');
      return true;
    default:
      return false;
  }
}
