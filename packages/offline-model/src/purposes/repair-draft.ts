import type { PromptInputs } from '@ecp/model-calls/prompt-types';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { markOffline } from '../revision/mark-offline.ts';
import {
  dropUnusedFootnotes,
  joinDocument,
  readBody,
  type SplitDocument,
  splitDocument,
} from '../revision/parse-document.ts';

/**
 * Removes what failed the check: the list entry, table row or paragraph with the footnote or the quoted words.
 * Nothing replaces it, because extraction cannot know what was meant. Everything else stays byte for byte.
 */
export async function repairDraft({ draft, failures }: PromptInputs['repair'], timeSlice: TimeSlice): Promise<string> {
  const document = markOffline(splitDocument(draft));
  for (const { footnote, quote, claim } of failures) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const words = footnote === null ? (quote ?? claim) : `[^${footnote}]`;
    const holds = (line: string) => line.includes(words) && (footnote === null || isOf(line, claim));
    document.opening = withoutEntries(document.opening, holds);
    for (const section of document.sections) section.raw = withoutEntries(section.raw, holds);
  }
  document.sections = document.sections.filter(keepsContent(draft));
  dropUnusedFootnotes(document);
  return joinDocument(document);
}

/** True when a line has most words of the claim, which is without markdown. Other claims of its footnote stay. */
function isOf(line: string, claim: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const [own, wanted] = [words(line), [...words(claim)]];
  return wanted.filter((word) => own.has(word)).length >= wanted.length * 0.7;
}

/** Removes the matching lines except headings. Documents of this model have one claim per line. */
function withoutEntries(raw: string, holds: (line: string) => boolean): string {
  const lines = raw.split(/(?<=\n)/);
  return lines.filter((line) => /^#/.test(line) || !holds(line)).join('');
}

/** Returns a filter that removes a section that has lost its last entry, but not one that was empty before. */
function keepsContent(before: string): (section: SplitDocument['sections'][number]) => boolean {
  const earlier = new Set(
    splitDocument(before)
      .sections.filter((section) => readBody(section) === '')
      .map(({ title }) => title),
  );
  return (section) => earlier.has(section.title) || readBody(section) !== '';
}
