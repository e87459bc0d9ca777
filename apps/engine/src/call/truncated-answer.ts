/** The last line of a truncated document, for its readers. */
export const truncationNote =
  "> This document was cut at the model's output limit; run the task again with a narrower description.";

/** The issue that the revision of a truncated draft must resolve. */
export const truncationIssue =
  "The draft was cut at the model's output limit: write a shorter document that is complete.";

/** A text that a model wrote. */
export interface WrittenText {
  content: string;
  /** True if the text stopped at the output limit, so that its end is missing. */
  cut: boolean;
}

/** Returns the text for its readers. A truncated text ends with the note, after closing a code block that was open. */
export function withTruncationNote({ content, cut }: WrittenText): string {
  if (!cut) return content;
  const kept = content.trimEnd();
  const fence = openFence(kept);
  return `${kept}\n${fence === null ? '' : `${fence}\n`}\n${truncationNote}\n`;
}

/** Returns the code fence that is open at the end of a text, or null. */
function openFence(text: string): string | null {
  let open: string | null = null;
  for (const [, fence = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === null) open = fence;
    else if (fence.startsWith(open)) open = null;
  }
  return open;
}
