/** A markdown document cut into parts. Joining the parts restores the document byte for byte. */
export interface SplitDocument {
  /** Front matter with its fences and the blank lines after it; may be empty. */
  frontMatter: string;
  /** Text from the title to the first level-2 heading. */
  opening: string;
  sections: ParsedSection[];
  /** Footnote definitions, each one line with its newline. */
  footnotes: string[];
}

/** A section with its heading line. `raw` holds heading, body and the blank lines after it. */
export interface ParsedSection {
  title: string;
  raw: string;
}

/** Cuts a document at its level-2 headings (not inside code fences) and separates the footnote definitions at its end. */
export function splitDocument(markdown: string): SplitDocument {
  const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n(?:[ \t]*\r?\n)*/.exec(markdown)?.[0] ?? '';
  const lines = markdown.slice(frontMatter.length).split(/(?<=\n)/);
  const footnotes: string[] = [];
  while (lines.length > 0 && /^\[\^[^\]\s]+\]: /.test(lines.at(-1) ?? '')) footnotes.unshift(lines.pop() ?? '');
  const document: SplitDocument = { frontMatter, opening: '', sections: [], footnotes };
  let fenced = false;
  for (const line of lines) {
    if (/^(?:```|~~~)/.test(line)) fenced = !fenced;
    const title = fenced ? undefined : /^##\s+(.*?)\s*$/.exec(line)?.[1];
    const last = document.sections.at(-1);
    if (title !== undefined) document.sections.push({ title, raw: line });
    else if (last) last.raw += line;
    else document.opening += line;
  }
  return document;
}

/** Joins the parts of a document. Without footnotes, it ends with one newline. */
export function joinDocument({ frontMatter, opening, sections, footnotes }: SplitDocument): string {
  const text = `${frontMatter}${opening}${sections.map((section) => section.raw).join('')}`;
  return footnotes.length > 0 ? `${text}${footnotes.join('')}` : text.replace(/\n{2,}$/, '\n');
}

/** Returns the body of a section without its heading. */
export function readBody(section: ParsedSection): string {
  return section.raw.slice(section.raw.indexOf('\n') + 1 || section.raw.length).trim();
}

/** Makes a section to insert between others: heading, body, blank line. */
export function makeSection(title: string, body: string): ParsedSection {
  return { title, raw: `## ${title}\n\n${body.trim()}\n\n` };
}

const closing =
  /^(?:figures|tables from|what colleagues|carried over|risks|open questions|next steps|reviewer notes|answers to the reviewer|sources|references)\b/i;

/** Puts a section after the findings and before the closing sections, or replaces one of the same title in place. */
export function placeSection(document: SplitDocument, section: ParsedSection): void {
  const same = document.sections.findIndex((other) => other.title === section.title);
  if (same !== -1) document.sections[same] = section;
  else {
    const place = document.sections.findIndex((other) => closing.test(other.title));
    insertSection(document, section, place === -1 ? document.sections.length : place);
  }
}

/** Puts a section before all others and removes one of the same title. */
export function placeFirst(document: SplitDocument, section: ParsedSection): void {
  document.sections = document.sections.filter((other) => other.title !== section.title);
  insertSection(document, section, 0);
}

/** Inserts a section at an index, with a blank line before it. */
export function insertSection(document: SplitDocument, section: ParsedSection, place: number): void {
  const before = document.sections[place - 1];
  if (before) before.raw = endWithBlankLine(before.raw);
  else document.opening = endWithBlankLine(document.opening);
  document.sections.splice(place, 0, section);
}

function endWithBlankLine(text: string): string {
  return text === '' || /\n[ \t]*\n$/.test(text) ? text : `${text}${text.endsWith('\n') ? '' : '\n'}\n`;
}

/** Removes the footnotes that the text no longer refers to. */
export function dropUnusedFootnotes(document: SplitDocument): void {
  const text = document.opening + document.sections.map((section) => section.raw).join('');
  document.footnotes = document.footnotes.filter((line) => text.includes(line.slice(0, line.indexOf(']') + 1)));
}
