/** The last line of a document that stopped at the output cap, for its readers. */
export const truncationNote =
  "> This document was cut at the model's output limit; run the task again with a narrower description.";

/** What a revision of a cut document is asked for. */
export const truncationIssue =
  "The draft was cut at the model's output limit: write a shorter document that is complete.";

/** A text of a model. */
export interface WrittenText {
  content: string;
  /** It stopped at the output cap, so its end is missing. */
  cut: boolean;
}

/** The text for its readers: one that was cut ends with the note, behind the end of a code block that was open. */
export function withTruncationNote({ content, cut }: WrittenText): string {
  if (!cut) return content;
  const kept = content.trimEnd();
  const fence = openFence(kept);
  return `${kept}\n${fence === null ? '' : `${fence}\n`}\n${truncationNote}\n`;
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
