import { createHash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { LogCode } from '@ecp/contract/values/run-facts';
import { stoppedReason } from '../call/gate.ts';
import type { ToolCall, ToolResult } from '../call/tool-types.ts';

export interface ExecutedCall {
  result: ToolResult;
  code: LogCode;
  /** A clause that follows the name of the agent. */
  message: string;
  /** The entry of the notebook that the call has made. */
  entryId?: string;
  /** The id of the query, page or question that the result shows. */
  findingId?: string;
}

/** Returns the refusal of a tool call with the reason for the model and the log. */
export function refuseCall({ id, name }: ToolCall, reason: string): ExecutedCall {
  const message = `was refused a call of the tool ${name}: ${reason}`;
  return { result: { callId: id, kind: 'refusal', reason }, code: 'tool_refused', message };
}

/**
 * Sets the number of characters after the first one. 36^13 values avoid collisions within a tenant,
 * and a writer can still copy an id.
 */
const recordIdLength = 13;

type RecordLetter = 'q' | 'a' | 's' | 'p' | 'n' | 'c';

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

/** The answer of the material, or why there is none, as a sentence for the model. */
export type MaterialAnswer<Value> = { value: Value } | { failure: string };

/** The limits of a call of the material, and the words for its failures. */
export interface MaterialLimits {
  timeoutMs: number;
  /** The part of the material that refused the call, as the subject of a sentence: "The tables". */
  subject: string;
  /** Advice to the model after an answer that came too late. */
  advice: string;
}

/**
 * Waits for the material within its limits, until `signal` aborts. Returns refusals and failures,
 * and never throws.
 */
export async function askMaterial<Value>(
  work: Promise<Value>,
  { timeoutMs, subject, advice }: MaterialLimits,
  signal: AbortSignal,
): Promise<MaterialAnswer<Value>> {
  const limit = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, limit]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  either.addEventListener('abort', () => reject(either.reason), { once: true });
  if (either.aborted) reject(either.reason);
  try {
    return { value: await Promise.race([work, ended]) };
  } catch (error) {
    if (signal.aborted) return { failure: stoppedReason };
    if (limit.aborted)
      return { failure: `No answer came within ${timeoutMs / 1_000} s. ${advice}` };
    if (error instanceof ApiError)
      return { failure: `${subject} gave no answer: ${error.message}.` };
    return { failure: `${subject} cannot be reached at the moment.` };
  }
}
