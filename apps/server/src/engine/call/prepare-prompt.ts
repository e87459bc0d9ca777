import type { LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Database } from '@ecp/database/database';
import type {
  EnginePage,
  EngineQuery,
  PromptInputs,
  PromptPurpose,
  SourceDocument,
} from '@ecp/model-calls/prompt-types';
import { readImageContents } from '../../material/sources/image-contents.ts';
import {
  type PromptSetting,
  type RenderedPrompt,
  renderPrompt,
} from '../agents/prompts/render-prompt.ts';
import { unreadImagesEvent } from '../kernel/images.ts';
import type { ModelCallError } from '../models/call-failures.ts';
import { type CatalogModel, imagesOf } from '../models/catalog.ts';
import type { RequestForm } from './build-request.ts';
import type { EngineServices } from './engine-services.ts';
import type { CallTools, ModelCall, OfferedTools, ToolMaterial } from './model-call.ts';
import {
  askQuestionTool,
  type FinishedTurn,
  noteConflictTool,
  researchTools,
  tableTools,
} from './tool-types.ts';
import { isSubmissionTool, workspaceTools } from './workspace-tools.ts';

export interface ReadyPrompt extends RenderedPrompt {
  /**
   * The input of the offline model. It is null for other models, so that its megabytes of sources
   * are freed before the call.
   */
  offlineInput: unknown;
  offer: OfferedTools | null;
  images: ReadonlyMap<string, Buffer>;
}

/**
 * Output tokens of a model without a stated limit, and the most that is asked for a document at
 * first.
 */
const unstatedTokens = 8_000;
const documentTokens = 12_000;
/** Output tokens added for a reasoning model, whose thoughts count against the limit. */
const reasoningTokens = 12_000;

/** Reads the material of a call and renders its prompt for a model. */
export async function preparePrompt<P extends PromptPurpose>(
  services: EngineServices,
  call: ModelCall<P>,
  model: CatalogModel,
  { scale }: Pick<AttemptPlan, 'scale'>,
  fence: string,
): Promise<ReadyPrompt> {
  const input = await call.gather();
  const material = materialOf(input);
  const offer =
    call.tools && isUseful(call.tools, material) ? offeredTools(call.tools, material) : null;
  const setting = { ...settingOf(model), fence, scale, hasTools: offer !== null };
  // The conversation of the call shows the findings of its own turns.
  const findings = call.tools?.turns.flatMap((turn) => turn.findings) ?? [];
  const shownInput = withoutFindings(input, findings);
  const prompt = await renderPrompt(
    services.texts,
    call.tenantId,
    call.purpose,
    shownInput,
    setting,
  );
  const offlineInput = model.provider === 'local' ? input : null;
  await announceUnread(services.database, call, model, material.sources);
  const shown = prompt.parts.flatMap(({ image }) => image ?? []);
  const images = await readImageContents(
    services.database,
    call.tenantId,
    call.engagementId,
    shown,
  );
  const promptBytes = prompt.promptBytes + (offer === null ? 0 : countBytes(offer));
  return { ...prompt, promptBytes, offlineInput, images, offer };
}

/** Counts the UTF-8 bytes that tools and earlier turns add to a prompt. */
const countBytes = ({ tools, turns }: OfferedTools): number =>
  Buffer.byteLength(JSON.stringify([tools, turns]));

async function announceUnread(
  database: Database,
  call: ModelCall<PromptPurpose>,
  model: CatalogModel,
  sources: SourceDocument[],
): Promise<void> {
  const total = imagesOf(sources).length;
  if (
    total === 0 ||
    model.vision === true ||
    !(call.purpose === 'draft' || call.purpose === 'amend')
  )
    return;
  await database.batchTenant(call.tenantId, [
    unreadImagesEvent(call, { total, unread: total, reason: 'blind' }),
  ]);
}

/** A fence of the real length, so that the size of a prompt is right. */
const sampleFence = '0'.repeat(32);

/** Returns the setting of a prompt that is only measured: whole, without tools. */
export function settingOf(model: CatalogModel): PromptSetting {
  const contextWindow = model.contextWindow ?? null;
  const whole = { fence: sampleFence, hasTools: false, scale: 1 };
  const { maxOutputTokens: modelTokens = unstatedTokens } = model;
  return {
    ...whole,
    vision: model.vision === true,
    contextWindow,
    documentTokens: documentTokensOf(model),
    modelTokens,
  };
}

