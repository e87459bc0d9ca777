import { createHash } from 'node:crypto';
import { type ChatRequest, imagePartsOf } from './fake-llm-wire.ts';

/** USD per million tokens. */
export interface TokenPrices {
  inputPerMillion: number;
  outputPerMillion: number;
  /** Price of input that the prompt cache holds. Default: the price of other input. */
  cachedInputPerMillion?: number;
}

export type CallOutcome = 'in flight' | 'answered' | 'aborted by client' | 'failed';

/** One call that reached the server. */
export interface MeteredCall {
  /** 1 for the first call. */
  number: number;
  startedAtMs: number;
  /** Null while the call is in flight. */
  finishedAtMs: number | null;
  endpoint: 'chat' | 'embeddings';
  /** The API key of the caller; empty for none. */
  key: string;
  /** A request for `embeddings` has its texts as messages. */
  body: ChatRequest;
  outcome: CallOutcome;
  /** The scripted failure or break, or `refused`; null for an answer that arrives whole. */
  failure: string | null;
  inputTokens: number;
  /** The part of the input tokens that the prompt cache held. */
  cachedInputTokens: number;
  outputTokens: number;
  /**
   * The part of the output tokens that the model spent on thoughts that it does not show as text.
   */
  reasoningTokens: number;
  costNanoUsd: number;
}

/** Sums over calls. */
export type CallTotals = Pick<MeteredCall, TokenKind | 'costNanoUsd'> & { calls: number };

type TokenKind = 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'reasoningTokens';

const noTotals: CallTotals = {
  calls: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  costNanoUsd: 0,
};

/** Returns the name of the schema that a call asks for, else `text`. */
export function namedPurpose({ body }: Pick<MeteredCall, 'body'>): string {
  return body.response_format?.json_schema?.name ?? 'text';
}

/** Counts tokens as the fake server does: four UTF-8 bytes each, rounded up. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/**
 * Counts calls and money like a bill: input once the model begins, output as far as it is sent;
 * refusals are free.
 */
export class LlmMeter {
  readonly calls: MeteredCall[] = [];
  inFlight = 0;
  maxInFlight = 0;
  costNanoUsd = 0;
  readonly #prices: TokenPrices;
  readonly #waiting = new Set<() => void>();

  constructor(prices: TokenPrices) {
    this.#prices = prices;
  }

  /** Opens the record of a call. */
  start(
    body: ChatRequest,
    { key, endpoint, failure }: Pick<MeteredCall, 'key' | 'endpoint' | 'failure'>,
  ): MeteredCall {
    const call: MeteredCall = {
      number: this.calls.length + 1,
      startedAtMs: Date.now(),
      finishedAtMs: null,
      endpoint,
      key,
      body,
      outcome: 'in flight',
      failure,
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      costNanoUsd: 0,
    };
    this.calls.push(call);
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    this.#wake();
    return call;
  }

  /** Adds tokens to a call's bill. */
  charge(call: MeteredCall, tokens: Partial<Pick<MeteredCall, TokenKind>>): void {
    call.inputTokens += tokens.inputTokens ?? 0;
    call.cachedInputTokens += tokens.cachedInputTokens ?? 0;
    call.outputTokens += tokens.outputTokens ?? 0;
    call.reasoningTokens += tokens.reasoningTokens ?? 0;
    this.costNanoUsd -= call.costNanoUsd;
    const {
      inputPerMillion,
      outputPerMillion,
      cachedInputPerMillion = inputPerMillion,
    } = this.#prices;
    const picoUsd =
      (call.inputTokens - call.cachedInputTokens) * Math.round(inputPerMillion * 1e6) +
      call.cachedInputTokens * Math.round(cachedInputPerMillion * 1e6) +
      call.outputTokens * Math.round(outputPerMillion * 1e6);
    call.costNanoUsd = Math.ceil(picoUsd / 1_000);
    this.costNanoUsd += call.costNanoUsd;
  }

  /**
   * Sums the calls up by purpose, in the order of their first calls. Default purpose: see
   * `namedPurpose`.
   */
  totals(purposeOf: (call: MeteredCall) => string = namedPurpose): Map<string, CallTotals> {
    const totals = new Map<string, CallTotals>();
    for (const call of this.calls) {
      const purpose = purposeOf(call);
      const sum = totals.get(purpose) ?? { ...noTotals };
      sum.calls += 1;
      sum.inputTokens += call.inputTokens;
      sum.cachedInputTokens += call.cachedInputTokens;
      sum.outputTokens += call.outputTokens;
      sum.reasoningTokens += call.reasoningTokens;
      sum.costNanoUsd += call.costNanoUsd;
      totals.set(purpose, sum);
    }
    return totals;
  }

