import type { EnginePage, EngineQuery } from '@ecp/contract/engine/tool-access';
import type { LogCode } from '@ecp/contract/values/run-facts';
import type { ToolCall, ToolResult } from '../call/types/tool-types.ts';

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
