/** The last line of a document that stopped at the output cap: people see it, and a repeated step knows it by it. */
export const cutNote =
  "> This document was cut at the model's output limit; run the task again with a narrower description.";

/** What a revision of a cut document is asked for. */
export const cutIssue = "The draft was cut at the model's output limit: write a shorter document that is complete.";

/** Ends a text that stopped at the output cap with the note; a code block that was open is closed before it. */
export function markCut(text: string): string {
  const kept = text.trimEnd();
  const fence = openFence(kept);
  return `${kept}\n${fence === null ? '' : `${fence}\n`}\n${cutNote}`;
}

/** True for an answer that `markCut` has marked. */
export function isCut(document: string): boolean {
  return document.trimEnd().endsWith(cutNote);
}

/** The document without the note, for a model to read. */
export function withoutCutNote(document: string): string {
  return isCut(document) ? document.trimEnd().slice(0, -cutNote.length).trimEnd() : document;
}

/** The code fence that is open at the end, null when there is none. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const [, fence = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === null) open = fence;
    else if (fence.startsWith(open)) open = null;
  }
  return open;
}
