import type { Database } from '@ecp/database/database';
import type { PromptInputs, PromptPurpose, SourceDocument } from '@ecp/model-calls/prompt-types';
import { buildPrompt, type PromptSetting, type RenderedPrompt } from '../agents/prompts/render-prompt.ts';
import { loadImages } from '../kernel/images/engagement-images.ts';
import { unreadImagesEvent } from '../kernel/images/unread-images-event.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { imagesOf } from '../models/seen-images.ts';
import type { AttemptPlan, Effort } from './plan-attempt.ts';
import { readableOf } from './readable-sources.ts';
import { noteConflictTool } from './types/conflict-tool.ts';
import type { CallDependencies, CallTools, Found, ModelCall, OfferedTools } from './types/model-call.ts';
import { askQuestionTool } from './types/question-tool.ts';
import { researchTools } from './types/research-tools.ts';
import { tableTools } from './types/table-tools.ts';

/** A prompt with everything that the attempts of a call with one model send. */
export interface ReadyPrompt extends RenderedPrompt {
  /**
   * The input for the offline model. Null for other models, so that its megabytes of sources are freed before the call.
   */
  offlineInput: unknown;
  offer: OfferedTools | null;
  /** The bytes of the images by their hash. */
  images: ReadonlyMap<string, Buffer>;
}

/** Most bytes that the tools of a call may add to its prompt, because longer prompts cost more per token. */
const toolBytes = { material: 72_000, research: 96_000 };
/** Output limit of a model if the catalogue states none, and the most that is asked for a document at once. */
const unstatedTokens = 8_000;
const documentTokens = 12_000;
/** A reasoning model's thoughts count against the limit, too. */
const reasoningTokens = 12_000;

/** Reads the material of a call and renders its prompt for a model. */
export async function preparePrompt<P extends PromptPurpose>(
  services: CallDependencies,
  call: ModelCall<P>,
  model: CatalogModel,
  { scale }: Pick<AttemptPlan, 'scale'>,
  fence: string,
): Promise<ReadyPrompt> {
  const input = await call.gather();
  const material = materialOf(input);
  const offered = call.tools && hasMaterial(material) ? offeredOf(call.tools, material) : null;
  const tools =
    offered &&
    (await services.prepareTools(services, call, offered, { ...material, spareBytes: spareBytes(material) }, fence));
  const found = tools?.found ?? nothingFound;
  // The conversation of the call shows the findings of its own turns.
  const prompt = buildPrompt(call.purpose, withoutFound(input, found), {
    ...settingOf(model),
    ...{ fence, scale, hasTools: offered !== null },
  });
  const offlineInput = model.provider === 'local' ? withFound(input, found) : null;
  await announceUnread(services.database, call, model, material.sources);
  const shown = prompt.parts.flatMap(({ image }) => image ?? []);
  const images = await loadImages(services.database, call.tenantId, call.engagementId, shown);
  if (tools === null) return { ...prompt, offlineInput, images, offer: null };
  const promptBytes = prompt.promptBytes + tools.bytes;
  return { ...prompt, promptBytes, offlineInput, images, offer: tools.offer };
}

/** Logs, for a call that writes, that its model does not read the images. */
async function announceUnread(
  database: Database,
  call: ModelCall<PromptPurpose>,
  model: CatalogModel,
  sources: SourceDocument[],
): Promise<void> {
  const total = imagesOf(sources).length;
  if (total === 0 || model.vision === true || !(call.purpose === 'draft' || call.purpose === 'amend')) return;
  await database.batchTenant(call.tenantId, [unreadImagesEvent(call, { total, unread: total, reason: 'blind' })]);
}

/** A fence of the real length, so that the size of a prompt is right. */
const sampleFence = '0'.repeat(32);

/** Returns the setting of a prompt that is only measured: whole, without tools, for a model. */
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
 * Returns how much a model shall reason in a call: by its catalogue entry, more on hard documents, less on small
 * answers.
 */
