import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ToolOffer } from './ask-tools.ts';

type ToolMessage = Extract<LanguageModelV4Prompt[number], { role: 'tool' }>;
type ToolResult = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;

/** Reads the tools that a call offers, and what its earlier turns have used. */
export function readOffer({ tools = [], toolChoice, prompt }: LanguageModelV4CallOptions): ToolOffer {
  const turns = prompt
    .filter((message) => message.role === 'tool')
    .map(({ content }) => content.filter((part) => part.type === 'tool-result'));
  const results = turns.flat();
  const web = results.filter(({ toolName }) => toolName === 'web_search');
  return {
    names: toolChoice?.type === 'none' ? [] : tools.map(({ name }) => name),
    turn: turns.filter((turn) => !isAsking(turn)).length,
    hasAsked: turns.some(isAsking),
    webResults:
      web.length > 0 ? web.map(({ output }) => (output.type === 'text' ? output.value : '')).join('\n') : null,
    hasRead: results.some(({ toolName }) => toolName === 'read_page'),
  };
}

const isAsking = (turn: ToolResult[]) => turn.length > 0 && turn.every(({ toolName }) => toolName === 'ask_question');
