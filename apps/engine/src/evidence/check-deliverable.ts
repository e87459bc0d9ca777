import type { Citation, CitationCounts } from '@ecp/contract/values/citations';
import { checkEvidence } from '@ecp/evidence/check-evidence';
import { withoutMarks } from '@ecp/evidence/marks/without-marks';
import type { EvidenceMaterial } from '@ecp/evidence/material';
import type { CheckedStatement } from '@ecp/evidence/statement';
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
  return { content, citations: checked.map(toCitation) };
}

function toMaterial({ engagement, task, sources, upstream, consultations, reviewNotes }: Given): EvidenceMaterial {
  const { brief, language } = engagement;
  const assignment = [engagement.name, engagement.client, task.name, task.description];
  return { brief, language, assignment, sources, upstream, consultations, reviewNotes, queries: [], tables: [] };
}

const storedStates: Record<CheckedStatement['state'], Citation['state']> = {
  verified: 'verified',
  computed: 'verified',
  altered: 'altered',
  unsupported: 'altered',
  missing_source: 'missing_source',
  uncited: 'missing_source',
};

function toCitation({ derivation: _, source, state, ...rest }: CheckedStatement): Citation {
  const kind = source.kind === 'query' ? 'attachment' : source.kind;
  return { ...rest, source: { ...source, kind }, state: storedStates[state] };
}

/** Returns the citations that are neither verified nor computed. */
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
