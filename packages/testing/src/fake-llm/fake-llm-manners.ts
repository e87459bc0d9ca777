import { asksForJson, readAskedSchema } from './fake-llm-asked-schema.ts';
import type { LlmBehaviour } from './fake-llm-behaviour.ts';
import type { ChatRequest } from './fake-llm-wire.ts';
import { bendJson } from './fake-llm-wrong-shapes.ts';

/** Changes a good answer as the manners say: shape, key, fence, chatter, in this order. `key` is the caller's. */
export function applyManners(text: string, request: ChatRequest, behaviour: LlmBehaviour, key: string): string {
  const isJson = asksForJson(request);
  const bent =
    isJson && isWrongTurn(request, behaviour)
      ? bendJson(text, behaviour.wrongShapes ?? [], readAskedSchema(request)?.schema)
      : text;
  const told = behaviour.repeatsKey === 'in_text' ? repeatKey(bent, isJson, key) : bent;
  const fenced = behaviour.fence === true ? `\`\`\`${isJson ? 'json' : 'markdown'}\n${told}\n\`\`\`` : told;
  return chat(fenced, isJson, behaviour.chatter);
}

/** Whether the conversation holds fewer answers than the model gives wrongly. */
function isWrongTurn({ messages }: ChatRequest, { wrongShapes = [], wrongTurns = 1 }: LlmBehaviour): boolean {
  const answers = messages.filter(({ role, tool_calls: calls }) => role === 'assistant' && calls === undefined);
  return wrongShapes.length > 0 && answers.length < wrongTurns;
}

function repeatKey(text: string, isJson: boolean, key: string): string {
  return isJson ? text.replace(/":\s*"/, (start) => `${start}(${key}) `) : `${text}\n\nSent with the key ${key}.\n`;
}

function chat(text: string, isJson: boolean, chatter: LlmBehaviour['chatter']): string {
  const what = isJson ? 'the JSON object' : 'the document';
  const before = `Sure! Here is ${what} {as requested}:\n\n`;
  const after = `\n\nLet me know if you would like any changes to ${what}.`;
  return `${chatter === 'before' || chatter === 'both' ? before : ''}${text}${chatter === 'after' || chatter === 'both' ? after : ''}`;
}

/** Holds a draft in JSON, as the thoughts of real models do. */
const thought =
  'Okay, the user wants an answer in a certain form. A first try: {"draft": true}. No, that lacks the point. ';

/** Returns the tokens of reasoning before the answer, a tenth with low effort. */
export function countReasoning(request: ChatRequest, { reasoningTokens = 0 }: LlmBehaviour): number {
  const isBrief = ['none', 'minimal', 'low'].includes(request.reasoning_effort ?? '');
  return isBrief ? Math.ceil(reasoningTokens / 10) : reasoningTokens;
}

/** Writes thoughts of this many tokens, at least a sentence. */
export function writeThoughts(tokens: number): string {
  return tokens === 0 ? thought : thought.repeat(Math.ceil((tokens * 4) / thought.length)).slice(0, tokens * 4);
}
