import type { EngagementBrief, SourceDocument } from '@ecp/model-calls/prompt-types';
import type { MaterialRoom } from './prompt-definition.ts';

/**
 * The window of a model whose entry states none, and the largest one used, because longer prompts cost more per token.
 */
const defaultWindowTokens = 128_000;
const maxWindowTokens = 200_000;
/** UTF-8 bytes of a token in most languages. A prompt that proves too long is shortened. */
const bytesPerToken = 3.5;
/** Rules, roles, lists of tasks, tools and schemas. */
const standingBytes = 24_000;
/** Most bytes of the shared sources, and their largest part of what the brief leaves. */
const maxSourcesBytes = 96_000;
const sourcesShare = 0.5;
/** Bytes that are kept for the document that a call judges or rewrites. */
const documentBytes = 48_000;
/** A prompt shows at least so much of each kind of material, even if the brief fills the window. */
const minBytes = 6_000;

/** The limits of a model that bound its prompts, in tokens. */
export interface PromptWindow {
  contextWindow: number | null;
  /** Tokens that are kept for the answer. */
  maxOutputTokens: number;
}

/**
 * Returns how much material fits beside the whole brief into a model's context (contract 8). `scale` shortens it after
 * a provider has said that a prompt is too long. Calls of a run with the same model show the same sources.
 */
export function materialRoom(
  { brief }: EngagementBrief,
  sources: SourceDocument[],
  { contextWindow, maxOutputTokens }: PromptWindow,
  scale = 1,
): MaterialRoom {
  const inputTokens = Math.min(contextWindow ?? defaultWindowTokens, maxWindowTokens) - maxOutputTokens;
  const spare = inputTokens * bytesPerToken - standingBytes - Buffer.byteLength(brief);
  const attached = sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const shared = Math.min(maxSourcesBytes, spare * sourcesShare, attached);
  const documents = Math.min(documentBytes, spare * sourcesShare);
  const bytes = (size: number) => Math.max(minBytes, Math.floor(size * scale));
  return { sources: bytes(shared), upstream: bytes(spare - shared - documents), document: bytes(documents) };
}
