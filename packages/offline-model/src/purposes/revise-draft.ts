import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { gatherEvidence } from '../document/gather-evidence.ts';
import { applyRequest } from '../revision/apply-request.ts';
import { markOffline } from '../revision/mark-offline.ts';
import { joinDocument, splitDocument } from '../revision/parse-document.ts';
import { readNote } from '../revision/read-note.ts';

const maxIssues = 20;

/** Acts on the observer's issues as far as extraction can, and leaves the rest of the draft byte for byte. */
export async function reviseDraft(input: PromptInputs['revise'], timeSlice: TimeSlice): Promise<string> {
  const evidence = await gatherEvidence(input, timeSlice);
  const document = markOffline(splitDocument(input.draft));
  for (const issue of input.issues.slice(0, maxIssues)) {
    const request = readNote(issue);
    await applyRequest(document, request, { input, evidence, timeSlice });
  }
  return joinDocument(document);
}
