import type { ToolName } from '../../agents/tool-names.ts';

/** A tool as it is offered to a model. `inputSchema` is JSON Schema. */
export interface ToolDefinition {
  name: ToolName;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** What a model asked for, as it is kept with the recorded answer of its turn. */
export interface ToolCall {
  id: string;
  name: string;
  /** Checked; an empty object when `refusal` is set. */
  input: { query?: string; limit?: number };
  /** Why it is not executed; null for a call that is. */
  refusal: string | null;
  /** What some providers want back with the call (Gemini's signature). */
  providerOptions?: Record<string, Record<string, unknown>>;
}

/** The recorded answer of a turn in which the model asked for tools instead of answering. */
export interface ToolTurn {
  /** What the model said beside its calls. */
  text: string;
  toolCalls: ToolCall[];
}

/** A passage that a search found; the words are read from the stored source again, so that they stay exact. */
export interface PassageRef {
  source: number;
  position: number;
  /** In characters, as `position`. */
  length: number;
}

/** What a call found. */
export interface ToolResult {
  callId: string;
  hits: PassageRef[];
  /** True when vectors took part. */
  semantic: boolean;
}

/** A turn that is over: what was asked and what was found. */
export interface FinishedTurn extends ToolTurn {
  results: ToolResult[];
}

/** True for a recorded answer that asks for tools. */
export function isToolTurn(answer: unknown): answer is ToolTurn {
  return typeof answer === 'object' && answer !== null && 'toolCalls' in answer && Array.isArray(answer.toolCalls);
}