  /** Closes the record of a call. The first outcome stays. */
  finish(call: MeteredCall, outcome: Exclude<CallOutcome, 'in flight'>): void {
    if (call.outcome !== 'in flight') return;
    call.outcome = outcome;
    call.finishedAtMs = Date.now();
    this.inFlight -= 1;
    this.#wake();
  }

  /**
   * Resolves when the condition holds, which each start and end of a call checks. Rejects after
   * `timeoutMs`.
   */
  async waitFor(condition: (meter: LlmMeter) => boolean, timeoutMs = 240_000): Promise<void> {
    if (condition(this)) return;
    const done = Promise.withResolvers<void>();
    const check = () => condition(this) && done.resolve();
    const timer = setTimeout(
      () => done.reject(new Error(`The awaited calls did not arrive within ${timeoutMs} ms`)),
      timeoutMs,
    );
    this.#waiting.add(check);
    try {
      await done.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(check);
    }
  }

  #wake(): void {
    for (const check of this.#waiting) check();
  }
}

/**
 * OpenAI caches prefixes from 1,024 tokens on, in steps of 128 tokens. A token is four bytes here.
 */
const firstPrefixBytes = 1_024 * 4;
const stepBytes = 128 * 4;

/** Tokens that each image counts. */
const imageTokens = 1_000;

/**
 * Returns the request as the model reads it: tools, then the schema of the answer, then the
 * messages in order.
 */
export function renderPrompt(request: ChatRequest): string {
  const schema = request.response_format?.json_schema?.schema;
  const head = [request.tools, schema]
    .filter((part) => part !== undefined)
    .map((part) => JSON.stringify(part));
  return [...head, ...request.messages.map(renderMessage)].join('\n');
}

function renderMessage(message: ChatRequest['messages'][number]): string {
  const { role, content, tool_calls: toolCalls, tool_call_id: toolCallId } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const texts = parts.map((part) => {
    const [url] = imagePartsOf([part]);
    return url === undefined ? (part.text ?? '') : renderImage(url);
  });
  const calls = toolCalls === undefined ? '' : JSON.stringify(toolCalls);
  return `<|${role}${toolCallId === undefined ? '' : ` ${toolCallId}`}|>${texts.join('')}${calls}`;
}

/**
 * Stands for an image by as many bytes as its tokens have, which differ from those of other images.
 */
function renderImage(url: string): string {
  return createHash('sha256')
    .update(url)
    .digest('hex')
    .repeat(63)
    .slice(0, imageTokens * 4);
}

/** The cache's view of one call. */
interface CachedPrompt {
  /** Tokens of the longest prefix that was readable when the call arrived. */
  cachedTokens: number;
  /**
   * Makes the prefixes of this prompt readable. A provider does so when the model begins to answer.
   */
  write(): void;
}

/**
 * A provider's prompt cache: prefixes of 1,024 tokens and more, in steps of 128, by model, that
 * never expire.
 */
export class PromptCache {
  readonly #prefixes = new Map<string, Set<string>>();

  /** Looks up a prompt of a model. */
  open(model: string, prompt: string): CachedPrompt {
    const known = this.#prefixes.get(model) ?? new Set();
    this.#prefixes.set(model, known);
    const prefixes = hashPrefixes(prompt);
    const readable = prefixes.findLast(({ hash }) => known.has(hash));
    return {
      cachedTokens: (readable?.sizeBytes ?? 0) / 4,
      write: () => {
        for (const { hash } of prefixes) known.add(hash);
      },
    };
  }
}

function hashPrefixes(prompt: string): { sizeBytes: number; hash: string }[] {
  const bytes = Buffer.from(prompt);
  const running = createHash('sha256');
  const prefixes = [];
  let hashedBytes = 0;
  for (let sizeBytes = firstPrefixBytes; sizeBytes <= bytes.length; sizeBytes += stepBytes) {
    running.update(bytes.subarray(hashedBytes, sizeBytes));
    hashedBytes = sizeBytes;
    prefixes.push({ sizeBytes, hash: running.copy().digest('base64') });
  }
  return prefixes;
}
