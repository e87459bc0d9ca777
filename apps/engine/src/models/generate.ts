import type { JSONObject, JSONSchema7, LanguageModelV4 } from '@ai-sdk/provider';
import { extractJsonMiddleware, generateText, jsonSchema, Output, wrapLanguageModel } from 'ai';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { classifyCallFailure } from './classify-call-failure.ts';
import { readTokenCount, worstCaseInputTokens } from './cost.ts';
import { ModelCallError } from './model-call-error.ts';
import { toProviderSchema } from './provider-schema.ts';
import { storable, storableText } from './storable-answer.ts';

/** An answer of this size is a runaway: no deliverable within the token caps comes near. */
const maxAnswerBytes = 1_048_576;

/** One call to a model: what it is for, what it says and how far it may go. */
export interface GenerateCall {
  model: LanguageModelV4;
  /** The purpose and its structured input; only the offline model reads them. */
  purpose: string;
  input: unknown;
  system: string;
  prompt: string;
  /** The shape of the answer; null for plain text. */
  schema: TSchema | null;
  maxOutputTokens: number;
  timeoutMs: number;
  abortSignal: AbortSignal;
}

/** The answer of a model with the tokens to pay for. */
export interface GenerateResult {
  text: string;
  /** The answer as a value that matches the schema; null when no schema was asked for. */
  object: unknown;
  inputTokens: number;
  outputTokens: number;
  /** True when the answer stopped at the token cap, so its end is missing. */
  truncated: boolean;
}

/**
 * Calls a model once, without retries: the workflow retries, so that each attempt holds its own budget.
 * `abortSignal` and `timeoutMs` end it at once, also when the model itself ignores them (contract, 4: Stop).
 * Throws ModelCallError and nothing else; its `billing` says what the failed call may have cost (contract, 4).
 */
export async function generate(call: GenerateCall): Promise<GenerateResult> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const failure = (error: unknown) =>
    classifyCallFailure(error, {
      modelId: call.model.modelId,
      timeoutMs: call.timeoutMs,
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
  const { schema, model } = call;
  const result = await generateText({
    // Small servers often wrap JSON in a code fence; it is taken off before the answer is checked.
    model: schema === null ? model : wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    instructions: call.system,
    prompt: call.prompt,
    ...(schema !== null && { output: Output.object({ schema: answerSchema(schema), name: call.purpose }) }),
    maxOutputTokens: call.maxOutputTokens,
    maxRetries: 0,
    abortSignal,
    providerOptions: { local: input },
  });
  const { text, finishReason } = result;
  const billing = {
    inputTokens: readTokenCount(result.usage.inputTokens) ?? worstCaseInputTokens(measurePromptBytes(call)),
    outputTokens: readTokenCount(result.usage.outputTokens) ?? Math.min(Buffer.byteLength(text), call.maxOutputTokens),
  };
  const flaw = findFlaw(text, finishReason);
  if (flaw !== null) {
    const message = `The model ${model.modelId} ${flaw}; run the task again or choose another model`;
    throw new ModelCallError({ kind: 'invalid_output', message, retryable: true, billing });
  }
  const object: unknown = schema === null ? null : storable(result.output);
  return { text: storableText(text), object, ...billing, truncated: finishReason === 'length' };
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

/** Stands in for the count of a server that reports no usage. */
function measurePromptBytes({ system, prompt, schema }: GenerateCall): number {
  return Buffer.byteLength(system + prompt + (schema === null ? '' : JSON.stringify(schema)));
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
