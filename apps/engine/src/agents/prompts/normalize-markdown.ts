/**
 * Converts a model's document to the form of a deliverable: markdown that starts with front matter or one level-1
 * heading (RUN-7). Removes a code fence around the document and text before the title. A document without a title gets
 * `title`. The result ends with one line feed.
 */
export function normalizeMarkdown(text: string, title: string): string {
  const document = withoutOuterFence(text.replaceAll('\r\n', '\n').trim());
  if (document.startsWith('---\n') || document.startsWith('# ')) return `${document}\n`;
  const heading = document.search(/^# /m);
  const chatter = heading > 0 ? document.slice(0, heading) : '';
  if (heading > 0 && chatter.length <= 400 && !/^(#|\||[-*] )/m.test(chatter)) return `${document.slice(heading)}\n`;
  return `# ${title.replace(/\s+/g, ' ').trim()}\n\n${document}\n`;
}

function withoutOuterFence(text: string): string {
  const fenced = /^(`{3,})(?:markdown|md)?\n([\s\S]*?)\n?\1$/.exec(text);
  return fenced?.[2]?.trim() ?? text;
}
