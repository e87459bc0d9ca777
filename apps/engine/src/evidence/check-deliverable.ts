import type { Citation, CitationCounts } from '@ecp/contract/values/citations';
import type { Language } from '@ecp/language/language';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { checkCitations } from './check-citations.ts';
import { evidenceTexts } from './evidence-texts.ts';
import { markFailures, withoutMarks } from './mark-failures.ts';

/** A deliverable with its checked citations. `content` marks and lists the failed ones. */
export interface CheckedDeliverable {
  content: string;
  citations: Citation[];
}

/** Time slice of the checks, in milliseconds. */
const sliceMs = 4;

/** Checks a deliverable against all material of its writer. Replaces the marks of an earlier check, in the brief's language. */
export async function checkDeliverable(
  draft: string,
  { engagement, task, sources, upstream, consultations, reviewNotes }: Omit<DraftInput, 'agent' | 'previous'>,
): Promise<CheckedDeliverable> {
  const content = withoutMarks(draft);
  const assignment = [engagement.name, engagement.client, task.name, task.description];
  const { brief, language } = engagement;
  const material = { brief, language, assignment, sources, upstream, consultations, reviewNotes };
  const checked = await checkCitations(content, material, createTimeSlice(undefined, sliceMs));
  return { content: markFailures(content, checked, language), citations: checked.map(({ citation }) => citation) };
}

/** Returns the citations that failed. */
export function listFailures(citations: Citation[]): Citation[] {
  return citations.filter(({ state }) => state !== 'verified');
}

/** Returns the counts in words: "12 citations checked, all verified", "12 citations checked, 1 altered, 2 without a source". */
export function describeCounts(
  { verified, altered, missingSource }: CitationCounts,
  language: Language = 'en',
): string {
  return evidenceTexts[language].counts({ total: verified + altered + missingSource, altered, missingSource });
}
