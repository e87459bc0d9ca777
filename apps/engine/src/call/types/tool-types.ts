import type { ToolName } from '../../agents/tool-names.ts';

/** A tool that is offered to a model. `inputSchema` is a JSON Schema. */
export interface ToolDefinition {
  name: ToolName;
  description: string;
  inputSchema: Record<string, unknown>;
}

/** One use of a tool that a model asked for, as stored with the recorded answer of its turn. */
export interface ToolCall {
  id: string;
  name: string;
  /** The checked input. If `refusal` is set, it is what the model gave, or empty. */
  input: {
    query?: string;
    limit?: number;
    file?: string;
    section?: number;
    name?: string;
    sql?: string;
    title?: string;
    question?: string;
    assumption?: string;
    impact?: string;
    url?: string;
    /** Position in the text of a page, in characters. */
    from?: number;
    /** The named expressions of a calculation. */
    steps?: { name: string; expression: string }[];
    about?: string;
    /** The values of a conflict, each with the words that give it. */
    values?: { value: number | string; text: string; filename: string; place?: string }[];
  };
  /** Why the tool call is not executed. Null for one that is. */
  refusal: string | null;
  /** Data that some providers require back with the call, such as Gemini's signature. */
  providerOptions?: Record<string, Record<string, unknown>>;
}

/** The recorded answer of a turn in which the model asked for tools instead of answering. */
export interface ToolTurn {
  /** The text that the model wrote beside its tool calls. */
  text: string;
  toolCalls: ToolCall[];
}

/** A passage that a tool found. Its words are read from the stored text, so that they stay exact. */
export interface PassageRef {
  /** Index in the sources, followed by the documents that the task builds on. */
  source: number;
  position: number;
  /** In characters, like `position`. */
  length: number;
}

/** The result of a tool call. */
export type ToolResult =
  | { callId: string; kind: 'passages'; hits: PassageRef[] }
  /** The result of a query: lines before its rows, the rows, and lines after them. It is cut by rows. */
  | { callId: string; kind: 'rows'; label: string; before: string[]; rows: string[]; after: string[] }
  /** A description of tables, the result of a search or a calculation, an answer, or a page. */
  | { callId: string; kind: 'text'; label: string; text: string }
  | { callId: string; kind: 'refusal'; reason: string };

/** A finished turn: the tool calls and their results. */
export interface FinishedTurn extends ToolTurn {
  results: ToolResult[];
}

/** Returns true for a recorded answer that asks for tools. */
export function isToolTurn(answer: unknown): answer is ToolTurn {
  return typeof answer === 'object' && answer !== null && 'toolCalls' in answer && Array.isArray(answer.toolCalls);
}
