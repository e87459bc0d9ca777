import { isOpen } from '@ecp/contract/values/count-citations';
import { isAnswersSection } from '@ecp/markdown/answers-section';
import type { SectionEdit } from '@ecp/markdown/apply-edits';
import { cutSections, type DocumentSection } from '@ecp/markdown/sectioned-document';
import type { DraftInput, FailedCitation } from '@ecp/model-calls/prompt-types';
import { listEditable } from '../agents/prompts/evidence/repair.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { CheckedDeliverable } from '../evidence/check-deliverable.ts';
import { locateCitation } from '../evidence/locate-citations.ts';
import { callModel, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';

/** Most statements that one repair is asked for. */
const maxFailures = 60;

/** A repair's task: open statements in the sections that it may change. */
export interface RepairPlan {
  content: string;
  /** Numbers of sections, from 1. */
  editable: number[];
  failures: FailedCitation[];
}

/**
 * Lists the open statements of a checked document with their sections. Left out are those in its note answers, in
 * `locked` sections of people and, for an amended document, in sections of the version `previous`, which the reviewer
 * has seen.
 */
export function planRepair(
  checked: CheckedDeliverable,
  { previous, locked }: { previous: string | null; locked: ReadonlySet<string> },
): RepairPlan {
  const { content, citations } = checked;
  if (!citations.some(isOpen)) return { content, editable: [], failures: [] };
  const { sections } = cutSections(content);
  const texts = sections.map(({ raw }) => raw);
  const settled = new Set(previous === null ? [] : cutSections(previous).sections.map(({ raw }) => raw.trimEnd()));
  const mayChange = ({ raw }: DocumentSection) =>
    !settled.has(raw.trimEnd()) && !locked.has(raw.trimEnd()) && !isAnswersSection(raw);
  const changeable = sections.flatMap((section, index) => (mayChange(section) ? [index + 1] : []));
  const allowed = new Set(listEditable(texts, changeable));
  const seen = new Map<string, number>();
  const failures = citations
    .flatMap((citation): FailedCitation[] => {
      const { state, footnote, claim, quote, reason, passage } = citation;
      if (state === 'verified' || state === 'computed') return [];
      const places = locateCitation(texts, citation);
      // A sentence that stands in two sections is two statements, in their order.
      const key = JSON.stringify([footnote, claim]);
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      const section = (places[Math.min(nth, places.length - 1)] ?? -1) + 1;
      if (!allowed.has(section)) return [];
      return [{ section, state, footnote, claim, quote, reason: reason ?? '', passage }];
    })
    .slice(0, maxFailures);
  const editable = [...new Set(failures.map(({ section }) => section))].sort((a, b) => a - b);
  return { content, editable, failures };
}

/** Asks the writer for edits that mend the open statements. Null if the call cannot be had (contract 7). */
export function askForRepair(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  { content, editable, failures }: RepairPlan,
  material: () => Promise<DraftInput>,
): Promise<SectionEdit[] | null> {
  const { sections, footnotes } = cutSections(content);
  const shown = { sections: sections.map(({ raw }) => raw), footnotes, editable, failures };
  const work = async () => {
    const gather = async () => ({ ...(await material()), ...shown });
    // Releases before the repair by sections recorded a whole document under the key `repair`.
    const call = { purpose: 'repair' as const, key: 'repair:sections', agentSlug: input.task.agentSlug };
    return (await callModel(services, input, { ...call, models: models.optional, gather })).edits;
  };
  return runOptionalStep(services, input, { key: 'repair', lack: 'open citations are not repaired', work });
}
