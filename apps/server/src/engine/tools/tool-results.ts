import { createHash } from 'node:crypto';
import type { EnginePage, EngineQuery } from '@ecp/contract/engine/tool-access';
import type { LogCode } from '@ecp/contract/values/run-facts';
import { stoppedReason } from '../call/gate.ts';
import type { ToolCall, ToolResult } from '../call/tool-types.ts';
import { waitOrAbort } from '../kernel/waiting.ts';

export interface ExecutedCall {
  result: ToolResult;
  code: LogCode;
  /** A clause that follows the name of the agent. */
  message: string;
  query?: EngineQuery;
  page?: EnginePage;
  questionId?: string;
}

/** Returns the refusal of a tool call with the reason for the model and the log. */
export function refuseCall({ id, name }: ToolCall, reason: string): ExecutedCall {
  const message = `was refused a call of the tool ${name}: ${reason}`;
  return { result: { callId: id, kind: 'refusal', reason }, code: 'tool_refused', message };
}

/**
 * Characters after the first one. 36^13 values avoid collisions within a tenant, and a writer can
 * still copy an id.
 */
const recordIdLength = 13;

type RecordLetter = 'q' | 'a' | 's' | 'p';

/**
 * Returns the id of a tool call's record, the same when it is repeated, in the pattern of
 * `RunQueryBody`.
 * @param callKey key of the turn that asked
 * @param ordinal place of the tool call in its turn, from 1
 */
export function toolCallId(
  letter: RecordLetter,
  { tenantId, runId, callKey }: { tenantId: string; runId: string; callKey: string },
  ordinal: number,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenantId, runId, callKey, ordinal]))
    .digest('hex');
  return `${letter}${BigInt(`0x${digest}`).toString(36).slice(0, recordIdLength)}`;
}

/**
 * Waits in ms after refused connections. Together they are longer than a restart of the platform.
 */
const retryWaitsMs = [250, 1_000, 2_500, 5_000, 10_000, 20_000];

/** The response of the platform, or why there is none, as a sentence for the model. */
export type PlatformAnswer = { status: number; body: unknown } | { failure: string };

/**
 * A run's access to a service of the platform: its address and token, limits, and words for
 * failures.
 */
export interface PlatformAccess {
  url: string;
  token: string;
  timeoutMs: number;
  maxBytes: number;
  /** The service as the subject of a sentence: "The tables". */
  subject: string;
  /** Advice to the model after an answer that is too late or too large. */
  advice: { late: string; large: string };
}

/**
 * Posts JSON to the platform, again only after refused connections. Returns failures, and never
 * throws.
 */
export async function postToPlatform(
  access: PlatformAccess,
  path: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
): Promise<PlatformAnswer> {
  for (const waitMs of [...retryWaitsMs, null]) {
    try {
      const response = await fetch(`${access.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(access.timeoutMs)]),
      });
      return {
        status: response.status,
        body: JSON.parse(await readText(response, access.maxBytes)) as unknown,
      };
    } catch (error) {
      if (signal.aborted) return { failure: stoppedReason };
      if (waitMs === null || !isRefusedConnection(error))
        return { failure: describe(error, access) };
      await waitOrAbort(waitMs, signal);
    }
  }
  return { failure: `${access.subject} could not be reached.` };
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new TooLargeError();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

function describe(error: unknown, { subject, timeoutMs, advice }: PlatformAccess): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError')
    return `No answer came within ${timeoutMs / 1_000} s. ${advice.late}`;
  if (name === 'TooLargeError') return `The result is too large. ${advice.large}`;
  if (name === 'SyntaxError') return `${subject} gave an answer that cannot be read.`;
  return `${subject} cannot be reached at the moment.`;
}
