import { cutSections } from '@ecp/markdown/sectioned-document';

/** Longest first paragraph of a section in an outline, in characters. */
const maxParagraphLength = 600;

/** A document by its sections, as `read_document` counts them from 1. */
export interface SectionText {
  heading: string;
  text: string;
}

/** Cuts a document into its sections. The first one holds the title and the summary. */
export function listSections(content: string): SectionText[] {
  return cutSections(content).sections.map(({ raw }) => {
    const text = raw.trim();
    return { heading: (text.split('\n', 1)[0] ?? '').replace(/^#+ +/, ''), text };
  });
}

/**
 * Returns the outline of a document that does not fit: its first two sections, which hold title and summary, whole, and the
 * heading and first paragraph of every other section, numbered for `read_document` (contract 8).
 */
export function outlineDocument(content: string): string {
  const blocks = listSections(content).map(({ heading, text }, index) => {
    if (index < 2) return `(Section ${index + 1})\n${text}`;
    const [paragraph = ''] = text.split('\n').slice(1).join('\n').trim().split(/\n{2,}/, 1);
    const shown = paragraph.length > maxParagraphLength ? `${paragraph.slice(0, maxParagraphLength)} …` : paragraph;
    return `(Section ${index + 1}) ${heading}\n${shown}`.trim();
  });
  return blocks.join('\n\n');
}
