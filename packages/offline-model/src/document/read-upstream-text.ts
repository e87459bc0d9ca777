import { unescapeMarkdown } from '@ecp/markdown/escape-markdown';

const proseless =
  /^(?:open questions|next steps|figures|what colleagues said|what is asked|where the sources differ|citations that could not|carried over|reviewer notes|answers to the reviewer|tables?)\b/i;

/**
 * Reads the findings of an upstream deliverable: its prose and lists, without front matter, notes, footnotes, tables,
 * quotation marks around whole statements, and sections without findings.
 */
export function readUpstreamText(markdown: string): string {
  const kept: string[] = [];
  let skipping = false;
  for (const line of markdown.replace(/^---\r?\n[\s\S]{0,8000}?\r?\n---\r?\n/, '').split('\n')) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (heading !== undefined) skipping = proseless.test(heading.trim());
    if (skipping || /^(?:\[\^|\||>)|:\s*$/.test(line)) continue;
    kept.push(readStatement(line));
  }
  return kept.join('\n');
}

/** Returns a line of a deliverable without its references and quotation marks. */
function readStatement(line: string): string {
  const bare = unescapeMarkdown(line.replace(/\[\^[^\]\s]{1,20}\]/g, '')).trimEnd();
  return bare.replace(/^(\s*(?:[-*+]|\d+[.)])?\s*)“(.*?)(?: …)?”$/, '$1$2');
}
