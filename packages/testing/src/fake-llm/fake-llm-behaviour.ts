import { asksForJson, bendJson, readAskedSchema } from './fake-llm-answer.ts';
import type { LlmFailure } from './fake-llm-server.ts';
import type { ChatRequest } from './fake-llm-wire.ts';

/** A form or part of a request that a server may refuse with a 4xx. */
export type Refusable = 'json_schema' | 'json_object' | 'tools' | 'tools_with_format' | 'images';

/** The provider in whose words and error shape a server refuses a request. */
export type Dialect =
  | 'openai'
  | 'vllm'
  | 'llama_cpp'
  | 'ollama'
  | 'lm_studio'
  | 'deepseek'
  | 'groq'
  | 'gemini'
  | 'anthropic';

/** A way in which structured answers miss their schema. */
export type WrongShape =
  /** `Market Analyst` for the slug `market-analyst`. */
  | 'agent_names'
  /** The same in other case and with surplus spaces. */
  | 'untidy_agent_names'
  /** Two items more than `maxItems` allows in each list at the top. */
  | 'surplus_items'
  /** `"82"` for 82. */
  | 'numbers_as_strings'
  /** The object lacks its last required property. */
  | 'missing_field'
  /** Each object has properties of which the schema knows nothing. */
  | 'extra_fields'
  /** The only list of the object without the object, or a list that holds the object. */
  | 'array_at_top';

/**
 * A manner in which real servers and models differ from OpenAI's. Manners can be combined; each is
 * off by default.
 */
export interface LlmBehaviour {
  /** Fails every call. With the id of a model, that model is always broken while others work. */
  fails?: LlmFailure;
  /**
   * The words and the shape of refusals. Default `openai`, also where a dialect has no words of its
   * own.
   */
  dialect?: Dialect;
  refuses?: Refusable[];
  /** Names of request fields that are refused, such as `reasoning_effort`. */
  unknownParameters?: string[];
  /** Refuses messages, tools and schema of more tokens than this. */
  contextWindow?: number;
  /** Counts `max_tokens` against the window, too, as vLLM does. */
  windowHoldsCap?: boolean;
  /**
   * Takes `response_format` without an error and without effect, as servers do that do not know it.
   */
  ignoresFormat?: boolean;
  /** Answers `stream: true` with one JSON body. */
  ignoresStream?: boolean;
  /** False leaves the token usage out of JSON bodies and streams. */
  reportsUsage?: boolean;
  /** Replaces the usage of JSON bodies and streams; given the true one, in OpenAI's form. */
  tellsUsage?: (usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
  }) => unknown;
  /** Puts the usage into every event of a stream. */
  tellsUsageOften?: boolean;
  /**
   * Writes thoughts before the answer: as `<think>…</think>` in the text, or as the field
   * `reasoning_content`.
   */
  thoughts?: 'tags' | 'field';
  /**
   * Tokens of reasoning, a tenth with a `reasoning_effort` below `medium`, within the cap: at or
   * below this number the answer is empty and ends with `length`, or is an unclosed `<think>`.
   */
  reasoningTokens?: number;
  /** Puts prose around the answer. */
  chatter?: 'before' | 'after' | 'both';
  /** Puts JSON into a `json` fence and documents into a `markdown` fence. */
  fence?: boolean;
  wrongShapes?: WrongShape[];
  /**
   * Answers of a conversation with wrong shapes, before one is right. Default 1: it is right once
   * it is corrected.
   */
  wrongTurns?: number;
  /** Repeats the caller's API key in a 400, or in the text of the answer. */
  repeatsKey?: 'in_error' | 'in_text';
  /** Replaces the server's time between a call and its first byte. */
  latencyMs?: number;
  /** Holds the answer back until this settles. */
  waitsFor?: Promise<unknown>;
  /**
   * Sends something every `everyMs` for `forMs`: the answer in chunks, or keep-alive comments
   * before the answer.
   */
  slow?: { everyMs: number; forMs: number; sends: 'chunks' | 'comments' };
  /**
   * Breaks the answer after so many chunks; after 0 only headers are sent. `stall` is silence,
   * `error` an event of the stream.
   */
  breaks?: { afterChunks: number; how: 'stall' | 'cut' | 'error'; message?: string };
}

