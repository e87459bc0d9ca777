import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import type { FinishedTurn } from '../call/types/tool-types.ts';
import { renderToolResults } from './render-tool-result.ts';

/** Most bytes of the results of tools in one turn. */
const turnBytes = 12_000;

/** The earlier turns of a call as messages, and an upper bound of their UTF-8 bytes. */
export interface Conversation {
  turns: LanguageModelV4Message[];
  bytes: number;
}

/**
 * Builds the messages of earlier turns. All results of tools together get at most `spareBytes`, so that the call stays
 * payable. `texts` are what tools read. Pure: the same turns, texts and fence give the same messages.
 */
export function buildConversation(
  finished: FinishedTurn[],
  texts: SourceDocument[],
  fence: string,
  spareBytes: number,
): Conversation {
  const turns: LanguageModelV4Message[] = [];
  const perTurn = Math.min(turnBytes, Math.max(0, Math.floor(spareBytes / Math.max(1, finished.length))));
  for (const turn of finished) {
    const results = renderToolResults(turn, texts, fence, perTurn);
    const said = turn.text.trim() === '' ? [] : [{ type: 'text' as const, text: turn.text }];
    const calls = turn.toolCalls.map(({ id, name, input, providerOptions }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
      ...(providerOptions !== undefined && {
        providerOptions: providerOptions as SharedV4ProviderOptions,
      }),
    }));
    turns.push({ role: 'assistant', content: [...said, ...calls] });
    const content = turn.toolCalls.map(({ id, name }, at) => ({
      type: 'tool-result' as const,
      toolCallId: id,
      toolName: name,
      output: { type: 'text' as const, value: results[at] ?? '' },
    }));
    turns.push({ role: 'tool', content });
  }
  return { turns, bytes: Buffer.byteLength(JSON.stringify(turns)) };
}
