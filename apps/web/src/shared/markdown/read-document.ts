interface ReadableDocument {
  /** The level 1 heading at the start; null without one. */
  title: string | null;
  /** Entries of the front matter, in order. */
  facts: readonly (readonly [name: string, value: string])[];
  /** The text without front matter and title. */
  body: string;
}

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const firstHeading = /^\s*#[ \t]+(.+?)[ \t#]*(?:\r?\n|$)/;

/** Separates front matter and title from a text: the page shows them in its header. */
export function readDocument(markdown: string): ReadableDocument {
  const [front = '', matter = ''] = frontMatter.exec(markdown) ?? [];
  const text = markdown.slice(front.length);
  const [whole = '', heading = null] = firstHeading.exec(text) ?? [];
  return {
    title: heading && toPlainText(heading),
    facts: readFacts(matter),
    body: text.slice(whole.length),
  };
}

function readFacts(matter: string): (readonly [string, string])[] {
  return matter.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s+(.+)$/.exec(line) ?? [];
    return name !== undefined && value !== undefined ? [[name, readScalar(value)] as const] : [];
  });
}

function readScalar(value: string): string {
  const [, mark, quoted = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (mark === undefined) return value;
  return mark === "'" ? quoted.replaceAll("''", "'") : quoted.replace(/\\(["\\/])/g, '$1');
}

/** Returns the words of a line of Markdown without its marks. */
export function toPlainText(markdown: string): string {
  return markdown
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\w)(\*\*|__|[*_`])(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '$2')
    .replace(/\\([\p{P}\p{S}])/gu, '$1')
    .trim();
}
