import { answersTitles } from '@ecp/language/answers-titles';
import { cutSections, headingOf, joinSections, readReferences, type SectionedDocument } from './sectioned-document.ts';

const headings = new Set(Object.values(answersTitles).map((title) => `## ${title}`));

/** Returns true for the section of note answers, in whichever language it is. */
export function isAnswersSection(raw: string): boolean {
  return headings.has(headingOf(raw) ?? '');
}

/** Returns the document without its section of note answers, in whichever language it is. */
export function withoutAnswers(document: SectionedDocument): SectionedDocument {
  return { ...document, sections: document.sections.filter(({ raw }) => !isAnswersSection(raw)) };
}

/**
 * Returns markdown without its section of note answers, whose words are no statements of the document. A section with
 * footnotes stays: its author is an agent that answered notes in the text.
 */
export function cutAnswers(markdown: string): string {
  if (![...headings].some((heading) => markdown.includes(heading))) return markdown;
  const document = cutSections(markdown);
  const states = ({ raw }: { raw: string }) => !isAnswersSection(raw) || readReferences(raw).size > 0;
  return joinSections({ ...document, sections: document.sections.filter(states) });
}
