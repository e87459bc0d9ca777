import type { ExtractedSection } from './extraction.ts';

const heading = /^#{1,6}[ \t]+(.*\S)[ \t]*$/;
const fence = /^ {0,3}(```|~~~)/;

/** Splits markdown at its headings. Each section starts with its heading and has it as location. */
export function splitByHeadings(markdown: string): ExtractedSection[] {
  const sections: { location: string | null; lines: string[] }[] = [{ location: null, lines: [] }];
  let openFence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (openFence === undefined) openFence = mark;
    else if (mark === openFence) openFence = undefined;
    const title = openFence === undefined ? heading.exec(line)?.[1] : undefined;
    if (title !== undefined) sections.push({ location: `section ${title.slice(0, 200)}`, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ location, lines }) => ({ location, text: lines.join('\n') }));
}
