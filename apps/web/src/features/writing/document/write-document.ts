import type { Node } from 'prosemirror-model';
import { hasFrontMatter } from './cut-blocks.ts';
import { isUntouched, type Origin, originOf, type Sources } from './sources.ts';
import { isReadAs } from './verify-block.ts';
import { writeBlock } from './write-block.ts';

/** A block with its bytes. */
interface Written {
  block: Node;
  text: string;
  isUntouched: boolean;
}

/** Remembers what was written for a block, as blocks never change and most stay between two writings. */
const written = new WeakMap<Node, string>();

/**
 * Writes the editor's document as markdown. Blocks that equal what was read keep their bytes, and so does what stands
 * between two of them; only the others are written anew (EDI-1).
 */
export function writeDocument(doc: Node, sources: Sources): string {
  const blocks = doc.children.map((block): Written => {
    const untouched = isUntouched(block, sources);
    return {
      block,
      isUntouched: untouched,
      text: untouched ? (originOf(block, sources)?.source ?? '') : write(block, sources),
    };
  });
  const kept = blocks.filter(({ text }) => text !== '');
  const parts = kept.map((one, index) => one.text + writeGap(one, kept[index + 1], sources));
  const text = sources.lead + parts.join('');
  // A line between parts that has come to the start of the document.
  const isMisread = hasFrontMatter(text) && kept[0]?.block.type.name === 'rule';
  return isMisread ? text.replace('---', '***') : text;
}

/** Writes one block. Escapes are left out where the text means the same without them. */
function write(block: Node, sources: Sources): string {
  const known = written.get(block);
  if (known !== undefined) return known;
  const text = sourceOf(block) ?? writeReadable(block, originOf(block, sources));
  const ended = sources.lineEnd === '\n' ? text : text.replaceAll('\n', sources.lineEnd);
  written.set(block, ended);
  return ended;
}

/** Returns the text of a block that is source; null for others. */
function sourceOf({ type: { name }, attrs, textContent }: Node): string | null {
  if (name === 'front_matter') return String(attrs['text']).replace(/\r\n?/g, '\n');
  return name === 'source_block' ? textContent : null;
}

function writeReadable(block: Node, before: Origin | undefined): string {
  const exact = writeBlock(block, before);
  const escaped = new Set(Array.from(exact.matchAll(/\\([^\w\s\\])/g), ([, character = '']) => character));
  return [...escaped].reduce((text, character) => {
    const plain = text.replaceAll(`\\${character}`, character);
    return isReadAs(plain, block) ? plain : text;
  }, exact);
}

/** Returns what stands between two blocks, or behind the last one. */
function writeGap(one: Written, next: Written | undefined, sources: Sources): string {
  const { lineEnd } = sources;
  const after = originOf(one.block, sources)?.after;
  if (next === undefined) return sources.end;
  const follows = Number(next.block.attrs['origin']) === Number(one.block.attrs['origin']) + 1;
  const isBlankLine = after !== undefined && /\n[ \t]*\r?\n/.test(after);
  if (after !== undefined && follows && ((one.isUntouched && next.isUntouched) || isBlankLine)) return after;
  const blank = lineEnd + lineEnd;
  return wouldMerge(one.block, next) ? `${blank}<!-- -->${blank}` : blank;
}

/** Returns whether a block would become part of the one before it, in spite of the blank line between them. */
function wouldMerge(one: Node, next: Written): boolean {
  const isList = one.type.name.endsWith('_list');
  const isBelow = isList || one.type.name === 'footnote_definition';
  return (isList && next.block.type === one.type) || (isBelow && /^(?: {2,}|\t)/.test(next.text));
}
