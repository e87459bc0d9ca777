import type { PhrasingContent } from 'mdast';
import { sameMarks, tidyInlines } from '../model/tidy-inlines.ts';
import type { WordInline, WordMarks, WordText } from '../model/word-item.ts';

/** The context for writing inlines as markdown. */
export interface WritingSource {
  /** Addresses of the embedded images by their number, from 1. */
  images: readonly string[];
  /** True in a heading or a cell, which have one line in markdown. */
  isOneLine?: boolean;
}

const nesting = ['url', 'bold', 'italic', 'strike'] as const;
type Nesting = (typeof nesting)[number];

/** Turns inlines into markdown's tree. */
export function nestInlines(inlines: readonly WordInline[], source: WritingSource): PhrasingContent[] {
  return nest(disarmTags(tidyInlines(inlines)), [...nesting], source);
}

/** Makes tags to text that are none any longer, or that would turn the whole paragraph into HTML. */
function disarmTags(inlines: readonly WordInline[]): WordInline[] {
  return inlines.map((inline, index) => {
    if (inline.t !== 'text' || !inline.html) return inline;
    const { html, ...text } = inline;
    if (!markup.test(inline.v)) return text;
    const [before, after] = [inlines[index - 1], inlines[index + 1]];
    const opensLine = before === undefined || before.t === 'break';
    const isSafe = !opensLine || (after?.t === 'text' && !after.html && inlineTag.test(inline.v));
    return isSafe ? inline : text;
  });
}

/** One tag, or the call of a note within a note. */
const markup = /^(?:<\/?[A-Za-z][^<>]*>|\[\^[^\]\s]+\])$/;
const inlineTag = /^<(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var)\b[^>]*>$/i;

/** Puts neighbours with the same mark below one node, mark by mark. */
function nest(inlines: readonly WordInline[], marks: Nesting[], source: WritingSource): PhrasingContent[] {
  const [mark, ...further] = marks;
  if (mark === undefined) return inlines.flatMap((inline) => toLeaf(inline, source));
  const nodes: PhrasingContent[] = [];
  for (const run of runsOf(inlines, mark)) {
    const children = nest(run.inlines, further, source);
    nodes.push(...(run.value === undefined || isImage(children) ? children : wrap(mark, run.value, children)));
  }
  return nodes;
}

function isImage(children: PhrasingContent[]): boolean {
  return children.length === 1 && children[0]?.type === 'image';
}

function runsOf(inlines: readonly WordInline[], mark: Nesting): { value: WordMarks[Nesting]; inlines: WordInline[] }[] {
  const runs: { value: WordMarks[Nesting]; inlines: WordInline[] }[] = [];
  for (const inline of inlines) {
    const value = inline.t === 'text' ? inline[mark] : undefined;
    const last = runs.at(-1);
    if (last && last.value === value) last.inlines.push(inline);
    else runs.push({ value, inlines: [inline] });
  }
  return runs;
}

function wrap(mark: Nesting, value: string | true, children: PhrasingContent[]): PhrasingContent[] {
  if (mark === 'url') return [{ type: 'link', url: String(value), children: children as never }];
  const types = { bold: 'strong', italic: 'emphasis', strike: 'delete' } as const;
  return [{ type: types[mark], children }];
}

function toLeaf(inline: WordInline, { images, isOneLine }: WritingSource): PhrasingContent[] {
  switch (inline.t) {
    case 'break':
      return [isOneLine ? { type: 'html', value: '<br>' } : { type: 'break' }];
    case 'note':
      return [{ type: 'footnoteReference', identifier: inline.label, label: inline.label }];
    case 'picture': {
      const url = images[Number(inline.name.replace('image-', '')) - 1];
      return url === undefined ? [] : [{ type: 'image', url, alt: inline.alt }];
    }
    case 'text':
      return [toText(inline)];
  }
}

function toText(text: WordText): PhrasingContent {
  if (text.html) return { type: 'html', value: text.v };
  if (text.code) return { type: 'inlineCode', value: text.v };
  const alt = /^\[Image: (.*)\]$/.exec(text.v)?.[1];
  const isLinkedImage = alt !== undefined && text.url !== undefined && sameMarks(text, { italic: true, url: text.url });
  return isLinkedImage ? { type: 'image', url: text.url ?? '', alt } : { type: 'text', value: text.v };
}
