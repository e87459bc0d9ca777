import { callsPerTurn } from '../../agents/prompts/tools/tool-rules.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { calculateInput } from '../types/calculate-tool.ts';
import { noteConflictInput } from '../types/conflict-tool.ts';
import { askQuestionInput } from '../types/question-tool.ts';
import { readDocumentInput } from '../types/read-document-tool.ts';
import { readPageInput, webSearchInput } from '../types/research-tools.ts';
import { readSearchInput } from '../types/search-tool.ts';
import { describeTablesInput, queryTablesInput } from '../types/table-tools.ts';
import type { ToolCall, ToolDefinition } from '../types/tool-types.ts';
import { sanitizeAnswer, sanitizeText } from './sanitize-answer.ts';

/** Reads the input of each tool, or says what is wrong with it. */
const readers: Record<ToolName, (input: unknown) => ToolCall['input'] | string> = {
  search_context: readSearchInput,
  read_document: readDocumentInput,
  calculate: calculateInput,
  describe_tables: describeTablesInput,
  query_tables: queryTablesInput,
  ask_question: askQuestionInput,
  note_conflict: noteConflictInput,
  web_search: webSearchInput,
  read_page: readPageInput,
};

/** The number of tool calls that the engine keeps of one turn. The limit bounds what a runaway model can make it store. */
const maxCalls = 64;
const maxNameLength = 64;
/** Longest input of a refused call that is kept, in characters of its JSON. */
const maxRefusedInput = 4_000;

/** A tool call as the model made it. None of it is trusted. */
export interface RawToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

/**
 * Decides which tool calls of a turn are executed: only offered tools, only with valid input, and only a limited
 * number. The others are stored with the reason of the refusal, which the model and the log receive, and with their
 * input, so that the model sees what it asked.
 */
export function readToolCalls(calls: RawToolCall[], offered: ToolDefinition[]): ToolCall[] {
  let executed = 0;
  const unique = calls.filter((call, at) => calls.findIndex(({ toolCallId }) => toolCallId === call.toolCallId) === at);
  return unique.slice(0, maxCalls).map(({ toolCallId, toolName, input, providerMetadata }) => {
    const id = sanitizeText(toolCallId).slice(0, 200);
    const name = toolName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, maxNameLength) || '_';
    const kept = { id, name, ...(providerMetadata !== undefined && { providerOptions: providerMetadata }) };
    const refuse = (refusal: string): ToolCall => ({ ...kept, input: keepInput(input), refusal });
    const tool = offered.find((one) => one.name === toolName);
    if (!tool) return refuse(`There is no tool ${name} for you.`);
    const checked = readers[tool.name](input);
    if (typeof checked === 'string') return refuse(sanitizeText(checked));
    executed += 1;
    if (executed > callsPerTurn) return refuse(surplus(executed, unique.length));
    return { ...kept, input: sanitizeAnswer(checked) as ToolCall['input'], refusal: null };
  });
}

/** Says that a call beyond the limit was not executed, and what to do. */
function surplus(number: number, asked: number): string {
  const lost = asked > maxCalls ? ` Of ${asked} calls, those after the ${maxCalls}th are not even listed.` : '';
  return `Not executed: one round takes ${callsPerTurn} calls, and this was call ${number}. Ask it again in the next round, the most important first.${lost}`;
}

/** Keeps the input of a refused call as the model gave it, if it is a small object. */
function keepInput(input: unknown): ToolCall['input'] {
  const isSmall = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isSmall && JSON.stringify(input).length <= maxRefusedInput ? (sanitizeAnswer(input) as ToolCall['input']) : {};
}
