import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  ExternalHyperlink,
  FootnoteReferenceRun,
  type ParagraphChild,
  TextRun,
} from 'docx';
import { characterStyles, styleId } from '../model/style-names.ts';
import { tidyInlines } from '../model/tidy-inlines.ts';
import type { WordInline, WordText } from '../model/word-item.ts';
import type { CommentAnchor } from './comment-anchors.ts';
import type { WordPictures } from './word-pictures.ts';

/** The context of the inlines of a document. */
export interface InlineContext {
  /** Adds the text of a footnote and returns its number in the file. */
  addNote(label: string): number;
  /** Numbers of the comments in the file by their place in the list, with their replies. */
  commentIds(comment: number): number[];
  pictures: WordPictures;
  imageUrl(name: string): string | undefined;
}

const widestInLinePx = 560;

/** Writes the content of a paragraph, with the edges of comments in it. */
export function writeInlines(
  inlines: readonly WordInline[],
  anchors: readonly CommentAnchor[],
  context: InlineContext,
): ParagraphChild[] {
  const pending = [...anchors];
  const children: ParagraphChild[] = [];
  let at = 0;
  const flush = (reached: number) => {
    while (pending[0] !== undefined && pending[0].at <= reached) {
      const anchor = pending.shift();
      if (anchor) children.push(...writeAnchor(anchor, context));
    }
  };
  let last: WordInline['t'] | null = null;
  for (const inline of tidyInlines(inlines)) {
    flush(at);
    if (inline.t === 'text') {
      const cuts = pending.map((anchor) => anchor.at - at).filter((cut) => cut > 0 && cut < inline.v.length);
      for (const part of cutText(inline.v, cuts)) {
        flush(at);
        children.push(writeText({ ...inline, v: part }));
        at += part.length;
      }
    } else if (inline.t === 'break') {
      children.push(new TextRun({ break: 1 }));
      at += 1;
    } else if (inline.t === 'note') {
      if (last === 'note') children.push(new TextRun({ text: ', ', style: styleId(characterStyles.noteGap) }));
      children.push(new FootnoteReferenceRun(context.addNote(inline.label)));
    } else children.push(context.pictures.image(inline, context.imageUrl(inline.name), widestInLinePx));
    last = inline.t;
  }
  flush(Number.POSITIVE_INFINITY);
  return children;
}

function cutText(text: string, cuts: number[]): string[] {
  const edges = [0, ...new Set(cuts), text.length];
  return edges.slice(1).map((end, index) => text.slice(edges[index], end));
}

/** Writes the edge of a comment. Its replies have the same passage, as Word wants it. */
export function writeAnchor({ edge, comment }: CommentAnchor, { commentIds }: InlineContext): ParagraphChild[] {
  return commentIds(comment).flatMap((id): ParagraphChild[] =>
    edge === 'start'
      ? [new CommentRangeStart(id)]
      : [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })],
  );
}

function writeText({ v: text, bold, italic, strike, code, html, url }: WordText): ParagraphChild {
  const style = html ? styleId(characterStyles.html) : code ? styleId(characterStyles.code) : url && 'Hyperlink';
  const run = new TextRun({
    text,
    ...(bold && { bold }),
    ...(italic && { italics: true }),
    ...(strike && { strike }),
    ...(style && { style }),
  });
  return url === undefined ? run : new ExternalHyperlink({ link: url, children: [run] });
}
