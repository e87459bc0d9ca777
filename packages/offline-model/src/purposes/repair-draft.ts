import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections } from '@ecp/markdown/sectioned-document';
import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { beginChange, listEdits, removeLines } from '../revision/document-change.ts';
import { markOffline } from '../revision/mark-offline.ts';

/**
 * Removes what failed the check: the list entry, table row or paragraph with the footnote or the quoted words.
 * Nothing replaces it, because extraction cannot know what was meant. Everything else stays byte for byte.
 */
export async function repairDraft({ draft, failures }: PromptInputs['repair'], timeSlice: TimeSlice): Promise<string> {
  const document = markOffline(cutSections(draft));
  const change = beginChange(
    document.sections.map(({ raw }) => raw),
    document.footnotes,
  );
  for (const { footnote, quote, claim } of failures) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const words = footnote === null ? (quote ?? claim) : `[^${footnote}]`;
    const holds = (line: string) => line.includes(words) && (footnote === null || isOf(line, claim));
    // Documents of this model have one claim per line.
    removeLines(change, (line) => !line.startsWith('#') && holds(line));
  }
  return joinSections(applyEdits(document, listEdits(change)));
}

/** True when a line has most words of the claim, which is without markdown. Other claims of its footnote stay. */
function isOf(line: string, claim: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [own, wanted] = [words(line), [...words(claim)]];
  return wanted.filter((word) => own.has(word)).length >= wanted.length * 0.7;
}
