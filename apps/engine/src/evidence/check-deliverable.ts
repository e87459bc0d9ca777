import type { Citation, CitationCounts } from '@ecp/contract/values/citations';
import type { DraftInput } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { checkCitations } from './check-citations.ts';
import { markFailures, withoutMarks } from './mark-failures.ts';

/** A deliverable with its checked citations. `content` marks and lists the failed ones. */
export interface CheckedDeliverable {
  content: string;
  citations: Citation[];
}

/** Time slice of the checks, in milliseconds. */
const sliceMs = 4;

/** Checks a deliverable against all material of its writer. Replaces the marks of an earlier check. */
export async function checkDeliverable(
  draft: string,
  { engagement, task, sources, upstream, consultations, reviewNotes }: Omit<DraftInput, 'agent' | 'previous'>,
): Promise<CheckedDeliverable> {
  const content = withoutMarks(draft);
  const assignment = [engagement.name, engagement.client, task.name, task.description];
  const material = { brief: engagement.brief, assignment, sources, upstream, consultations, reviewNotes };
  const checked = await checkCitations(content, material, createTimeSlice(undefined, sliceMs));
  return { content: markFailures(content, checked), citations: checked.map(({ citation }) => citation) };
}

/** Returns the citations that failed. */
export function listFailures(citations: Citation[]): Citation[] {
  return citations.filter(({ state }) => state !== 'verified');
}

/** Returns the counts in words: "12 citations checked, all verified", "12 citations checked, 1 altered, 2 without a source". */
export function describeCounts({ verified, altered, missingSource }: CitationCounts): string {
  const total = verified + altered + missingSource;
  if (total === 0) return 'no citation to check';
  const failed = [
    ...(altered > 0 ? [`${altered} altered`] : []),
    ...(missingSource > 0 ? [`${missingSource} without a source`] : []),
  ];
  return `${total} citation${total === 1 ? '' : 's'} checked, ${failed.length === 0 ? 'all verified' : failed.join(', ')}`;
}
