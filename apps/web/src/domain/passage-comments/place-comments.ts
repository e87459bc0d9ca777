import type { DocumentWords } from './document-words.ts';
import type { PassageComment } from './passage-comment.ts';

/** A comment with the ranges of the page that show its passage. */
export interface PlacedComment<C extends PassageComment = PassageComment> {
  comment: C;
  ranges: readonly [Range, ...Range[]];
}

/** Finds the passages of comments on the page. Returns those that the version shows, in the order of the text. */
export function placeComments<C extends PassageComment>(
  words: DocumentWords,
  comments: readonly C[],
  version: number,
): PlacedComment<C>[] {
  return comments
    .flatMap((comment) => {
      const [first, ...others] = comment.quote === null ? [] : words.rangesOf(comment, version);
      return first ? [{ comment, ranges: [first, ...others] as const }] : [];
    })
    .sort((one, other) => one.ranges[0].compareBoundaryPoints(Range.START_TO_START, other.ranges[0]));
}

/** Returns the comment whose passage is shown at a point of the window, the shortest one; undefined without one. */
export function commentAt<C extends PassageComment>(
  placed: readonly PlacedComment<C>[],
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): PlacedComment<C> | undefined {
  const holds = (range: Range) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    );
  return placed
    .filter(({ ranges }) => ranges.some(holds))
    .toSorted((one, other) => String(one.ranges[0]).length - String(other.ranges[0]).length)[0];
}
