import { readTokenCount, type TokenUsage, worstCaseInputTokens } from '../../models/cost.ts';
import type { ModelRequest } from './build-request.ts';
import type { StreamedAnswer } from './stream-answer.ts';

/**
 * Returns the billed tokens of an answer. What a provider does not report, or reports impossibly, such as none for a text,
 * counts at its upper bound: all bytes of the request, or all bytes of the answer. Cached tokens are a part of the input
 * and never more.
 */
export function readUsage(request: ModelRequest, { text, toolCalls, usage }: StreamedAnswer): TokenUsage {
  const written = toolCalls.length > 0 ? text + JSON.stringify(toolCalls) : text;
  const inputTokens = readTokenCount(usage?.inputTokens.total) || worstCaseInputTokens(measureRequest(request));
  const cachedInputTokens = Math.min(inputTokens, readTokenCount(usage?.inputTokens.cacheRead) ?? 0);
  return {
    inputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.min(inputTokens - cachedInputTokens, readTokenCount(usage?.inputTokens.cacheWrite) ?? 0),
    outputTokens:
      readTokenCount(usage?.outputTokens.total) || Math.min(Buffer.byteLength(written), request.maxOutputTokens),
  };
}

function measureRequest({ system, parts, schema, offer, correction }: ModelRequest): number {
  const said = parts.map(({ text }) => text).join('');
  return Buffer.byteLength(system + said + JSON.stringify([schema, offer?.turns, offer?.tools, correction]));
}