export function effortOf(model: CatalogModel, purpose: PromptPurpose, difficulty: number): Effort {
  const { reasoningEffort } = model;
  if (reasoningEffort === undefined) return null;
  if (purpose === 'delegate' || purpose === 'consult') return 'low';
  const levels = ['low', 'medium', 'high'] as const;
  const isHard = difficulty >= 0.7 && ['plan', 'draft', 'revise', 'amend'].includes(purpose);
  return levels[Math.min(2, levels.indexOf(reasoningEffort) + (isHard ? 1 : 0))] ?? reasoningEffort;
}

function documentTokensOf({ maxOutputTokens = unstatedTokens, reasoningEffort }: CatalogModel): number {
  return Math.min(maxOutputTokens, documentTokens + (reasoningEffort === undefined ? 0 : reasoningTokens));
}

/** Returns what a call's tools can read, and what else they can do. */
function materialOf(input: PromptInputs[PromptPurpose]) {
  const sources = 'sources' in input ? input.sources : [];
  const tables = 'canQuery' in input && input.canQuery ? (input.tables ?? []) : [];
  const documents = 'upstream' in input ? input.upstream : [];
  const canAsk = 'questionsLeft' in input && input.questionsLeft !== undefined;
  const doesResearch = 'research' in input && input.research !== undefined;
  const { language } = input.engagement;
  return { sources, read: readableOf(input), documents, language, tables, canAsk, doesResearch };
}

type Material = ReturnType<typeof materialOf>;

const spareBytes = ({ doesResearch }: Material) => (doesResearch ? toolBytes.research : toolBytes.material);

/** True if tools have something to do. Otherwise they would only cost tokens. */
function hasMaterial({ sources, documents, tables, canAsk, doesResearch }: Material): boolean {
  const canRead = sources.some(({ text }) => text !== '') || documents.length > 0 || tables.length > 0;
  return canRead || canAsk || doesResearch;
}

/** Leaves out the tools of tables, questions, sources and research if the run has none of them. */
function offeredOf(tools: CallTools, { sources, tables, canAsk, doesResearch }: Material): CallTools {
  const definitions = tools.definitions.filter((tool) => {
    if (tableTools.includes(tool)) return tables.length > 0;
    if (tool === noteConflictTool) return sources.length > 0 || tables.length > 0 || doesResearch;
    return tool === askQuestionTool ? canAsk : doesResearch || !researchTools.includes(tool);
  });
  return { ...tools, definitions };
}

const nothingFound: Found = { queries: [], pages: [], questionIds: [] };

/** Removes the findings of a call's own turns from its input. */
function withoutFound<P extends PromptPurpose>(input: PromptInputs[P], found: Found): PromptInputs[P] {
  if (!('reviewNotes' in input)) return input;
  const known = new Set([...found.queries, ...found.pages].map(({ id }) => id).concat(found.questionIds));
  if (known.size === 0) return input;
  const isOther = ({ id }: { id: string }) => !known.has(id);
  const { queries = [], pages = [], questions = [] } = input;
  return {
    ...input,
    queries: queries.filter(isOther),
    pages: pages.filter(isOther),
    questions: questions.filter(isOther),
  };
}

/** Adds to a call's input the findings of its own turns that were not yet recorded when the input was gathered. */
function withFound<P extends PromptPurpose>(input: PromptInputs[P], { queries, pages }: Found): PromptInputs[P] {
  if (!('reviewNotes' in input)) return input;
  return { ...input, queries: joinById(input.queries, queries), pages: joinById(input.pages, pages) };
}

/** Joins lists of records. A record of both, or one that was read twice, stands once. */
function joinById<One extends { id: string }>(known: readonly One[] = [], found: readonly One[]): One[] {
  return [...new Map([...known, ...found].map((one) => [one.id, one])).values()];
}
