import type { Nodes, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handle, type Options } from 'mdast-util-to-markdown';
import { judgeMarks } from './emphasis.ts';

const star = 42;
const sizes: Partial<Record<Nodes['type'], number>> = { strong: 2, emphasis: 1, delete: 2 };

/** Returns the number of marks at one end of a node, and the words that stand behind them. */
function readEnd(node: Nodes | undefined, end: 0 | -1): { size: number; words: string } {
  const size = node === undefined ? 0 : (sizes[node.type] ?? 0);
  if (node === undefined || !('children' in node)) {
    return { size, words: node !== undefined && 'value' in node ? node.value : '' };
  }
  const inner = readEnd(node.children.at(end), end);
  return size === 0
    ? { size: 0, words: inner.words }
    : { size: size + inner.size, words: inner.words };
}

const encode = (character: string): string =>
  `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;

/**
 * Writes a text beside emphasis. A character at its end becomes a reference where the marks would
 * not act beside it: the writer knows CommonMark, by which a star within a word may begin emphasis.
 */
const writeText: Handle = (node: Text, parent, state, info) => {
  const written = defaultHandlers.text(node, parent, state, info);
  const siblings: readonly Nodes[] = parent && 'children' in parent ? parent.children : [];
  const at = siblings.indexOf(node);
  const next = readEnd(siblings[at + 1], 0);
  const previous = readEnd(siblings[at - 1], -1);
  let text = written;
  if (next.size > 0 && text !== '') {
    const surroundings = { before: text.slice(-2), after: next.words.charAt(0) };
    const [last = ''] = [...text.slice(-2)].slice(-1);
    const isEscaped = text.endsWith(`\\${last}`);
    if (!isEscaped && !judgeMarks(star, next.size, surroundings).opens) {
      text = text.slice(0, -last.length) + encode(last);
    }
  }
  if (previous.size > 0 && text !== '') {
    const [first = ''] = text;
    const surroundings = { before: previous.words.slice(-2), after: first };
    if (first.trim() !== '' && !judgeMarks(star, previous.size, surroundings).closes) {
      text = encode(first) + text.slice(first.length);
    }
  }
  return text;
};

/** Writes emphasis so that `readTree` reads it again. */
const emphasisWriting: Options = { handlers: { text: writeText } };

/** Writes trees as markdown that `readTree` reads as the same trees. */
export const treeWriting: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false }), emphasisWriting],
};
