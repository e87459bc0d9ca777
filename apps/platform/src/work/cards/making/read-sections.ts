/** A section of a document: its heading, and its text up to the next heading of any level. */
export interface Section {
  /** The level of the heading, 1 to 6; 0 for the text before the first one. */
  depth: number;
  heading: string;
  text: string;
}

const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;
const fence = /^ {0,3}(```+|~~~+)/;

/** Cuts a document at its headings, without front matter. Lines of code are no headings. Linear in its length. */
export function readSections(markdown: string): Section[] {
  const sections: Section[] = [];
  let current: { depth: number; heading: string; lines: string[] } = { depth: 0, heading: '', lines: [] };
  let open: string | null = null;
  const finish = () => {
    const text = current.lines.join('\n').trim();
    if (current.depth > 0 || text !== '') sections.push({ depth: current.depth, heading: current.heading, text });
  };
  for (const line of markdown.replace(frontMatter, '').split(/\r?\n/)) {
    const mark = fence.exec(line)?.[1]?.slice(0, 3);
    if (mark !== undefined && (open === null || open === mark)) open = open === null ? mark : null;
    const heading = open === null ? /^(#{1,6})[ \t]+(.*)$/.exec(line) : null;
    if (!heading) {
      current.lines.push(line);
      continue;
    }
    finish();
    current = { depth: heading[1]?.length ?? 1, heading: plainHeading(heading[2] ?? ''), lines: [] };
  }
  finish();
  return sections;
}

/** Returns the words of a heading without closing marks, footnotes, emphasis and its own number. */
function plainHeading(raw: string): string {
  return raw
    .replace(/\s+#+\s*$/, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/[*_`]+/g, '')
    .replace(/^\d{1,2}(?:\.\d{1,2})*[.)]?\s+/, '')
    .trim();
}
