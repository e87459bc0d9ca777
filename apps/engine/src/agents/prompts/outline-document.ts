import { fenceAfter } from './code-fence.ts';

/** Longest first paragraph of a section in an outline, in characters. */
const maxParagraphLength = 600;

/** A part of a document from one heading to the next. */
export interface SectionText {
  heading: string;
  text: string;
}

/**
 * Cuts a document at its headings of levels 1 to 3, outside code blocks, as `read_document` counts its sections from 1.
 * It reads each line once, because prompts are made often and documents may be long.
 */
export function listSections(content: string): SectionText[] {
  const sections: string[][] = [[]];
  let fence: string | null = null;
  for (const line of content.split('\n')) {
    fence = fenceAfter(fence, line);
    if (fence === null && /^#{1,3} /.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  const texts = sections.map((lines) => lines.join('\n').trim()).filter((text) => text !== '');
  return texts.map((text) => ({ heading: (text.split('\n', 1)[0] ?? '').replace(/^#+ +/, ''), text }));
}

/**
 * Returns the outline of a document that does not fit: its first two sections, which hold title and summary, whole, and
 * the heading and first paragraph of every other section, numbered for `read_document` (contract 8).
 */
export function outlineDocument(content: string): string {
  const blocks = listSections(content).map(({ heading, text }, index) => {
    if (index < 2) return `(Section ${index + 1})\n${text}`;
    const paragraph = firstParagraph(text);
    const shown = paragraph.length > maxParagraphLength ? `${paragraph.slice(0, maxParagraphLength)} …` : paragraph;
    return `(Section ${index + 1}) ${heading}\n${shown}`.trim();
  });
  return blocks.join('\n\n');
}

function firstParagraph(section: string): string {
  const lines = section
    .split('\n')
    .slice(1)
    .map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line !== '');
  const end = lines.indexOf('', start);
  return start < 0 ? '' : lines.slice(start, end < 0 ? undefined : end).join('\n');
}
