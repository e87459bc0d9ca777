import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { callsPerTurn, type ToolName } from '../agents/tools.ts';
import { classifyCallFailure, ModelCallError, StreamedError } from '../models/call-failures.ts';
import { readTokenCount, type TokenUsage, worstCaseInputTokens } from '../models/catalog.ts';
import { responseProgress } from '../models/model-fetch.ts';
import { type AnswerEnd, readAnswerEnd } from './answer-end.ts';
import { cutAtLimit } from './answer-limit.ts';
import { findJson, readStructured, sanitizeAnswer, sanitizeText } from './answers.ts';
import { buildRequest, type ModelRequest } from './build-request.ts';
import type { OfferedTools } from './model-call.ts';
import { cleanAnswerText, cutTemplateTokens, stripThoughts } from './template-tokens.ts';
import {
  askQuestionInput,
  calculateInput,
  describeTablesInput,
  noteConflictInput,
  queryTablesInput,
  readDocumentInput,
  readPageInput,
  readSearchInput,
  type ToolCall,
  type ToolDefinition,
  type ToolTurn,
  webSearchInput,
} from './tool-types.ts';
import { workspaceReaders } from './workspace-tools.ts';

/** Limits the bytes of an answer. No deliverable within the token limits comes near this size. */
const maxAnswerBytes = 1_048_576;

/** Limits the characters that are stored of the text beside a model's tool calls. */
const maxAsideLength = 2_000;

export interface GenerateCall extends ModelRequest {
  model: LanguageModelV4;
  timeoutMs: number;
  idleTimeoutMs: number;
  abortSignal: AbortSignal;
  /** Removes secrets, which a provider may repeat, from answers and errors. */
  redact: Redact;
  onText?: (textSoFar: string) => void;
}

export interface GenerateResult {
  text: string;
  object: unknown;
  toolTurn: ToolTurn | null;
  truncated: boolean;
  usage: TokenUsage;
}

/**
 * Makes one request without retries. Throws only ModelCallError, whose `billing` says what it may
 * have cost.
 */
export async function generate(call: GenerateCall): Promise<GenerateResult> {
  const { modelId } = call.model;
  const { timeoutMs, idleTimeoutMs, redact } = call;
  const facts = { modelId, timeoutMs, idleTimeoutMs, redact };
  if (call.abortSignal.aborted) {
    const failure = classifyCallFailure(call.abortSignal.reason, { ...facts, stoppedBy: 'abort' });
    throw new ModelCallError({ ...failure, billing: 'none' });
  }
  const watch = watchStream(call);
  try {
    const options = { ...buildRequest(call, call.model.provider), abortSignal: watch.signal };
    const onText = call.onText ?? (() => undefined);
    const answer = await watch.run(() =>
      streamAnswer(call.model, options, { onPart: watch.touch, onText }),
    );
    return readAnswer(call, answer);
  } catch (error) {
    if (error instanceof ModelCallError) throw error;
    throw new ModelCallError(
      classifyCallFailure(error, { ...facts, stoppedBy: watch.stoppedBy() }),
    );
  }
}

function readAnswer(call: GenerateCall, answer: StreamedAnswer): GenerateResult {
  const { schema, offer } = call;
  const clean = (text: string) => sanitizeText(call.redact(text));
  const cleanText = (text: string) => clean(cutTemplateTokens(text));
  const usage = readUsage(call, answer);
  const nothing = { text: '', object: null, toolTurn: null, truncated: false, usage };
  if (answer.toolCalls.length > 0) {
    if (!offer?.open)
      throw flaw(call, usage, 'invalid_output', 'asked for a tool instead of answering');
    return {
      ...nothing,
      toolTurn: sanitizeAnswer(readToolTurn(answer, offer), cleanText) as ToolTurn,
    };
  }
  const said = stripThoughts(answer.text);
  const text = schema === null ? cleanText(said) : clean(said);
  const { end } = answer;
  refuseUnusable(call, usage, text, end);
  if (schema === null) {
    if (end === 'unknown') throw brokenOff(call, usage, answer);
    return { ...nothing, text, truncated: end === 'limit' };
  }
  // A value that is closed is whole, however the answer ends.
  const read = readStructured(text, schema, end !== 'natural');
  if ('value' in read) return { ...nothing, object: sanitizeAnswer(read.value, cleanText) };
  if (end === 'limit')
    throw flaw(call, usage, 'capped', 'ran out of output tokens before its answer was complete');
  if (end === 'unknown') throw brokenOff(call, usage, answer);
  throw flaw(
    call,
    usage,
    'wrong_shape',
    `did not answer in the requested format (${read.problem})`,
    {
      ...read,
      answer: text,
    },
  );
}

