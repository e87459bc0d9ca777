/** A deliverable's text, taken apart for reading. */
interface ReadableDocument {
  /** The heading that names the whole text; null without one. */
  title: string | null;
  /** What the author's front matter says, in its order. */
  facts: readonly (readonly [name: string, value: string])[];
  /** The text without front matter and title. */
  body: string;
}

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const firstHeading = /^\s*#[ \t]+(.+?)[ \t#]*(?:\r?\n|$)/;

/** Takes front matter and the first heading of level 1 off a text: the page shows them in its head. */
export function readDocument(markdown: string): ReadableDocument {
  const [front = '', matter = ''] = frontMatter.exec(markdown) ?? [];
  const text = markdown.slice(front.length);
  const [whole = '', heading = null] = firstHeading.exec(text) ?? [];
  return { title: heading && toPlainText(heading), facts: readFacts(matter), body: text.slice(whole.length) };
}

function readFacts(matter: string): (readonly [string, string])[] {
  return matter.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s+(.+)$/.exec(line) ?? [];
    return name !== undefined && value !== undefined ? [[name, readScalar(value)] as const] : [];
  });
}

/** A value on one line of YAML: plain, or in quotation marks with their escapes. */
function readScalar(value: string): string {
  const [, mark, quoted = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (mark === undefined) return value;
  return mark === "'" ? quoted.replaceAll("''", "'") : quoted.replace(/\\(["\\/])/g, '$1');
}

/** A heading's words without what markdown acts on. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|[*_`])(?=\S)(.+?)\1/g, '$2')
    .replace(/\\([\p{P}\p{S}])/gu, '$1')
    .trim();
}
