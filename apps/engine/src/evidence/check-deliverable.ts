import { type Citation, type CitationCounts, countAll, isOpen } from '@ecp/contract/values/citations';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { withoutMarks } from '@ecp/evidence/marks/without-marks';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import { evidenceTexts } from '@ecp/evidence/texts/evidence-texts';
import type { Language } from '@ecp/language/language';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/time-slice';

/** A deliverable with its checked citations. The check writes nothing into `content` (contract 9). */
export interface CheckedDeliverable {
  content: string;
  citations: Citation[];
}

/** Time slice of the checks, in milliseconds. */
const sliceMs = 4;

type Given = Omit<DraftInput, 'agent' | 'previous'>;

/** Checks a deliverable against all material of its writer. Removes the marks of an earlier release's check. */
export async function checkDeliverable(draft: string, given: Given): Promise<CheckedDeliverable> {
  const content = withoutMarks(draft);
  const checked = await checkEvidence(content, toMaterial(given), { slice: createTimeSlice(undefined, sliceMs) });
  return { content, citations: checked };
}

function toMaterial({ engagement, task, sources, upstream, consultations, reviewNotes }: Given): EvidenceMaterial {
  const { brief, language } = engagement;
  const assignment = [engagement.name, engagement.client, task.name, task.description];
  return { brief, language, assignment, sources, upstream, consultations, reviewNotes, queries: [], tables: [] };
}

/** Returns the citations that are neither verified nor computed. */
export function listFailures(citations: Citation[]): Citation[] {
  return citations.filter(isOpen);
}

/** Returns the counts in words: "12 citations checked, all verified", "12 citations checked, 1 altered, 2 without a source". */
export function describeCounts(counts: CitationCounts, language: Language = 'en'): string {
  const altered = counts.altered + counts.unsupported;
  const missingSource = counts.missingSource + counts.uncited;
  return evidenceTexts[language].counts({ total: countAll(counts), altered, missingSource });
}
