import type { JSONObject, JSONSchema7, LanguageModelV4 } from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { extractJsonMiddleware, generateText, jsonSchema, Output, type ToolSet, tool, wrapLanguageModel } from 'ai';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { classifyCallFailure } from '../../models/classify-call-failure.ts';
import { readTokenCount, worstCaseInputTokens } from '../../models/cost.ts';
import { ModelCallError } from '../../models/model-call-error.ts';
import type { OfferedTools } from '../types/model-call.ts';
import type { ToolTurn } from '../types/tool-types.ts';
import { toProviderSchema } from './provider-schema.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { sanitizeAnswer, sanitizeText } from './sanitize-answer.ts';

/** A larger answer is a runaway: no deliverable within the token limits comes near this size. */
const maxAnswerBytes = 1_048_576;

/** Longest text that is stored beside a model's requests for tools. */
const maxAsideLength = 2_000;

/** One call to a model: its purpose, its prompt and its limits. */
export interface GenerateCall {
  model: LanguageModelV4;
  /** Only the offline model reads the purpose and the structured input. */
  purpose: string;
  input: unknown;
  system: string;
  prompt: string;
  /** The shape of the answer; null for plain text. */
  schema: TSchema | null;
  /** Tools and earlier turns. If it is null or absent, only the prompt is sent. */
  offer?: OfferedTools | null;
  maxOutputTokens: number;
  timeoutMs: number;
  abortSignal: AbortSignal;
  /** Redacts secrets in the answer and in errors, because a provider may repeat its key. */
  redact: Redact;
}

/** The answer of a model with the billed tokens. */
export interface GenerateResult {
  text: string;
  /** The answer as a value that matches the schema. Null if the call has no schema. */
  object: unknown;
  inputTokens: number;
  outputTokens: number;
  /** The tools that the model asks for instead of answering. Null for an answer. */
  toolTurn: ToolTurn | null;
  /** True if the answer stopped at the output limit, so that its end is missing. */
  truncated: boolean;
}

/**
 * Calls a model once, without retries. The caller retries, so that each attempt has its own reservation.
 * `abortSignal` and `timeoutMs` end the call at once, even if the model ignores them (RUN-11).
 * Throws only ModelCallError. Its `billing` says what the failed call may have cost (BUD-2).
 */
export async function generate(call: GenerateCall): Promise<GenerateResult> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const failure = (error: unknown) =>
    classifyCallFailure(error, {
      modelId: call.model.modelId,
      timeoutMs: call.timeoutMs,
      redact: call.redact,
      stoppedBy: call.abortSignal.aborted ? 'abort' : timeout.aborted ? 'timeout' : null,
    });
  if (call.abortSignal.aborted) {
    throw new ModelCallError({ ...failure(call.abortSignal.reason), billing: 'none' });
  }
  const signal = AbortSignal.any([call.abortSignal, timeout]);
  try {
    return await orAborted(requestAnswer(call, signal), signal);
  } catch (error) {
    throw error instanceof ModelCallError ? error : new ModelCallError(failure(error));
  }
}

async function requestAnswer(call: GenerateCall, abortSignal: AbortSignal): Promise<GenerateResult> {
  const input: JSONObject = JSON.parse(JSON.stringify({ purpose: call.purpose, input: call.input }));
  const { schema, model, offer } = call;
  const clean = (text: string) => sanitizeText(call.redact(text));
  const result = await generateText({
    // Small servers often wrap JSON in a code fence. The middleware removes it before the answer is checked.
    model: schema === null ? model : wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    instructions: call.system,
    ...(offer ? { messages: offer.messages, ...offerTools(offer, model) } : { prompt: call.prompt }),
    ...(schema !== null && { output: Output.object({ schema: answerSchema(schema), name: call.purpose }) }),
    maxOutputTokens: call.maxOutputTokens,
    maxRetries: 0,
    abortSignal,
    providerOptions: { local: input },
  });
  const { text, finishReason, toolCalls } = result;
  const written = toolCalls.length > 0 ? text + JSON.stringify(toolCalls) : text;
  const billing = {
    inputTokens: readTokenCount(result.usage.inputTokens) ?? worstCaseInputTokens(measurePromptBytes(call)),
    outputTokens:
      readTokenCount(result.usage.outputTokens) ?? Math.min(Buffer.byteLength(written), call.maxOutputTokens),
  };
  const asks = toolCalls.length > 0;
  const toolTurn = offer?.open && asks ? readToolTurn(text, toolCalls, offer) : null;
  const flaw = toolTurn ? null : asks ? 'asked for a tool instead of answering' : findFlaw(text, finishReason);
  if (flaw !== null) {
    const message = `The model ${model.modelId} ${flaw}; run the task again or choose another model`;
    throw new ModelCallError({ kind: 'invalid_output', message, retryable: true, billing });
  }
  const nothing = { text: '', object: null, truncated: false };
  if (toolTurn) return { ...nothing, toolTurn: sanitizeAnswer(toolTurn, clean) as ToolTurn, ...billing };
  const object: unknown = schema === null ? null : sanitizeAnswer(result.output, clean);
  return { text: clean(text), object, toolTurn: null, ...billing, truncated: finishReason === 'length' };
}

/**
 * Returns the tools without functions that execute them: the workflow does that, so that each request is a call of its own.
 * In the last turn only Anthropic gets them, with tool choice `none`, because its API requires tools that earlier turns
 * used. Some servers ignore `none`.
 */
function offerTools({ tools, open }: OfferedTools, model: LanguageModelV4): { tools?: ToolSet; toolChoice?: 'none' } {
  if (!open && !model.provider.startsWith('anthropic')) return {};
  const set: ToolSet = {};
  for (const { name, description, inputSchema } of tools) {
    set[name] = tool({ description, inputSchema: jsonSchema<object>(inputSchema as JSONSchema7) });
  }
  return { tools: set, ...(!open && { toolChoice: 'none' as const }) };
}

function readToolTurn(text: string, calls: Parameters<typeof readToolCalls>[0], offer: OfferedTools): ToolTurn {
  return { text: sanitizeText(text.slice(0, maxAsideLength)), toolCalls: readToolCalls(calls, offer.tools) };
}

function findFlaw(text: string, finishReason: string): string | null {
  if (finishReason === 'content-filter') return "had its answer withheld by the provider's content filter";
  if (text.trim() === '') return 'gave an empty answer';
  if (Buffer.byteLength(text) > maxAnswerBytes) return `gave an answer of more than ${maxAnswerBytes} bytes`;
  return null;
}

function answerSchema(schema: TSchema) {
  return jsonSchema<unknown>(toProviderSchema(schema) as JSONSchema7, {
    validate: (value) => {
      if (Value.Check(schema, value)) return { success: true, value };
      const [first] = Value.Errors(schema, value);
      return { success: false, error: new Error(`${first?.instancePath || '/'} ${first?.message ?? 'is invalid'}`) };
    },
  });
}

/** Measures the prompt, in place of the token count of a server that reports no usage. */
function measurePromptBytes({ system, prompt, schema, offer }: GenerateCall): number {
  const said = offer ? JSON.stringify([offer.messages, offer.tools]) : prompt;
  return Buffer.byteLength(system + said + (schema === null ? '' : JSON.stringify(schema)));
}

/** Settles with the promise, or rejects as soon as the signal aborts. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
