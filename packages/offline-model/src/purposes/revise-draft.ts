import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { gatherEvidence } from '../evidence/gather-evidence.ts';
import { applyNote } from '../revision/apply-note.ts';
import { beginChange, listEdits } from '../revision/document-change.ts';
import { markOffline } from '../revision/mark-offline.ts';

const maxIssues = 20;

/** Acts on the observer's issues as far as extraction can, and leaves the rest of the draft byte for byte. */
export async function reviseDraft(input: PromptInputs['revise'], timeSlice: TimeSlice): Promise<string> {
  const context = { input, evidence: await gatherEvidence(input, timeSlice), timeSlice };
  const document = markOffline(cutSections(input.draft));
  const change = beginChange(
    document.sections.map(({ raw }) => raw),
    document.footnotes,
  );
  for (const issue of input.issues.slice(0, maxIssues)) await applyNote(change, issue, context);
  return joinSections(applyEdits(document, listEdits(change)));
}
