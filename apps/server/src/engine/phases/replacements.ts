import type { PromptOutputs, WrittenDocument } from '@ecp/model-calls/prompt-types';

type Replacement = PromptOutputs['edit']['replacements'][number];
type Anchor = PromptOutputs['anchor']['anchors'][number];

/** A replacement that was not made, with the reason as data. */
export interface RefusedReplacement {
  replacement: Replacement;
  reason: 'no_file' | 'not_found' | 'not_unique' | 'link_changed';
}

/** The documents after an editing. */
export interface EditedDocuments {
  documents: WrittenDocument[];
  /** How many replacements were made. */
  madeCount: number;
  refusals: RefusedReplacement[];
}

/**
 * Makes an editor's replacements in their order. One is refused if its words do not stand exactly
 * once in the file, or if it changes the words or the target of a link: a figure keeps its value.
 */
export function applyReplacements(
  documents: readonly WrittenDocument[],
  replacements: readonly Replacement[],
): EditedDocuments {
  const contents = new Map(documents.map(({ filename, content }) => [filename, content]));
  const refusals: RefusedReplacement[] = [];
  let madeCount = 0;
  for (const replacement of replacements) {
    const { file, find, replace } = replacement;
    const content = contents.get(file);
    const reason = refuseReplacement(content, replacement);
    if (reason !== null) refusals.push({ replacement, reason });
    else if (content !== undefined) {
      contents.set(
        file,
        content.replace(find, () => replace),
      );
      madeCount += 1;
    }
  }
  const edited = documents.map(({ filename, content }) => ({
    filename,
    content: contents.get(filename) ?? content,
  }));
  return { documents: edited, madeCount, refusals };
}

function refuseReplacement(
  content: string | undefined,
  { find, replace }: Replacement,
): RefusedReplacement['reason'] | null {
  if (content === undefined) return 'no_file';
  const first = content.indexOf(find);
  if (first === -1) return 'not_found';
  if (content.indexOf(find, first + 1) !== -1) return 'not_unique';
  return linksOf(find).join() === linksOf(replace).join() ? null : 'link_changed';
}

const link = /\[[^\]]*\]\((?:fact|passage):[^)\s]*\)/g;

/** Returns the links to facts and passages in a text, in the order of their words. */
const linksOf = (text: string): string[] => [...text.matchAll(link)].map(String).sort();

/**
 * Links words to the facts and passages on which they rest. An anchor counts only if its words stand
 * exactly once in the document, outside code and links, and if its target is known.
 * @param targets the known targets: `fact:<id>` and `passage:p<number>`
 */
export function applyAnchors(
  content: string,
  anchors: readonly Anchor[],
  targets: ReadonlySet<string>,
): string {
  let anchored = content;
  for (const { words, target } of anchors) {
    const start = anchored.indexOf(words);
    if (start === -1 || anchored.indexOf(words, start + 1) !== -1) continue;
    if (!targets.has(target) || /[[\]()`|\n]/.test(words) || isWithin(anchored, start)) continue;
    const end = start + words.length;
    anchored = `${anchored.slice(0, start)}[${words}](${target})${anchored.slice(end)}`;
  }
  return anchored;
}

/** Matches what no link may stand in: code, links, images, headings and front matter. */
const closedParts =
  /^---\n[\s\S]*?\n---$|^(`{3,}|~{3,})[\s\S]*?^\1|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)|^#{1,6} .*$/gm;

function isWithin(content: string, position: number): boolean {
  return [...content.matchAll(closedParts)].some(
    ({ 0: part, index }) => index <= position && position < index + part.length,
  );
}
