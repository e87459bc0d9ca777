import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Redact } from '@ecp/tracing/redact-secrets';
import { classifyCallFailure } from '../../models/classify-call-failure.ts';
import type { TokenUsage } from '../../models/cost.ts';
import { ModelCallError } from '../../models/model-call-error.ts';
import type { OfferedTools } from '../types/model-call.ts';
import type { ToolTurn } from '../types/tool-types.ts';
import { buildRequest, type ModelRequest } from './build-request.ts';
import { readStructured } from './read-structured.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';
import { sanitizeAnswer, sanitizeText } from './sanitize-answer.ts';
import { type StreamedAnswer, streamAnswer } from './stream-answer.ts';
import { stripThoughts } from './strip-thoughts.ts';
import { watchStream } from './watch-stream.ts';

/** A larger answer is a runaway: no deliverable within the token limits comes near this size. */
const maxAnswerBytes = 1_048_576;

/** Longest text that is stored beside a model's requests for tools. */
const maxAsideLength = 2_000;

/** One request to a model: what it sends and its limits. */
export interface GenerateCall extends ModelRequest {
  model: LanguageModelV4;
  timeoutMs: number;
  /** Longest time without a byte. */
  idleTimeoutMs: number;
  abortSignal: AbortSignal;
  /** Removes from an answer and from errors what must not be kept: secrets, which a provider may repeat. */
  redact: Redact;
  /** Gets the text so far, with thoughts, whenever a piece of it has arrived. */
  onText?: (textSoFar: string) => void;
}

/** The answer of a model with the billed tokens. */
export interface GenerateResult {
  text: string;
  /** The answer as a value that matches the schema. Null if the call has no schema. */
  object: unknown;
  /** The tools that the model asks for instead of answering. Null for an answer. */
  toolTurn: ToolTurn | null;
  /** True if the answer stopped at the output limit, so that its end is missing. */
  truncated: boolean;
  usage: TokenUsage;
}

/**
 * Makes one request to a model and streams its answer, without retries. The caller repeats, so that each attempt has
 * its own reservation. The limits and `abortSignal` end it at once, even if the model ignores them (RUN-11). Throws
 * only ModelCallError. Its `billing` says what the failed request may have cost (BUD-2).
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
    const answer = await watch.run(() => streamAnswer(call.model, options, { onPart: watch.touch, onText }));
    return readAnswer(call, answer);
  } catch (error) {
    if (error instanceof ModelCallError) throw error;
    throw new ModelCallError(classifyCallFailure(error, { ...facts, stoppedBy: watch.stoppedBy() }));
  }
}

function readAnswer(call: GenerateCall, answer: StreamedAnswer): GenerateResult {
  const { schema, offer } = call;
  const clean = (text: string) => sanitizeText(call.redact(text));
  const usage = readUsage(call, answer);
  const nothing = { text: '', object: null, toolTurn: null, truncated: false, usage };
  if (answer.toolCalls.length > 0) {
    if (!offer?.open) throw flaw(call, usage, 'invalid_output', 'asked for a tool instead of answering');
    return { ...nothing, toolTurn: sanitizeAnswer(readToolTurn(answer, offer), clean) as ToolTurn };
  }
  const text = clean(stripThoughts(answer.text));
  const truncated = answer.finishReason === 'length';
  refuseUnusable(call, usage, text, answer);
  if (schema === null) return { ...nothing, text, truncated };
  const read = readStructured(text, schema);
  if ('value' in read) return { ...nothing, object: sanitizeAnswer(read.value, clean) };
  if (truncated) throw flaw(call, usage, 'capped', 'ran out of output tokens before its answer was complete');
  throw flaw(call, usage, 'wrong_shape', `did not answer in the requested format (${read.problem})`, {
    ...read,
    answer: text,
  });
}

/** Throws for a text that holds no answer at all. */
function refuseUnusable(call: GenerateCall, usage: TokenUsage, text: string, { finishReason }: StreamedAnswer): void {
  if (finishReason === 'content-filter') {
    throw flaw(call, usage, 'withheld', "had its answer withheld by the provider's content filter");
  }
  if (text.trim() === '') {
    if (finishReason === 'length') throw flaw(call, usage, 'capped', 'used up its output limit without an answer');
    throw flaw(call, usage, 'invalid_output', 'gave an empty answer');
  }
  if (Buffer.byteLength(text) > maxAnswerBytes) {
    throw flaw(call, usage, 'invalid_output', `gave an answer of more than ${maxAnswerBytes} bytes`);
  }
}

function flaw(
  { model }: GenerateCall,
  billing: TokenUsage,
  kind: 'invalid_output' | 'wrong_shape' | 'capped' | 'withheld',
  reason: string,
  correction: ModelCallError['correction'] = null,
): ModelCallError {
  const message = `The model ${model.modelId} ${reason}; run the task again or choose another model`;
  return new ModelCallError({ kind, message, retryable: true, billing, correction });
}

function readToolTurn({ text, toolCalls }: StreamedAnswer, { tools }: OfferedTools): ToolTurn {
  return { text: stripThoughts(text).slice(0, maxAsideLength), toolCalls: readToolCalls(toolCalls, tools) };
}
