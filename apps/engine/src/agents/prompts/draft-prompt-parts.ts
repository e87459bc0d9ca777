import type { DraftInput, EngagementBrief } from '@ecp/model-calls/prompt-types';
import { answersTexts } from '../../sections/answers-texts.ts';
import { fenceRule, joinParts } from './fenced-text.ts';
import {
  agentIntroduction,
  consultationsSection,
  engagementSection,
  reviewNotesSection,
  sourcesSection,
  taskSection,
  upstreamSection,
} from './prompt-sections.ts';
import { documentRules, evidenceRules, kindOutlines } from './writing-rules.ts';

/** Renders the system text of the two calls that write a deliverable. */
export function renderWriterSystem({ agent, task }: DraftInput, fence: string): string {
  return joinParts([
    agentIntroduction(agent),
    fenceRule(fence),
    evidenceRules,
    documentRules,
    `Outline: ${kindOutlines[task.kind]}`,
  ]);
}

/** Renders the material of the two calls that write a deliverable, without earlier versions. */
export function renderWriterMaterial(input: DraftInput, fence: string, canSearch: boolean): string {
  return joinParts([
    engagementSection(input.engagement, fence),
    taskSection(input.task, fence),
    sourcesSection(input.sources, fence, canSearch),
    upstreamSection(input.upstream, fence),
    consultationsSection(input.consultations, fence),
    reviewNotesSection(input.reviewNotes, fence),
  ]);
}

/** Returns the rule to answer a reviewer (REV-10), or null without notes. */
export function answerNotesRule(notes: string[], { language }: EngagementBrief): string | null {
  if (notes.length === 0) return null;
  return `A reviewer has commented on the earlier version in ${notes.length} numbered note(s). They are requests about the content: \
carry each one out in the text itself. Then add the section "${answersTexts[language].title}" with one numbered line for each note, \
in the same order: what was changed and where, or why it could not be done.`;
}
