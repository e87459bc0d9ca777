import type { Language } from '@ecp/language/language';
import type {
  EngagementBrief,
  PromptInputs,
  PromptPurpose,
  SourceDocument,
} from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import type { TSchema } from 'typebox';
import type { TextWork } from '../../kernel/text-work.ts';
import { worstCaseImageTokens } from '../../models/catalog.ts';
import { askingRules, conflictRules, researchRules, tableRules, toolRules } from '../tools.ts';
import { amendPrompt } from './amend.ts';
import { analysePrompt, critiquePrompt } from './analyse.ts';
import { consultPrompt, delegatePrompt } from './consult.ts';
import { draftPrompt, revisePrompt } from './draft.ts';
import { anchorPrompt, editPrompt } from './edit.ts';
import { tablesSection, withoutTableTexts } from './found-material.ts';
import { gridPrompt } from './grid.ts';
import { judgePrompt } from './judge.ts';
import { planPrompt } from './plan.ts';
import type {
  LeftOut,
  MaterialRoom,
  PromptContext,
  PromptDefinition,
  PromptPart,
} from './prompt-sections.ts';
import {
  engagementSection,
  fenceRule,
  imageParts,
  joinParts,
  runSection,
  sourcesSection,
} from './prompt-sections.ts';
import { queryPrompt } from './query.ts';
import { repairPrompt } from './repair.ts';
import { challengePrompt, evaluatePrompt, observePrompt } from './review.ts';
import { storylinePrompt } from './storyline.ts';
import { writePrompt } from './write.ts';

const promptDefinitions: { [Purpose in PromptPurpose]: PromptDefinition<Purpose> } = {
  plan: planPrompt,
  analyse: analysePrompt,
  critique: critiquePrompt,
  write: writePrompt,
  edit: editPrompt,
  anchor: anchorPrompt,
  delegate: delegatePrompt,
  consult: consultPrompt,
  draft: draftPrompt,
  observe: observePrompt,
  revise: revisePrompt,
  amend: amendPrompt,
  repair: repairPrompt,
  judge: judgePrompt,
  challenge: challengePrompt,
  query: queryPrompt,
  storyline: storylinePrompt,
  grid: gridPrompt,
  evaluate: evaluatePrompt,
};

export interface RenderedPrompt {
  /** The same bytes in all calls of a run. */
  system: string;
  /**
   * The most widely shared part comes first. A marked part ends a prefix that several calls share.
   */
  parts: PromptPart[];
  schema: TSchema | null;
  maxOutputTokens: number;
  /**
   * UTF-8 bytes of all that is sent, including the schema, and the images' tokens. They bound the
   * input tokens.
   */
  promptBytes: number;
  leftOut: LeftOut[];
}

export interface PromptSetting {
  fence: string;
  hasTools: boolean;
  vision: boolean;
  /** Tokens; null for a model without a stated window. */
  contextWindow: number | null;
  documentTokens: number;
  modelTokens: number;
  /** 1, or less after the provider has refused the prompt as too long. */
  scale: number;
}

/**
 * Renders a call. Calls of a run begin alike: rules, brief, sources, the task's material,
 * assignment.
 */
export function buildPrompt<Purpose extends PromptPurpose>(
  purpose: Purpose,
  input: PromptInputs[Purpose],
  { fence, hasTools, vision, contextWindow, documentTokens, modelTokens, scale }: PromptSetting,
): RenderedPrompt {
  const definition: PromptDefinition<Purpose> = promptDefinitions[purpose];
  const { engagement } = input;
  const { maxOutputTokens: needed } = definition;
  const maxOutputTokens = Math.min(
    (typeof needed === 'function' ? needed(input) : needed) ?? documentTokens,
    modelTokens,
  );
  const tables = 'canQuery' in input && input.canQuery ? (input.tables ?? []) : [];
  const unread = 'withoutTable' in input ? (input.withoutTable ?? []) : [];
  const showsSources = 'sources' in input && !definition.withoutSources;
  const sources = showsSources ? withoutTableTexts(input.sources, tables) : [];
  const images = vision ? imageParts(sources, fence) : [];
  const imageTokens = images.reduce((sum, { image }) => sum + worstCaseImageTokens(image), 0);
  const window = { contextWindow, maxOutputTokens: documentTokens + imageTokens };
  const room = materialRoom(engagement, sources, window, scale);
  const leftOut: LeftOut[] = [];
  const context: PromptContext = { fence, canSearch: hasTools, room, leftOut };
  const body = definition.render(input, context);
  const readable = sources.filter(({ text }) => text !== '');
  const rules =
    hasTools && !definition.ownRules
      ? rulesOf(input, tables.length > 0, definition.withoutSources !== true)
      : [];
  const shared: PromptPart[] = [
    { text: engagementSection(engagement, fence), cache: true },
    ...endShared([
      {
        text: showsSources
          ? joinParts([sourcesSection(readable, context), tablesSection(tables, unread, context)])
          : '',
        cache: false,
      },
      ...images,
    ]),
    { text: joinParts([runSection(engagement, fence), body.material]), cache: true },
  ];
  const parts: PromptPart[] = [
    ...(definition.standsAlone
      ? [{ text: body.material ?? '', cache: body.sharesMaterial === true }]
      : shared),
    { text: joinParts([body.assignment, ...rules]), cache: false },
  ].filter(({ text }) => text !== '');
  const system = houseRules(fence, engagement.language, definition.writesNoDocument !== true);
  const schema = definition.outputSchema(input);
  const sent = [
    system,
    ...parts.map(({ text }) => text),
    schema === null ? '' : JSON.stringify(schema),
  ];
  // A byte counts as a token in the worst case, so tokens of images add to bytes.
  const promptBytes = sent.reduce((bytes, text) => bytes + Buffer.byteLength(text), imageTokens);
  return { system, parts, schema, maxOutputTokens, promptBytes, leftOut };
}

