import type { Citation } from '@ecp/contract/values/citations';
import { cutSections, headingOf, readReferences } from '@ecp/markdown/sectioned-document';

/** Characters of a statement by which it is found. */
const sampleLength = 60;

/** Returns a function that finds the heading of the section in which a statement of the document stands. */
export function sectionFinder(content: string): (citation: Pick<Citation, 'footnote' | 'claim'>) => string | null {
  const sections = cutSections(content).sections.map(({ raw }) => {
    return { heading: headingOf(raw), labels: readReferences(raw), words: toWords(raw) };
  });
  return ({ footnote, claim }) => {
    const label = footnote?.toLowerCase();
    const citing = label === undefined ? sections : sections.filter(({ labels }) => labels.has(label));
    const sample = toWords(claim).slice(0, sampleLength);
    const found = citing.find(({ words }) => words.includes(sample)) ?? citing[0];
    return found?.heading?.replace(/^#+\s*/, '') ?? null;
  };
}

/** Returns letters and digits alone, because a statement is recorded without its markup and footnotes. */
function toWords(text: string): string {
  return text.replace(/\[\^[^\]\s]+\]/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
}
