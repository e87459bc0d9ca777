import type {
  JSONObject,
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
} from '@ai-sdk/provider';
import type { TSchema } from 'typebox';
import type { PromptPart } from '../agents/prompts/prompt-sections.ts';
import type { Correction, ModelCallError } from '../models/call-failures.ts';
import { accountOf, type CatalogModel } from '../models/catalog.ts';
import type { OfferedTools } from './model-call.ts';

export interface ModelRequest {
  /** Only the offline model reads the purpose and the structured input. */
  purpose: string;
  input: unknown;
  system: string;
  parts: PromptPart[];
  images?: ReadonlyMap<string, Buffer>;
  schema: TSchema | null;
  offer?: OfferedTools | null;
  form: RequestForm;
  effort: 'low' | 'medium' | 'high' | null;
  correction: Correction | null;
  maxOutputTokens: number;
  /**
   * Identifies calls whose prompts begin alike, for the caches of providers that take such a key
   * (OpenAI).
   */
  cacheKey: string;
}

/** Limits the characters of a wrong answer that are sent back. */
const maxReturnedLength = 20_000;

/** Marks the parts of a prompt for providers that cache only marked parts. Others ignore it. */
const cacheMark = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
};

/** Builds a request in the form that the server accepts. */
export function buildRequest(
  request: ModelRequest,
  providerName: string,
): LanguageModelV4CallOptions {
  const { schema, form, offer, effort, maxOutputTokens, cacheKey } = request;
  const responseFormat =
    schema === null || form.format === 'prompt' ? null : answerFormat(request, schema);
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
      // The offline model reads data as it is: a copy of all material would hold the process.
      local: { purpose: request.purpose, input: request.input } as JSONObject,
      openai: { promptCacheKey: cacheKey },
    },
  };
}

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
  const asked =
    schema !== null && form.format !== 'schema'
      ? [{ text: schemaInstruction(schema), cache: false }]
      : [];
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
  return request.correction === null
    ? 0
    : Buffer.byteLength(JSON.stringify(correctionTurns(request)));
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
 * Anthropic requires the tools of earlier turns, so the last turn keeps them with tool choice
 * `none`. Compatible servers get no tools then, because some ignore `none`.
 */
function offerTools(
  { tools, open }: OfferedTools,
  providerName: string,
): Partial<LanguageModelV4CallOptions> {
  if (!open && providerName.startsWith('openai-compatible')) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => {
      return {
        type: 'function' as const,
        name,
        description,
        inputSchema: inputSchema as JSONSchema7,
      };
    }),
    toolChoice: { type: open ? 'auto' : 'none' },
  };
}

/** Ways to ask for a structured answer, strictest first. */
const answerFormats = ['schema', 'json', 'prompt'] as const;
type AnswerFormat = (typeof answerFormats)[number];

export interface RequestForm {
  format: AnswerFormat;
  tools: boolean;
  effort: boolean;
}

export interface RequestNeeds {
  structured: boolean;
  tools: boolean;
  effort: boolean;
}

export interface KnownForms {
  of(model: CatalogModel, needs: RequestNeeds): RequestForm;
  /**
   * Remembers that an answer held no JSON although the server took the form. After a schema, JSON
   * mode follows.
   */
  ignored(model: CatalogModel, form: RequestForm): void;
  /** Remembers a refusal. Returns the next form, or null if there is none. */
  refused(
    model: CatalogModel,
    needs: RequestNeeds,
    form: RequestForm,
    error: ModelCallError,
  ): RequestForm | null;
}

interface Known extends RequestForm {
  formatWithTools: AnswerFormat;
}

/**
 * Opens an empty memory. A new process asks in the strictest form again, because a server may have
 * learned it.
 */
export function createKnownForms(): KnownForms {
  const byModel = new Map<string, Known>();
  const strictest: Known = {
    format: 'schema',
    formatWithTools: 'schema',
    tools: true,
    effort: true,
  };
  const keyOf = (model: CatalogModel) => JSON.stringify([accountOf(model), model.id]);
  const knownOf = (model: CatalogModel) => byModel.get(keyOf(model)) ?? strictest;
  const learn = (model: CatalogModel, lesson: Partial<Known>) =>
    byModel.set(keyOf(model), { ...knownOf(model), ...lesson });
  const formOf = (model: CatalogModel, needs: RequestNeeds): RequestForm => {
    const { formatWithTools, ...form } = knownOf(model);
    return needs.tools && form.tools
      ? { ...form, format: looser(form.format, formatWithTools) }
      : form;
  };
  return {
    of: formOf,
    ignored(model, { format }) {
      if (format === 'schema') learn(model, { format: 'json' });
    },
    refused(model, needs, form, error) {
      const lesson = lessonOf(needs, form, error.refused);
      if (lesson === null) return null;
      learn(model, lesson);
      return formOf(model, needs);
    },
  };
}

function lessonOf(
  needs: RequestNeeds,
  form: RequestForm,
  refused: readonly string[],
): Partial<Known> | null {
  const next = answerFormats[answerFormats.indexOf(form.format) + 1];
  const namesTools = needs.tools && form.tools && refused.includes('tools');
  if (needs.effort && form.effort && refused.includes('effort')) return { effort: false };
  if (namesTools && needs.structured && form.format !== 'prompt')
    return { formatWithTools: 'prompt' };
  if (needs.structured && refused.includes('format') && next) return { format: next };
  return namesTools ? { tools: false } : null;
}

function looser(one: AnswerFormat, other: AnswerFormat): AnswerFormat {
  return answerFormats.indexOf(one) > answerFormats.indexOf(other) ? one : other;
}

/**
 * Keywords that the strict structured output of some providers refuses. The full schema still
 * checks the answer.
 */
const refusedKeywords = new Set([
  'minLength',
  'maxLength',
  'uniqueItems',
  'default',
  'aliases',
  'dropsUnfit',
]);

/**
 * Returns a copy for every provider's strict mode: without refused keywords, all properties
 * required.
 */
function toProviderSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toProviderSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !refusedKeywords.has(keyword));
  const copy = Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? mapProperties(value)
        : keyword === 'enum'
          ? value
          : toProviderSchema(value),
    ]),
  );
  return 'properties' in copy
    ? { ...copy, required: Object.keys(copy['properties'] as object) }
    : copy;
}

function mapProperties(properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, toProviderSchema(schema)]),
  );
}