function refuseUnusable(call: GenerateCall, usage: TokenUsage, text: string, end: AnswerEnd): void {
  if (end === 'withheld') {
    throw flaw(call, usage, 'withheld', "had its answer withheld by the provider's content filter");
  }
  if (text.trim() === '') {
    if (end === 'limit')
      throw flaw(call, usage, 'capped', 'used up its output limit without an answer');
    throw flaw(call, usage, 'invalid_output', 'gave an empty answer');
  }
  if (Buffer.byteLength(text) > maxAnswerBytes) {
    throw flaw(
      call,
      usage,
      'invalid_output',
      `gave an answer of more than ${maxAnswerBytes} bytes`,
    );
  }
}

/** Limits the characters of a provider's reason that are quoted. */
const maxReasonLength = 60;

function brokenOff(
  call: GenerateCall,
  usage: TokenUsage,
  { reason }: StreamedAnswer,
): ModelCallError {
  const word = sanitizeText(call.redact(reason ?? '')).slice(0, maxReasonLength);
  const given = word === '' ? 'without a reason' : `with the reason “${word}”`;
  return flaw(call, usage, 'broken_off', `ended its answer ${given}, so that it may be cut`);
}

function flaw(
  { model }: GenerateCall,
  billing: TokenUsage,
  kind: 'invalid_output' | 'wrong_shape' | 'capped' | 'withheld' | 'broken_off',
  reason: string,
  correction: ModelCallError['correction'] = null,
): ModelCallError {
  const message = `The model ${model.modelId} ${reason}; run the task again or choose another model`;
  return new ModelCallError({ kind, message, retryable: true, billing, correction });
}

function readToolTurn({ text, toolCalls }: StreamedAnswer, { tools }: OfferedTools): ToolTurn {
  return {
    text: cleanAnswerText(text).slice(0, maxAsideLength),
    toolCalls: readToolCalls(toolCalls, tools),
  };
}

interface StreamedAnswer {
  text: string;
  toolCalls: RawToolCall[];
  end: AnswerEnd;
  /** The provider's word for the end. */
  reason: string | undefined;
  usage: LanguageModelV4Usage | null;
}

/**
 * Streams an answer. Throws what the provider throws, or StreamedError for an error within the
 * stream.
 */
async function streamAnswer(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { onPart, onText }: { onPart: () => void; onText: (textSoFar: string) => void },
): Promise<StreamedAnswer> {
  const { stream } = await model.doStream(options);
  const answer: StreamedAnswer = {
    text: '',
    toolCalls: [],
    end: 'unknown',
    reason: undefined,
    usage: null,
  };
  for await (const part of cutAtLimit(
    stream,
    options.maxOutputTokens ?? Number.POSITIVE_INFINITY,
  )) {
    onPart();
    switch (part.type) {
      case 'text-delta':
        answer.text += part.delta;
        onText(answer.text);
        break;
      case 'tool-call':
        answer.toolCalls.push({ ...part, input: parseInput(part.input) });
        break;
      case 'finish':
        answer.usage = part.usage;
        answer.end = readAnswerEnd(part.finishReason);
        answer.reason = part.finishReason.raw;
        break;
      case 'error':
        throw part.error instanceof Error ? part.error : new StreamedError(part.error);
    }
  }
  return answer;
}

/**
 * Returns the input of a tool call: its JSON, also as JSON within a text, or between tokens or
 * thoughts. Without any, it is the text itself, which fits no tool.
 */
