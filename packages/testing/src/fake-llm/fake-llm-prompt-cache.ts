import { createHash } from 'node:crypto';
import { type ChatRequest, imagePartsOf } from './fake-llm-wire.ts';

/** OpenAI caches prefixes from 1,024 tokens on, in steps of 128 tokens. A token is four bytes here. */
const firstPrefixBytes = 1_024 * 4;
const stepBytes = 128 * 4;

/** Tokens that each image counts. */
const imageTokens = 1_000;

/** Returns the request as the model reads it: tools, then the schema of the answer, then the messages in order. */
export function renderPrompt(request: ChatRequest): string {
  const schema = request.response_format?.json_schema?.schema;
  const head = [request.tools, schema].filter((part) => part !== undefined).map((part) => JSON.stringify(part));
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

/** Stands for an image by as many bytes as its tokens have, which differ from those of other images. */
function renderImage(url: string): string {
  return createHash('sha256')
    .update(url)
    .digest('hex')
    .repeat(63)
    .slice(0, imageTokens * 4);
}

/** The cache's view of one call. */
export interface CachedPrompt {
  /** Tokens of the longest prefix that was readable when the call arrived. */
  cachedTokens: number;
  /** Makes the prefixes of this prompt readable. A provider does so when the model begins to answer. */
  write(): void;
}

/**
 * A provider's prompt cache: prefixes of 1,024 tokens and more, in steps of 128, of each model on its own. Entries
 * never expire, as a run takes less than the minutes for which providers keep them.
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
