import type { JSONObject, JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { TSchema } from 'typebox';
import type { PromptPart } from '../../agents/prompts/prompt-definition.ts';
import type { Correction } from '../../models/model-call-error.ts';
import type { OfferedTools } from '../types/model-call.ts';
import { toProviderSchema } from './provider-schema.ts';
import type { RequestForm } from './request-form.ts';

/** Everything that one request sends. */
export interface ModelRequest {
  /** Only the offline model reads the purpose and the structured input. */
  purpose: string;
  input: unknown;
  system: string;
  parts: PromptPart[];
  /** The bytes of the images of the parts, by their hash. Absent for a call without images. */
  images?: ReadonlyMap<string, Buffer>;
  /** The shape of the answer; null for plain text. */
  schema: TSchema | null;
  /** Tools and earlier turns. Null or absent for a call without tools. */
  offer?: OfferedTools | null;
  form: RequestForm;
  /** How much a reasoning model shall reason. Null for the provider's own choice. */
  effort: 'low' | 'medium' | 'high' | null;
  /** An earlier answer of a wrong shape, and what is wrong with it. */
  correction: Correction | null;
  maxOutputTokens: number;
  /** Identifies the calls that share a beginning, for providers that want to know (OpenAI). */
  cacheKey: string;
}

/** Longest part of a wrong answer that is sent back. */
const maxReturnedLength = 20_000;

/** Mark for providers that cache only what is marked. Others ignore it. */
const cacheMark = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
};

/** Builds a request in the form that the server accepts. */
export function buildRequest(request: ModelRequest, providerName: string): LanguageModelV4CallOptions {
  const { schema, form, offer, effort, maxOutputTokens, cacheKey } = request;
  const responseFormat = schema === null || form.format === 'prompt' ? null : answerFormat(request, schema);
  return {
    prompt: [
      { role: 'system', content: request.system },
      { role: 'user', content: userContent(request) },
      ...(offer?.turns ?? []),
      ...correctionTurns(request),
    ],
    maxOutputTokens,
    ...(responseFormat !== null && { responseFormat }),
    ...(offer && form.tools && offerTools(offer, providerName)),
    ...(effort !== null && form.effort && { reasoning: effort }),
    providerOptions: {
      local: JSON.parse(JSON.stringify({ purpose: request.purpose, input: request.input })) as JSONObject,
      openai: { promptCacheKey: cacheKey },
    },
  };
}

/** Returns the text that asks for a schema in words, for servers that do not take it as a parameter. */
function schemaInstruction(schema: TSchema): string {
  return `Answer with one JSON value that fits this JSON Schema:\n${JSON.stringify(toProviderSchema(schema))}`;
}

function answerFormat(
  { purpose, form }: ModelRequest,
  schema: TSchema,
): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  if (form.format === 'json') return { type: 'json' };
  return { type: 'json', schema: toProviderSchema(schema) as JSONSchema7, name: purpose };
}

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

function userContent({ parts, images, schema, form }: ModelRequest): UserContent {
  const asked = schema !== null && form.format !== 'schema' ? [{ text: schemaInstruction(schema), cache: false }] : [];
  return [...parts, ...asked].flatMap(({ text, cache, image }: PromptPart): UserContent => {
    const mark = cache && { providerOptions: cacheMark };
    const data = image && images?.get(image.sha256);
    if (!image || !data) return [{ type: 'text', text, ...mark }];
    return [
      { type: 'text', text },
      { type: 'file', mediaType: image.mediaType, data: { type: 'data', data }, ...mark },
    ];
  });
}

/** Returns the UTF-8 bytes that a correction adds to a request. */
export function correctionBytes(request: Pick<ModelRequest, 'correction' | 'schema'>): number {
  return request.correction === null ? 0 : Buffer.byteLength(JSON.stringify(correctionTurns(request)));
}

function correctionTurns({
  correction,
  schema,
}: Pick<ModelRequest, 'correction' | 'schema'>): LanguageModelV4Message[] {
  if (correction === null) return [];
  const { answer, problem } = correction;
  const said = answer.slice(0, maxReturnedLength).trim() || '(no answer)';
  const asked = schema === null ? '' : `\n${schemaInstruction(schema)}`;
  const text = `Your answer does not have the requested shape: ${problem}\nAnswer again, complete and corrected, with the JSON value alone.${asked}`;
  return [
    { role: 'assistant', content: [{ type: 'text', text: said }] },
    { role: 'user', content: [{ type: 'text', text }] },
  ];
}

/**
 * Returns the tools. The last turn keeps them with tool choice `none`, because Anthropic requires tools that earlier
 * turns used, and caches hold them. Compatible servers do not get them, because some ignore `none`.
 */
function offerTools({ tools, open }: OfferedTools, providerName: string): Partial<LanguageModelV4CallOptions> {
  if (!open && providerName.startsWith('openai-compatible')) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => {
      return { type: 'function' as const, name, description, inputSchema: inputSchema as JSONSchema7 };
    }),
    toolChoice: { type: open ? 'auto' : 'none' },
  };
}