/**
 * Returns the effort by the catalogue entry, higher for hard documents and lower for small answers.
 */
export function effortOf(model: CatalogModel, purpose: PromptPurpose, difficulty: number): Effort {
  const { reasoningEffort } = model;
  if (reasoningEffort === undefined) return null;
  if (purpose === 'delegate' || purpose === 'consult') return 'low';
  const levels = ['low', 'medium', 'high'] as const;
  const isHard = difficulty >= 0.7 && ['plan', 'draft', 'revise', 'amend'].includes(purpose);
  return levels[Math.min(2, levels.indexOf(reasoningEffort) + (isHard ? 1 : 0))] ?? reasoningEffort;
}

function documentTokensOf({
  maxOutputTokens = unstatedTokens,
  reasoningEffort,
}: CatalogModel): number {
  return Math.min(
    maxOutputTokens,
    documentTokens + (reasoningEffort === undefined ? 0 : reasoningTokens),
  );
}

/** Returns the part of a call's input that its tools work on. */
export function materialOf(input: PromptInputs[PromptPurpose]): ToolMaterial {
  const sources = 'sources' in input ? input.sources : [];
  const tables = 'canQuery' in input && input.canQuery ? (input.tables ?? []) : [];
  const documents = 'upstream' in input ? input.upstream : [];
  const canAsk = 'questionsLeft' in input && input.questionsLeft !== undefined;
  const doesResearch = 'research' in input && input.research !== undefined;
  const { language } = input.engagement;
  const objections = ('objections' in input && input.objections) || [];
  const read = readableOf(input);
  return { sources, read, documents, language, tables, canAsk, doesResearch, objections };
}

/** Tools with nothing to read or do would only cost tokens. */
function isUseful(
  { definitions }: CallTools,
  { sources, documents, tables, canAsk, doesResearch }: ToolMaterial,
): boolean {
  if (definitions.some(({ name }) => isSubmissionTool(name))) return true;
  const canRead =
    sources.some(({ text }) => text !== '') || documents.length > 0 || tables.length > 0;
  return canRead || canAsk || doesResearch;
}

function offeredTools(
  { definitions, turns }: CallTools,
  { sources, tables, canAsk, doesResearch }: ToolMaterial,
): OfferedTools {
  const tools = definitions.filter((tool) => {
    if (tableTools.includes(tool)) return tables.length > 0;
    if (tool === workspaceTools.runQuery) return tables.length > 0;
    if (tool === noteConflictTool) return sources.length > 0 || tables.length > 0 || doesResearch;
    return tool === askQuestionTool ? canAsk : doesResearch || !researchTools.includes(tool);
  });
  return { tools, open: turns.at(-1)?.isOpen ?? true, turns: turns.flatMap(toMessages) };
}

/** Returns a turn as the messages of the model's tool calls and of their results. */
export function toMessages({
  text,
  toolCalls,
  results,
  reminder,
}: FinishedTurn): LanguageModelV4Message[] {
  const words = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
  const calls = toolCalls.map(({ id, name, input, providerOptions }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
    ...(providerOptions !== undefined && {
      providerOptions: providerOptions as SharedV4ProviderOptions,
    }),
  }));
  const answers = toolCalls.map(({ id, name }, index) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: results[index] ?? '' },
  }));
  const request: LanguageModelV4Message = { role: 'assistant', content: [...words, ...calls] };
  if (reminder !== undefined)
    return [request, { role: 'user', content: [{ type: 'text', text: reminder }] }];
  return [request, { role: 'tool', content: answers }];
}

function withoutFindings<P extends PromptPurpose>(
  input: PromptInputs[P],
  findings: readonly string[],
): PromptInputs[P] {
  if (!('reviewNotes' in input) || findings.length === 0) return input;
  const isOther = ({ id }: { id: string }) => !findings.includes(id);
  const { queries = [], pages = [], questions = [] } = input;
  return {
    ...input,
    queries: queries.filter(isOther),
    pages: pages.filter(isOther),
    questions: questions.filter(isOther),
  };
}

/** The effort of a model. The provider chooses it if the value is null. */
type Effort = 'low' | 'medium' | 'high' | null;

