import { readLinkTarget } from '@ecp/evidence/fact-links';
import { parseMarkdown } from '@ecp/markdown/parse-markdown';
import { applyTextEdits, type TextEdit } from '@ecp/markdown/text-edits';
import type { PromptOutputs, WrittenDocument } from '@ecp/model-calls/prompt-types';
import type { Nodes } from 'mdast';

type Replacement = PromptOutputs['edit']['replacements'][number];
type Anchor = PromptOutputs['anchor']['anchors'][number];

/** A replacement that was not made, with the reason as data. */
interface RefusedReplacement {
  replacement: Replacement;
  reason: 'no_file' | 'not_found' | 'not_unique' | 'link_changed' | 'overlap';
}

/** The documents after an editing. */
export interface EditedDocuments {
  documents: WrittenDocument[];
  refusals: RefusedReplacement[];
}

/**
 * Makes an editor's replacements. One is refused if its words do not stand exactly once in the file
 * as it was, if it meets an earlier replacement, or if it changes the words or the target of a link
 * to a fact or a passage: a figure keeps its value. It parses each document, so that long ones
 * belong into a child.
 */
export function applyReplacements(
  documents: readonly WrittenDocument[],
  replacements: readonly Replacement[],
): EditedDocuments {
  const refusals: RefusedReplacement[] = [];
  const byFile = Map.groupBy(replacements, ({ file }) => file);
  const edited = documents.map(({ filename, content }) => {
    const { links } = readPlaces(content);
    const edits: TextEdit[] = [];
    for (const replacement of byFile.get(filename) ?? []) {
      const edit = locate(content, replacement.find, replacement.replace);
      const reason = typeof edit === 'string' ? edit : refuseEdit(content, edit, links, edits);
      if (reason !== null) refusals.push({ replacement, reason });
      else if (typeof edit !== 'string') edits.push(edit);
    }
    return { filename, content: applyTextEdits(content, edits) };
  });
  const filenames = new Set(documents.map(({ filename }) => filename));
  for (const replacement of replacements)
    if (!filenames.has(replacement.file)) refusals.push({ replacement, reason: 'no_file' });
  return { documents: edited, refusals };
}

/** Returns the edit that replaces words, or why they name no single place. */
function locate(
  content: string,
  words: string,
  text: string,
): TextEdit | 'not_found' | 'not_unique' {
  const start = content.indexOf(words);
  if (start === -1) return 'not_found';
  if (content.indexOf(words, start + 1) !== -1) return 'not_unique';
  return { start, end: start + words.length, text };
}

function refuseEdit(
  content: string,
  edit: TextEdit,
  links: readonly Span[],
  earlier: readonly TextEdit[],
): 'link_changed' | 'overlap' | null {
  if (earlier.some((earlierEdit) => overlap(edit, earlierEdit))) return 'overlap';
  const touched = links.filter((link) => overlap(edit, link));
  const isWhole = touched.every(({ start, end }) => edit.start <= start && end <= edit.end);
  const before = touched.map(({ start, end }) => content.slice(start, end)).sort();
  const after = readPlaces(edit.text).links.map(({ start, end }) => edit.text.slice(start, end));
  return isWhole && before.join('\n') === after.sort().join('\n') ? null : 'link_changed';
}

/**
 * Links words to the facts and passages on which they rest, and changes no other byte. An anchor
 * counts only if its words stand exactly once in the document, in prose outside headings, links and
 * code, and if its target is known. It parses the document, so that a long one belongs into a child.
 * @param targets the known targets: `fact:<id>` and `passage:p<number>`
 */
export function applyAnchors(
  content: string,
  anchors: readonly Anchor[],
  targets: ReadonlySet<string>,
): string {
  const { prose } = readPlaces(content);
  const edits: TextEdit[] = [];
  for (const { words, target } of anchors) {
    const edit = locate(content, words, `[${words}](${target})`);
    if (typeof edit === 'string' || !targets.has(target) || /[[\]]/.test(words)) continue;
    const isProse = prose.some(({ start, end }) => start <= edit.start && edit.end <= end);
    if (isProse && !edits.some((earlierEdit) => overlap(edit, earlierEdit))) edits.push(edit);
  }
  return applyTextEdits(content, edits);
}

interface Span {
  start: number;
  end: number;
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** The places of links to facts and passages, and of words that may become such links. */
interface Places {
  links: Span[];
  prose: Span[];
}

function readPlaces(content: string): Places {
  const places: Places = { links: [], prose: [] };
  for (const { root, base } of parseMarkdown(content)) readNode(root, base, places);
  return places;
}

function readNode(node: Nodes, base: number, { links, prose }: Places): void {
  const start = base + (node.position?.start.offset ?? 0);
  const end = base + (node.position?.end.offset ?? 0);
  if (node.type === 'link') {
    if (readLinkTarget(node.url) !== null) links.push({ start, end });
    return;
  }
  if (node.type === 'text') prose.push({ start, end });
  // A heading has no footnotes, but its links keep their words.
  const childPlaces = node.type === 'heading' ? { links, prose: [] } : { links, prose };
  if ('children' in node) for (const child of node.children) readNode(child, base, childPlaces);
}
