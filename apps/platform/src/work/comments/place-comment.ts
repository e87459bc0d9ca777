import { ApiError } from '@ecp/contract/declaring/errors';
import type { Passage } from '@ecp/contract/work/comments';
import { findQuote, selectorOf, type TextRange } from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { type RenderedText, renderText, sectionAt } from '@ecp/markdown/rendered-text';
import { isInOneBlock } from '@ecp/markdown/replace-passage';
import type { CommentedVersion } from './read-version.ts';

/** The passage that the author of a comment selects. */
export interface SelectedPassage {
  quote: string;
  prefix?: string | null | undefined;
  suffix?: string | null | undefined;
  /** Words that the author proposes for the quote. */
  suggestion: string | null;
}

/** The place of a comment on a passage. */
export interface PlacedComment {
  quote: string;
  prefix: string;
  suffix: string;
  section: string | null;
  passage: Passage;
  orphaned: boolean;
}

/**
 * Finds the passage of a new comment in the version that its author read (CMT-2) and follows it into the latest one.
 * Errors: `quote_not_found`; `invalid_request` for a suggestion about several paragraphs, cells or list items (CMT-10).
 */
export function placeComment(
  selected: SelectedPassage,
  read: CommentedVersion,
  latest: CommentedVersion,
): PlacedComment {
  const { quote, prefix, suffix, suggestion } = selected;
  const rendered = renderText(read.content);
  const found = findQuote(rendered, { quote, ...(prefix && { prefix }), ...(suffix && { suffix }) });
  if (!found) throw new ApiError('quote_not_found');
  if (suggestion !== null && !isInOneBlock(rendered, found)) {
    const details = [
      { path: '/suggestion', message: 'must replace words of one paragraph, heading, cell or list item' },
    ];
    throw new ApiError('invalid_request', { details });
  }
  const original = describePlace(rendered, found, read.version);
  const words = { quote: original.passage.quote, prefix: original.passage.prefix, suffix: original.passage.suffix };
  if (read.version === latest.version) return { ...words, ...original, orphaned: false };
  const now = renderText(latest.content);
  const [followed] = followPassages(rendered.text, now.text, [found]);
  if (!followed) return { ...words, ...original, orphaned: true };
  return { ...words, ...describePlace(now, followed, latest.version), orphaned: false };
}

/** Describes a passage of a version as it is stored and shown. */
export function describePlace(
  rendered: RenderedText,
  range: TextRange,
  version: number,
): Pick<PlacedComment, 'section' | 'passage'> {
  return {
    section: sectionAt(rendered, range.start),
    passage: { version, start: range.start, end: range.end, ...selectorOf(rendered, range) },
  };
}
