import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider';
import { StreamedError } from '../../models/streamed-error.ts';
import type { RawToolCall } from './read-tool-calls.ts';

/** An answer as it came, before anything of it is believed. */
export interface StreamedAnswer {
  text: string;
  toolCalls: RawToolCall[];
  finishReason: string;
  /** Null for a server that reports none. */
  usage: LanguageModelV4Usage | null;
}

/**
 * Makes a request and reads the stream of its answer. `onText` gets the text so far with every piece of it, `onPart` is
 * called for every part. Throws what the provider throws, or StreamedError for an error within the stream.
 */
export async function streamAnswer(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { onPart, onText }: { onPart: () => void; onText: (textSoFar: string) => void },
): Promise<StreamedAnswer> {
  const { stream } = await model.doStream(options);
  const answer: StreamedAnswer = { text: '', toolCalls: [], finishReason: 'other', usage: null };
  for await (const part of stream) {
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
        answer.finishReason = part.finishReason.unified;
        break;
      case 'error':
        throw part.error instanceof Error ? part.error : new StreamedError(part.error);
    }
  }
  return answer;
}

/** Returns the input of a tool call. If it is no JSON, it is the text itself, which fits no tool. */
function parseInput(input: string): unknown {
  try {
    return input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return input;
  }
}
