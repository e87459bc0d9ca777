import { wordsOfFilename } from '@ecp/contract/values/words-of-filename';

/**
 * Returns the title of a document for people: the first-level heading that opens it, else the name of its task, else
 * words made from its filename (REL-6).
 */
export function documentTitle(file: { content: string; filename: string }, taskName: string | undefined): string {
  return openingHeading(file.content) ?? taskName ?? wordsOfFilename(file.filename);
}

/** Returns the titles of documents by filename. Of several versions of one document, the last in the list counts. */
export function documentTitles(
  files: readonly { content: string; filename: string; task_id: string | null }[],
  tasks: readonly { id: string; name: string }[],
): Map<string, string> {
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  return new Map(files.map((file) => [file.filename, documentTitle(file, names.get(file.task_id ?? ''))]));
}

/**
 * Returns the first-level heading at the start of a document, after its front matter if there is one, without marks of
 * footnotes.
 */
function openingHeading(markdown: string): string | undefined {
  const text = markdown.slice(0, 10_000).replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/, '');
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  if (!line.startsWith('# ')) return undefined;
  const title = line.slice(2).replace(/\[\^[^\]\s]{1,100}\]/g, '');
  return title.trim().replace(/ #+$/, '') || undefined;
}