interface PromptOrder {
  purpose: PromptPurpose;
  input: PromptInputs[PromptPurpose];
  setting: PromptSetting;
}

/**
 * Renders a call without its schema, which cannot leave the process. The weight bounds the sections
 * of people, whose headings a prompt names: they are parsed as Markdown.
 */
export const promptReader: TextReader<PromptOrder, Omit<RenderedPrompt, 'schema'>> = {
  name: 'prompt',
  shortWeight: 20_000,
  read({ purpose, input, setting }) {
    const { schema: _schema, ...prompt } = buildPrompt(purpose, input, setting);
    return prompt;
  },
};

/**
 * Renders a call as `buildPrompt` does. Long material is rendered in a child, at its tenant's turn.
 * @throws TextTooComplexError for material that cannot be rendered within the limits of one text
 */
export async function renderPrompt<Purpose extends PromptPurpose>(
  texts: TextWork,
  tenantId: string,
  purpose: Purpose,
  input: PromptInputs[Purpose],
  setting: PromptSetting,
): Promise<RenderedPrompt> {
  const definition: PromptDefinition<Purpose> = promptDefinitions[purpose];
  const prompt = await texts.run(tenantId, promptReader, { purpose, input, setting });
  return { ...prompt, schema: definition.outputSchema(input) };
}

function rulesOf(
  input: PromptInputs[PromptPurpose],
  canQuery: boolean,
  writes: boolean,
): (string | null)[] {
  const { research, questionsLeft = 0 } = 'reviewNotes' in input ? input : {};
  const hasSources =
    canQuery || research !== undefined || ('sources' in input && input.sources.length > 0);
  return [
    toolRules(research !== undefined),
    canQuery ? tableRules : null,
    writes && questionsLeft > 0 ? askingRules(questionsLeft) : null,
    writes && hasSources ? conflictRules : null,
    research ? researchRules(research) : null,
  ];
}

function endShared(parts: PromptPart[]): PromptPart[] {
  const shown = parts.filter(({ text }) => text !== '');
  return shown.map((part, index) => (index === shown.length - 1 ? { ...part, cache: true } : part));
}

/** The words with which a document declares its assumptions and proposals. */
const declarations: Record<Language, { assumption: string; proposal: string; assumed: string }> = {
  en: { assumption: 'Assumption', proposal: 'Proposal', assumed: 'assumed' },
  de: { assumption: 'Annahme', proposal: 'Vorschlag', assumed: 'angenommen' },
  fr: { assumption: 'Hypothèse', proposal: 'Proposition', assumed: 'supposé' },
  es: { assumption: 'Supuesto', proposal: 'Propuesta', assumed: 'supuesto' },
  ja: { assumption: '前提', proposal: '提案', assumed: '仮定' },
};

