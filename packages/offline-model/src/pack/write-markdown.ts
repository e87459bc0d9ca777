import { stringify } from 'yaml';
import type { SourceTable } from '../material/passage.ts';

/** One part of a document under a level-2 heading; an empty body leaves the section out. */
interface PackSection {
  title: string;
  body: string;
}

/** Columns of a source's table that a document shows. */
export const maxShownColumns = 8;

/** Writes a document: front matter, title, what it is, the sections with a body, footnotes. */
export function composeDocument(
  frontMatter: Record<string, string | boolean>,
  title: string,
  opening: string,
  sections: PackSection[],
  footnotes: string[],
): string {
  const parts = [
    `---\n${stringify(frontMatter, { lineWidth: 0 })}---`,
    `# ${title}`,
    opening,
    ...sections.filter((section) => section.body !== '').map((section) => `## ${section.title}\n\n${section.body}`),
    footnotes.join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Writes a markdown list. */
export function writeList(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** Writes a markdown table. Cells must already be escaped. */
export function writeTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => (cell === '' ? '–' : cell)).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns the heads of a source's table that a document shows. */
export function headerCells({ header }: SourceTable): string[] {
  return header.slice(0, maxShownColumns);
}
