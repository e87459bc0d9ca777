import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import { roundsLeft as tellRoundsLeft } from '../agents/prompts/tools/tool-rules.ts';
import type { FinishedTurn } from '../call/types/tool-types.ts';
import { renderToolResults } from './render-tool-result.ts';

/** Most bytes of the results of tools in one turn. */
const turnBytes = 24_000;

/** The earlier turns of a call as messages, and an upper bound of their UTF-8 bytes. */
export interface Conversation {
  turns: LanguageModelV4Message[];
  bytes: number;
}

/**
 * Builds the messages of earlier turns. All results of tools together get at most `spareBytes`, so that the call stays
 * payable; the last one of a turn says how many rounds are left. `texts` are what tools read. Pure: the same turns, texts and
 * fence give the same messages.
 */
export function buildConversation(
  finished: FinishedTurn[],
  texts: SourceDocument[],
  fence: string,
  { spareBytes, roundsLeft }: { spareBytes: number; roundsLeft: (turn: number) => number },
): Conversation {
  const turns: LanguageModelV4Message[] = [];
  const perTurn = Math.min(turnBytes, Math.max(0, Math.floor(spareBytes / Math.max(1, finished.length))));
  for (const [place, turn] of finished.entries()) {
    const results = renderToolResults(turn, texts, fence, perTurn);
    const left = roundsLeft(place + 1);
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
      output: { type: 'text' as const, value: withRounds(results[at] ?? '', at === turn.toolCalls.length - 1, left) },
    }));
    turns.push({ role: 'tool', content });
  }
  return { turns, bytes: Buffer.byteLength(JSON.stringify(turns)) };
}

/** Adds to the last result of a round how many are left. */
function withRounds(result: string, isLast: boolean, left: number): string {
  return isLast ? `${result}\n\n${tellRoundsLeft(left)}` : result;
}