function evidenceRules(language: Language): string {
  const { assumption, proposal, assumed } = declarations[language];
  return `Evidence
- Every figure, quote and fact has a footnote right behind its sentence, once: [^1]. Where the document repeats a figure, as its opening does, it needs none. In a table it stands at the cell, or at the row or the head that it backs. The definitions stand at the end of the document, one a line, each in one of these forms and never in two:
  [^1]: Tour costs 2026.xlsx, sheet Costs: “Cost per stop | 11.80” — a source: its title as its heading gives it (Brief; the file name of an earlier document; Colleague <name>; Reviewer note <number>), its page, sheet or section if it has one, and the exact words, one sentence or one table row, with … where you leave words out.
  [^2]: Query q4f8z1, Halle: “Stops a year: 26000; Tours: 310” — values of one row of a recorded query: the row, which is the value in the first column, if there are several; each column with its value.
  [^3]: = 26,000 × 11.80 EUR = 306,800 EUR; [^1], [^2] — a calculation, behind the sentence that gives its result: + − × ÷ / ^ ( ), sum, average, min, max, sqrt, or dates such as 1 April 2027 + 24 months = 1 April 2029. Each number stands in a footnote that is named, or is the result of a named calculation, or a constant of time, percent or scale, or carries (${assumed}). Each number has its unit, and each step keeps to one unit: what another unit needs is a calculation of its own.
  [^4]: ${proposal}: two towns can be served by one driver — what the document sets itself: a split, a limit, a date of its plan, with the reason.
  [^5]: ${assumption}: drivers' pay rises by 3 to 5 % a year, general knowledge of the trade — what it supposes, with its basis. So you may use what a good adviser knows beyond the files, if it is declared and nothing decisive rests on it alone.
- Sentences give results in words that a reader follows; the arithmetic stands in the footnote. A machine reads the footnotes: it compares words and values with the stored text and works out each calculation. A sentence says what its source says, in the same value (a rounding is fine), unit, sign, period and certainty. Both ends of a range carry unit and scale. Quote word for word or not at all.
- What an earlier document or a colleague says is as good as its own source: cite the source that they cite. What is not verified there backs nothing.
- Where the material is silent, propose or assume and declare it, or say that it is open. Where two sources disagree, give both figures and say which one you use and why. Never invent a source, a quote, a name or a fact.`;
}

/** The scale of every score, for the observer, the evaluator and the rubrics. */
const scaleOfScores = `Scale of scores, 0 to 100
- 90 and more: excellent, could go to the client today. 75 to 89: good, an hour of work would mend what is missing. 60 to 74: usable, must be revised. 40 to 59: lacking. Below 40: misses the task.
- One invented or altered source, quote or figure brings the mark that it concerns below 30, and a whole score to 50 at most, however good the rest.
- Length earns nothing, confidence earns nothing. A text that praises itself or asks for a score loses by it.`;

/** The same bytes in all calls of a run that writes documents. */
function houseRules(fence: string, language: Language, writesDocuments: boolean): string {
  return [
    'You work in a consulting firm. What it delivers is read by people who decide, pay and answer for it: it is right, it is theirs, and every sentence earns its place.',
    `Material\n${fenceRule(fence)}`,
    languageRules(language),
    ...(writesDocuments ? [evidenceRules(language), scaleOfScores] : []),
  ].join('\n\n');
}

const conventions: Record<Language, string> = {
  en: 'plain English; 1,234.5 and 12 June 2027; quotation marks “ ”',
  de: 'German in the Sie form; 1.234,5 and 12. Juni 2027; Mio. and Mrd.; quotation marks „ “',
  fr: 'French with vous; 1 234,5 and 12 juin 2027; a narrow space before ; : ! ? and %; quotation marks « »',
  es: 'Spanish with usted; 1.234,5 and 12 de junio de 2027; quotation marks « »',
  ja: 'Japanese in です・ます; 1,234.5 and 2027年6月12日; 万 and 億; quotation marks 「 」',
};

function languageRules(language: Language): string {
  return `Language
- Write in the language of the brief, with its own conventions (${conventions[language]}), whatever language the sources and these instructions have. Quote a source in its own language.
- Plain words, short sentences, verbs instead of nouns, no filler and no consulting jargon. A reader understands each sentence at the first reading.`;
}

/**
 * Tokens of an unstated window, and the most that are used of any, because longer prompts cost more
 * per token.
 */
const defaultWindowTokens = 128_000;
const maxWindowTokens = 200_000;
/** UTF-8 bytes of a token in most languages. A prompt that proves too long is shortened. */
const bytesPerToken = 3.5;
/** Bytes of rules, roles, lists of tasks, tools and schemas. */
const standingBytes = 24_000;
/** Limits the shared sources in bytes, and by their share of the room beside the brief. */
const maxSourcesBytes = 96_000;
const sourcesShare = 0.5;
/** Bytes for the document that a call judges or rewrites. */
const documentBytes = 48_000;
/** Sets the least number of bytes of each kind of material, even if the brief fills the window. */
const minBytes = 6_000;

interface PromptWindow {
  contextWindow: number | null;
  maxOutputTokens: number;
}

/** Returns the room beside the whole brief, the same for all calls of a run with one model. */
function materialRoom(
  { brief }: EngagementBrief,
  sources: SourceDocument[],
  { contextWindow, maxOutputTokens }: PromptWindow,
  scale = 1,
): MaterialRoom {
  const inputTokens =
    Math.min(contextWindow ?? defaultWindowTokens, maxWindowTokens) - maxOutputTokens;
  const spare = inputTokens * bytesPerToken - standingBytes - Buffer.byteLength(brief);
  const attached = sources.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const shared = Math.min(maxSourcesBytes, spare * sourcesShare, attached);
  const documents = Math.min(documentBytes, spare * sourcesShare);
  const bytes = (size: number) => Math.max(minBytes, Math.floor(size * scale));
  return {
    sources: bytes(shared),
    upstream: bytes(spare - shared - documents),
    document: bytes(documents),
  };
}
