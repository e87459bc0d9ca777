import type { ChatRequest } from './fake-llm-wire.ts';

/** USD per million tokens. */
export interface TokenPrices {
  inputPerMillion: number;
  outputPerMillion: number;
}

export type CallOutcome = 'in flight' | 'answered' | 'aborted by client' | 'failed';

/** One call that reached the server. */
export interface MeteredCall {
  /** 1 for the first call. */
  number: number;
  startedAtMs: number;
  /** Null while the call is in flight. */
  finishedAtMs: number | null;
  /** With `embeddings`, the texts are the messages. */
  endpoint: 'chat' | 'embeddings';
  body: ChatRequest;
  outcome: CallOutcome;
  /** The scripted failure; null for a good answer. */
  failure: string | null;
  inputTokens: number;
  outputTokens: number;
  costNanoUsd: number;
}

/** Counts tokens as the fake server does: four UTF-8 bytes each, rounded up. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/**
 * Counts calls and money like a provider's bill. Input is charged once the model has begun, output once it is written,
 * even if the client has disconnected. Refused calls (401, 429, 5xx) are free.
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
  start(body: ChatRequest, failure: string | null, endpoint: MeteredCall['endpoint'] = 'chat'): MeteredCall {
    const call: MeteredCall = {
      number: this.calls.length + 1,
      startedAtMs: Date.now(),
      finishedAtMs: null,
      endpoint,
      body,
      outcome: 'in flight',
      failure,
      inputTokens: 0,
      outputTokens: 0,
      costNanoUsd: 0,
    };
    this.calls.push(call);
    this.inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    this.#wake();
    return call;
  }

  /** Adds tokens to a call's bill. */
  charge(call: MeteredCall, tokens: { inputTokens?: number; outputTokens?: number }): void {
    call.inputTokens += tokens.inputTokens ?? 0;
    call.outputTokens += tokens.outputTokens ?? 0;
    this.costNanoUsd -= call.costNanoUsd;
    const { inputPerMillion, outputPerMillion } = this.#prices;
    const picoUsd =
      call.inputTokens * Math.round(inputPerMillion * 1e6) + call.outputTokens * Math.round(outputPerMillion * 1e6);
    call.costNanoUsd = Math.ceil(picoUsd / 1_000);
    this.costNanoUsd += call.costNanoUsd;
  }

  /** Closes the record of a call. The first outcome stays. */
  finish(call: MeteredCall, outcome: Exclude<CallOutcome, 'in flight'>): void {
    if (call.outcome !== 'in flight') return;
    call.outcome = outcome;
    call.finishedAtMs = Date.now();
    this.inFlight -= 1;
    this.#wake();
  }

  /** Resolves when the condition holds, which each start and end of a call checks. Rejects after `timeoutMs`. */
  async waitFor(condition: (meter: LlmMeter) => boolean, timeoutMs = 5_000): Promise<void> {
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
