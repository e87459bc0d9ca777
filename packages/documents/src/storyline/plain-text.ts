import { splitSentences } from '@ecp/language/split-sentences';
import { countSlideWords } from '@ecp/markdown/count-words-now';
import { unwrapLines } from '@ecp/markdown/rendered-text';
import type { Nodes, PhrasingContent } from 'mdast';

/** Plain words with the labels of the footnotes that they call, in lower case. */
export interface CitedText {
  text: string;
  labels: string[];
}

/** Plain words with the places of the footnotes that they call. */
interface PlacedText {
  text: string;
  calls: { label: string; at: number }[];
}

/** Limits the characters of a paragraph that are read. */
const longest = 6_000;

/** Returns the words of inline content without marks, pictures and tags. */
export function plainText(nodes: readonly PhrasingContent[]): CitedText {
  const { text, calls } = readPlain(nodes);
  return { text, labels: distinct(calls.map(({ label }) => label)) };
}

/**
 * Returns the sentences of inline content, each with the footnotes that stand in it or right behind
 * it.
 */
export function plainSentences(nodes: readonly PhrasingContent[]): CitedText[] {
  const { text, calls } = readPlain(nodes);
  let from = 0;
  const sentences = splitSentences(text).map((sentence) => {
    const start = text.indexOf(sentence, from);
    from = start + sentence.length;
    return { text: sentence, start, end: from };
  });
  return sentences.map(({ text: words, start, end }, index) => {
    const next = sentences[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const isLast = index === sentences.length - 1;
    const own = calls.filter(
      ({ at }) => at > start && (at <= end || (at < next && at <= end + 1) || isLast),
    );
    return { text: words, labels: distinct(own.map(({ label }) => label)) };
  });
}

function readPlain(nodes: readonly PhrasingContent[]): PlacedText {
  let raw = '';
  const calls: PlacedText['calls'] = [];
  const add = (node: Nodes): void => {
    if (node.type === 'delete') {
      const { text: struck } = readPlain(node.children);
      raw += strikeOut(struck);
    } else if (node.type === 'text' || node.type === 'inlineCode') raw += node.value;
    else if (node.type === 'break') raw += '\n';
    else if (node.type === 'footnoteReference')
      calls.push({ label: node.identifier.toLowerCase(), at: raw.length });
    else if ('children' in node) for (const child of node.children) add(child);
  };
  for (const node of nodes) add(node);
  // Offsets are those of the text with single blanks, so each call is placed by the words before
  // it.
  const words = (part: string) => unwrapLines(part).replace(/\s+/g, ' ').replace(/^ /, '');
  const text = words(raw.slice(0, longest)).trimEnd();
  return {
    text,
    calls: calls.map(({ label, at }) => ({ label, at: words(raw.slice(0, at)).trimEnd().length })),
  };
}

/** U+0336, which strikes the character before it through. */
const stroke = '\u0336';

/** Strikes words of plain text through. A slide draws them as struck. */
const strikeOut = (text: string): string =>
  Array.from(text, (character) => character + stroke).join('');

export const distinct = <Item>(items: Iterable<Item>): Item[] => [...new Set(items)];

/**
 * Takes sentences from the beginning while they have at most so many words together. Returns them
 * and the rest.
 */
export function takeWords<Sentence extends { text: string }>(
  sentences: readonly Sentence[],
  most: number,
): { taken: Sentence[]; rest: Sentence[] } {
  let words = 0;
  let count = 0;
  for (const { text } of sentences) {
    const more = countSlideWords(text);
    if (words + more > most) break;
    words += more;
    count += 1;
  }
  return { taken: sentences.slice(0, count), rest: sentences.slice(count) };
}
