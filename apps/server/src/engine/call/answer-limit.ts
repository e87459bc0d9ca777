import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { createTimeSlice } from '@ecp/semaphore/semaphore';

/**
 * Limits the characters of a token in any usual text: four in English, less in other languages, in
 * numbers and in code. Twice a call's output limit leaves room for what a tokenizer joins, such as
 * blanks and rules.
 */
const charactersPerToken = 4;
const mostTimesLimit = 2;

/**
 * Returns the characters after which an answer is cut: twice as many as the call's output tokens
 * can hold.
 */
export const mostCharacters = (maxOutputTokens: number): number =>
  mostTimesLimit * maxOutputTokens * charactersPerToken;

/**
 * Cuts an answer at its limit of characters: texts, thoughts and inputs of tools together. It ends
 * there as an answer ends at its output limit, without usage, and the provider's connection is
 * closed.
 */
export async function* cutAtLimit(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  maxOutputTokens: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const streamed = new Set<string>();
  // A piece from the network may hold hundreds of parts, which are all there at once.
  const slice = createTimeSlice(undefined);
  let left = mostCharacters(maxOutputTokens);
  for await (const part of stream) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    if (part.type === 'tool-input-delta') streamed.add(part.id);
    left -= lengthOf(part, streamed);
    if (left < 0) {
      if (part.type === 'text-delta')
        yield { ...part, delta: part.delta.slice(0, left).toWellFormed() };
      return yield {
        type: 'finish',
        usage: noUsage,
        finishReason: { unified: 'length', raw: 'length' },
      };
    }
    yield part;
  }
}

/** @param streamed ids of the tool calls whose inputs came in pieces before */
function lengthOf(part: LanguageModelV4StreamPart, streamed: ReadonlySet<string>): number {
  switch (part.type) {
    case 'tool-call':
      return streamed.has(part.toolCallId) ? 0 : part.input.length;
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return part.delta.length;
    default:
      return 0;
  }
}

const noUsage = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
