const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/;
const openingHeading = /^\s*# [^\r\n]*(\r?\n|$)/;

/** What is read below a document's title: without front matter, and without the heading that is the title itself. */
export function documentBody(content: string): string {
  return content.replace(frontMatter, '').replace(openingHeading, '').trimStart();
}