/** A scripted call: a failure, or a behaviour of this call only. */
export type ScriptedCall = LlmFailure | LlmBehaviour;

/** Decides for each call how the server behaves. */
export class CallScript {
  readonly #queue: ScriptedCall[] = [];
  #rule: (request: ChatRequest) => ScriptedCall | null = () => null;
  #usual: LlmBehaviour = {};
  readonly #byModel = new Map<string, LlmBehaviour>();

  /** Makes the next calls go like this, one entry for each call, in the order of arrival. */
  failNext(...calls: ScriptedCall[]): void {
    this.#queue.push(...calls);
  }

  /** Makes calls go as the rule says, unless it returns null. Replaces an earlier rule. */
  failWhen(rule: (request: ChatRequest) => ScriptedCall | null): void {
    this.#rule = rule;
  }

  /**
   * Sets the manners of a model, or those of all models, to which a model's own are added. Replaces
   * earlier ones.
   */
  behave(behaviour: LlmBehaviour, model?: string): void {
    if (model === undefined) this.#usual = behaviour;
    else this.#byModel.set(model, behaviour);
  }

  /**
   * Returns the behaviour for this call. The queue is used first, then the rule, then the model's
   * manners.
   */
  next(request: ChatRequest): LlmBehaviour {
    const scripted = this.#queue.shift() ?? this.#rule(request) ?? {};
    return {
      ...this.#usual,
      ...this.#byModel.get(request.model),
      ...('kind' in scripted ? { fails: scripted } : scripted),
    };
  }
}

/**
 * Changes a good answer as the manners say: shape, key, fence, chatter, in this order. `key` is the
 * caller's.
 */
export function applyManners(
  text: string,
  request: ChatRequest,
  behaviour: LlmBehaviour,
  key: string,
): string {
  const isJson = asksForJson(request);
  const bent =
    isJson && isWrongTurn(request, behaviour)
      ? bendJson(text, behaviour.wrongShapes ?? [], readAskedSchema(request)?.schema)
      : text;
  const told = behaviour.repeatsKey === 'in_text' ? repeatKey(bent, isJson, key) : bent;
  const fenced =
    behaviour.fence === true ? `\`\`\`${isJson ? 'json' : 'markdown'}\n${told}\n\`\`\`` : told;
  return chat(fenced, isJson, behaviour.chatter);
}

/** Whether the conversation holds fewer answers than the model gives wrongly. */
function isWrongTurn(
  { messages }: ChatRequest,
  { wrongShapes = [], wrongTurns = 1 }: LlmBehaviour,
): boolean {
  const answers = messages.filter(
    ({ role, tool_calls: calls }) => role === 'assistant' && calls === undefined,
  );
  return wrongShapes.length > 0 && answers.length < wrongTurns;
}

function repeatKey(text: string, isJson: boolean, key: string): string {
  return isJson
    ? text.replace(/":\s*"/, (start) => `${start}(${key}) `)
    : `${text}\n\nSent with the key ${key}.\n`;
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
export function countReasoning(
  request: ChatRequest,
  { reasoningTokens = 0 }: LlmBehaviour,
): number {
  const isBrief = ['none', 'minimal', 'low'].includes(request.reasoning_effort ?? '');
  return isBrief ? Math.ceil(reasoningTokens / 10) : reasoningTokens;
}

/** Writes thoughts of this many tokens, at least a sentence. */
export function writeThoughts(tokens: number): string {
  return tokens === 0
    ? thought
    : thought.repeat(Math.ceil((tokens * 4) / thought.length)).slice(0, tokens * 4);
}