function parseInput(input: string): unknown {
  if (input.trim() === '') return {};
  const value = readJson(input);
  if (typeof value === 'string') return readJson(value) ?? value;
  return value ?? findJson(stripThoughts(input), true)[0] ?? input;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface StreamLimits {
  timeoutMs: number;
  idleTimeoutMs: number;
  abortSignal: AbortSignal;
}

/** Watches a request: `signal` aborts at a limit or with the caller, and `stoppedBy` says which. */
interface StreamWatch {
  signal: AbortSignal;
  stoppedBy(): 'abort' | 'timeout' | 'idle' | null;
  touch(): void;
  /**
   * Runs work in which every response byte restarts the idle limit. Rejects as soon as the signal
   * aborts.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

function watchStream({ timeoutMs, idleTimeoutMs, abortSignal }: StreamLimits): StreamWatch {
  const timeout = AbortSignal.timeout(timeoutMs);
  const idle = new AbortController();
  const signal = AbortSignal.any([abortSignal, timeout, idle.signal]);
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  const touch = () => void timer.refresh();
  return {
    signal,
    touch,
    stoppedBy: () =>
      abortSignal.aborted
        ? 'abort'
        : timeout.aborted
          ? 'timeout'
          : idle.signal.aborted
            ? 'idle'
            : null,
    async run(work) {
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([responseProgress.run(touch, work), aborted.promise]);
      } finally {
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      }
    },
  };
}

const readers: Record<ToolName, (input: unknown) => ToolCall['input'] | string> = {
  search_context: readSearchInput,
  read_document: readDocumentInput,
  calculate: calculateInput,
  describe_tables: describeTablesInput,
  query_tables: queryTablesInput,
  ask_question: askQuestionInput,
  note_conflict: noteConflictInput,
  web_search: webSearchInput,
  ...workspaceReaders,
  read_page: readPageInput,
};

/** Limits the tool calls of a turn that are stored. */
const maxCalls = 64;
const maxNameLength = 64;
/** Limits the length of an input of a refused call that is kept, in characters of its JSON. */
const maxRefusedInput = 4_000;

interface RawToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

/**
 * Keeps at most `maxCalls` valid, offered tool calls. The model and the log get the reason why
 * others are refused.
 */
export function readToolCalls(calls: RawToolCall[], offered: ToolDefinition[]): ToolCall[] {
  let executed = 0;
  const unique = calls.filter(
    (call, at) => calls.findIndex(({ toolCallId }) => toolCallId === call.toolCallId) === at,
  );
  return unique.slice(0, maxCalls).map(({ toolCallId, toolName, input, providerMetadata }) => {
    const id = sanitizeText(toolCallId).slice(0, 200);
    const name = readToolName(toolName);
    const kept = {
      id,
      name,
      ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
    };
    const refuse = (refusal: string): ToolCall => ({ ...kept, input: keepInput(input), refusal });
    const tool = offered.find((one) => one.name === name);
    if (!tool) return refuse(`There is no tool ${name} for you.`);
    const checked = readers[tool.name](input);
    if (typeof checked === 'string') return refuse(sanitizeText(checked));
    executed += 1;
    if (executed > callsPerTurn) return refuse(surplus(executed, unique.length));
    return { ...kept, input: sanitizeAnswer(checked) as ToolCall['input'], refusal: null };
  });
}

/**
 * Some servers put the namespace of a template before the name of a tool, and its tokens behind it.
 */
function readToolName(name: string): string {
  const [bare = ''] = name.trim().split(/<[|｜]/, 1);
  return (
    bare
      .replace(/^functions?[.:]/, '')
      .replace(/[^a-zA-Z0-9_-]/g, '_')
      .slice(0, maxNameLength) || '_'
  );
}

function surplus(number: number, asked: number): string {
  const lost =
    asked > maxCalls
      ? ` Of ${asked} calls, those after the ${maxCalls}th are not even listed.`
      : '';
  return `Not executed: one round takes ${callsPerTurn} calls, and this was call ${number}. Ask it again in the next round, the most important first.${lost}`;
}

function keepInput(input: unknown): ToolCall['input'] {
  const isSmall = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isSmall && JSON.stringify(input).length <= maxRefusedInput
    ? (sanitizeAnswer(input) as ToolCall['input'])
    : {};
}

/**
 * Returns the billed tokens. Missing or impossible counts become their upper bound: all bytes of
 * request or answer.
 */
function readUsage(request: ModelRequest, { text, toolCalls, usage }: StreamedAnswer): TokenUsage {
  const written = toolCalls.length > 0 ? text + JSON.stringify(toolCalls) : text;
  const inputTokens =
    readTokenCount(usage?.inputTokens.total) || worstCaseInputTokens(measureRequest(request));
  const cachedInputTokens = Math.min(
    inputTokens,
    readTokenCount(usage?.inputTokens.cacheRead) ?? 0,
  );
  return {
    inputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.min(
      inputTokens - cachedInputTokens,
      readTokenCount(usage?.inputTokens.cacheWrite) ?? 0,
    ),
    outputTokens:
      readTokenCount(usage?.outputTokens.total) ||
      Math.min(Buffer.byteLength(written), request.maxOutputTokens),
  };
}

function measureRequest({ system, parts, schema, offer, correction }: ModelRequest): number {
  const said = parts.map(({ text }) => text).join('');
  return Buffer.byteLength(
    system + said + JSON.stringify([schema, offer?.turns, offer?.tools, correction]),
  );
}
