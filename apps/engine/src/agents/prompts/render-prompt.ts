import type { PromptInputs, PromptPurpose } from '@ecp/model-calls/prompt-types';
import type { TSchema } from 'typebox';
import { worstCaseImageTokens } from '../../models/seen-images.ts';
import { amendPrompt } from './amend.ts';
import { challengePrompt } from './challenge.ts';
import { consultPrompt } from './consult.ts';
import { delegatePrompt } from './delegate.ts';
import { draftPrompt } from './draft.ts';
import { evaluatePrompt } from './evaluate.ts';
import { judgePrompt } from './evidence/judge.ts';
import { repairPrompt } from './evidence/repair.ts';
import { joinParts } from './fenced-text.ts';
import { houseRules } from './house-rules.ts';
import { materialRoom } from './material-room.ts';
import { observePrompt } from './observe.ts';
import { planPrompt } from './plan.ts';
import type { LeftOut, PromptContext, PromptDefinition, PromptPart } from './prompt-definition.ts';
import { engagementSection, imageParts, runSection, sourcesSection } from './prompt-sections.ts';
import { revisePrompt } from './revise.ts';
import { tablesSection, withoutTableTexts } from './tools/tables-section.ts';
import { askingRules, conflictRules, researchRules, tableRules, toolRules } from './tools/tool-rules.ts';

const promptDefinitions: { [Purpose in PromptPurpose]: PromptDefinition<Purpose> } = {
  plan: planPrompt,
  delegate: delegatePrompt,
  consult: consultPrompt,
  draft: draftPrompt,
  observe: observePrompt,
  revise: revisePrompt,
  amend: amendPrompt,
  repair: repairPrompt,
  judge: judgePrompt,
  challenge: challengePrompt,
  evaluate: evaluatePrompt,
};

/** A call that is ready to be priced and made. */
export interface RenderedPrompt {
  /** The same bytes in all calls of a run. */
  system: string;
  /** The parts in order, the most widely shared one first. A marked part ends a prefix that several calls share. */
  parts: PromptPart[];
  schema: TSchema | null;
  maxOutputTokens: number;
  /**
   * UTF-8 bytes of everything that is sent, including the schema, and the tokens of images. They bound the input
   * tokens.
   */
  promptBytes: number;
  /** Material that is not shown whole. */
  leftOut: LeftOut[];
}

/** The setting of a call. */
export interface PromptSetting {
  /** The marker of the run. */
  fence: string;
  /** True if the call offers tools. */
  hasTools: boolean;
  /** True if the model reads images. */
  vision: boolean;
  /** Tokens; null for a model without a stated window. */
  contextWindow: number | null;
  /** The most tokens of a document, by the model. */
  documentTokens: number;
  /** The most tokens of any answer of the model. */
  modelTokens: number;
  /** 1, or less after the provider has said that the prompt is too long. */
  scale: number;
}

/**
 * Renders the call for one purpose, so that the calls of a run begin with the same bytes: rules, brief, sources,
 * material of the task, and then the assignment (contract 8). Pure: the same input and setting give the same texts.
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
  const tables = 'tables' in input && input.canQuery ? (input.tables ?? []) : [];
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
  const rules = hasTools ? rulesOf(input, tables.length > 0, definition.withoutSources !== true) : [];
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
    ...(definition.standsAlone ? [] : shared),
    { text: joinParts([body.assignment, ...rules]), cache: false },
  ].filter(({ text }) => text !== '');
  const system = houseRules(fence, engagement.language);
  const schema = definition.outputSchema(input);
  const sent = [system, ...parts.map(({ text }) => text), schema === null ? '' : JSON.stringify(schema)];
  // A byte counts as a token in the worst case, so that tokens of images add up with bytes.
  const promptBytes = sent.reduce((bytes, text) => bytes + Buffer.byteLength(text), imageTokens);
  return { system, parts, schema, maxOutputTokens, promptBytes, leftOut };
}

/** Returns the standing instructions about the tools that the call offers. One that only mends asks and reports nothing. */
function rulesOf(input: PromptInputs[PromptPurpose], canQuery: boolean, writes: boolean): (string | null)[] {
  const { research, questionsLeft = 0 } = 'reviewNotes' in input ? input : {};
  const hasSources = canQuery || research !== undefined || ('sources' in input && input.sources.length > 0);
  return [
    toolRules(research !== undefined),
    canQuery ? tableRules : null,
    writes && questionsLeft > 0 ? askingRules(questionsLeft) : null,
    writes && hasSources ? conflictRules : null,
    research ? researchRules(research) : null,
  ];
}

/** Marks the last part that calls share. */
function endShared(parts: PromptPart[]): PromptPart[] {
  const shown = parts.filter(({ text }) => text !== '');
  return shown.map((part, index) => (index === shown.length - 1 ? { ...part, cache: true } : part));
}
