import { createHash } from 'node:crypto';
import type { EnginePage, EngineQuery } from '@ecp/contract/engine/tool-access';
import type { LogCode } from '@ecp/contract/values/run-facts';
import type { ToolCall, ToolResult } from '../call/tool-types.ts';

/** The result of a tool call, and its line in the log. */
export interface ExecutedCall {
  result: ToolResult;
  code: LogCode;
  /** A clause that follows the name of the agent. */
  message: string;
  query?: EngineQuery;
  page?: EnginePage;
  /** Id of the question that was asked. */
  questionId?: string;
}

/** Returns the refusal of a tool call with the reason for the model and the log. */
export function refuseCall({ id, name }: ToolCall, reason: string): ExecutedCall {
  const message = `was refused a call of the tool ${name}: ${reason}`;
  return { result: { callId: id, kind: 'refusal', reason }, code: 'tool_refused', message };
}

/** Characters after the first one. 36^13 keeps the records of a tenant apart, and a writer can still copy an id. */
const recordIdLength = 13;

/** First character of the ids of queries, questions, searches and readings of pages. */
type RecordLetter = 'q' | 'a' | 's' | 'p';

/**
 * Returns the id of what a tool call records, so that a call that is repeated after a crash names the same record. It
 * fits the patterns of `RunQueryBody`, `SearchWebBody` and `ReadPageBody`.
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