export interface AttemptPlan {
  form: RequestForm;
  /** Part of the material that is shown, 0 to 1. */
  scale: number;
  shortened: number;
  raisedTokens: number | null;
  effort: Effort;
  /** The field is true after a repeat with a higher limit or less effort. */
  isUncapped: boolean;
  correction: ModelCallError['correction'];
  /** Repeats for form, shape, limit and overflow belong to one try. */
  tries: number;
}

interface AttemptFacts {
  model: CatalogModel;
  maxOutputTokens: number;
  maxTries: number;
  nextForm: RequestForm | null;
}

export type NextAttempt =
  | { action: 'repeat'; why: 'form' | 'shape' | 'limit' | 'overflow'; plan: AttemptPlan }
  | { action: 'retry'; plan: AttemptPlan }
  | { action: 'leave' };

/** Limits the times that a call's material is shortened, and the share that remains each time. */
const maxShortened = 3;
const keptPart = 2 / 3;
/**
 * Sets the least output tokens of a repeated call, and the most for a model without a stated limit.
 */
const raisedLimit = 16_000;

/** Decides how a call continues with a model after a failed attempt. */
export function planNextAttempt(
  plan: AttemptPlan,
  error: ModelCallError,
  facts: AttemptFacts,
): NextAttempt {
  switch (error.kind) {
    case 'refused_form':
      return facts.nextForm
        ? { action: 'repeat', why: 'form', plan: { ...plan, form: facts.nextForm } }
        : leave;
    case 'context_overflow':
      return shorten(plan);
    case 'capped':
      return raiseLimit(plan, facts);
    case 'wrong_shape':
      if (plan.correction !== null) return leave;
      return { action: 'repeat', why: 'shape', plan: { ...plan, correction: error.correction } };
    default:
      if (!error.retryable || plan.tries >= facts.maxTries) return leave;
      return { action: 'retry', plan: { ...plan, tries: plan.tries + 1 } };
  }
}

const leave: NextAttempt = { action: 'leave' };

function shorten(plan: AttemptPlan): NextAttempt {
  if (plan.shortened >= maxShortened) return leave;
  const { scale, shortened } = plan;
  return {
    action: 'repeat',
    why: 'overflow',
    plan: { ...plan, scale: scale * keptPart, shortened: shortened + 1 },
  };
}

function raiseLimit(plan: AttemptPlan, { model, maxOutputTokens }: AttemptFacts): NextAttempt {
  if (plan.isUncapped) return leave;
  const limit = model.maxOutputTokens ?? raisedLimit;
  const raised = Math.min(limit, Math.max(maxOutputTokens * 2, raisedLimit));
  const mayReasonLess = model.reasoningEffort !== undefined && plan.effort !== 'low';
  if (raised <= maxOutputTokens && !mayReasonLess) return leave;
  const effort = mayReasonLess ? 'low' : plan.effort;
  return {
    action: 'repeat',
    why: 'limit',
    plan: { ...plan, raisedTokens: raised, effort, isUncapped: true },
  };
}

/** Returns a page as a text for tools, by its title to cite. */
export const readablePage = ({ id, title, url, text }: EnginePage): SourceDocument => ({
  id,
  title,
  location: url,
  text,
});

/** Returns a query result as text: one line a row, each cell with its column. */
export function readableQuery({ id, title, columns, rows }: EngineQuery): SourceDocument {
  const lines = rows.map((row) =>
    row.map((cell, at) => `${columns[at]?.name ?? ''}: ${cell ?? ''}`).join(' | '),
  );
  return { id, title: `Query ${id}`, location: title, text: lines.join('\n'), decimalSign: '.' };
}

/**
 * Returns the titled items of a call's input beside the sources: brief, pages, query results and
 * answers.
 */
export function readableOf(input: PromptInputs[PromptPurpose]): SourceDocument[] {
  if (!('reviewNotes' in input)) return [];
  const { pages = [], queries = [], questions = [] } = input;
  const answers = questions.flatMap(({ id, answer }) => {
    return answer === null
      ? []
      : [{ id, title: `Answer ${id}`, location: answer.by, text: answer.text }];
  });
  const { brief } = input.engagement;
  const given = ['Brief', 'Engagement'].map((title) => ({
    id: 'brief',
    title,
    location: null,
    text: brief,
  }));
  return [...given, ...pages.map(readablePage), ...queries.map(readableQuery), ...answers];
}
