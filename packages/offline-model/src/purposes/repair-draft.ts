import type { PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { beginChange, listEdits, removeLines } from '../revision/document-change.ts';

/**
 * Removes from the editable sections what its source does not say: the list entry, table row or paragraph with the
 * footnote or the quoted words. Nothing replaces it, because extraction cannot know what was meant. A statement without
 * a source stays, because its source may exist. Everything else keeps its bytes.
 */
export async function repairDraft(
  { sections, footnotes, editable, failures }: PromptInputs['repair'],
  timeSlice: TimeSlice,
): Promise<PromptOutputs['repair']> {
  const change = beginChange(sections, footnotes);
  for (const { footnote, quote, claim, state } of failures) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    if (state === 'uncited') continue;
    const words = footnote === null ? (quote ?? claim) : `[^${footnote}]`;
    const holds = (line: string) => line.includes(words) && (footnote === null || isOf(line, claim));
    // Documents of this model have one claim per line.
    removeLines(change, (line) => !line.startsWith('#') && holds(line));
  }
  return { edits: listEdits(change).filter(({ section }) => editable.includes(section)) };
}

/** True when a line has most words of the claim, which is without markdown. Other claims of its footnote stay. */
function isOf(line: string, claim: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [own, wanted] = [words(line), [...words(claim)]];
  return wanted.filter((word) => own.has(word)).length >= wanted.length * 0.7;
}
