import { ApiError } from '@ecp/contract/declaring/errors';
import type { Passage } from '@ecp/contract/work/comments';
import { findQuote, selectorOf, type TextRange } from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { type RenderedText, renderText, sectionAt } from '@ecp/markdown/rendered-text';
import { isInOneBlock } from '@ecp/markdown/replace-passage';
import type { StoredVersion } from '../deliverables/old-texts/read-texts.ts';
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

/** Finds passages of new comments; renders each text once. */
export type PlaceComment = (
  selected: SelectedPassage,
  read: StoredVersion<CommentedVersion>,
  latest: StoredVersion<CommentedVersion>,
) => PlacedComment;

/**
 * Returns a function that finds the passage of a new comment in the version that its author read (CMT-2) and follows it
 * into the latest one. Its errors: `quote_not_found`; `invalid_request` for a suggestion about several paragraphs, cells
 * or list items (CMT-10).
 * @param texts the texts of versions that are in the storage, by version
 */
export function createPlacer(texts: ReadonlyMap<number, string> = new Map()): PlaceComment {
  const known = new Map<string, RenderedText>();
  const render = ({ version, content: inRow }: StoredVersion<CommentedVersion>) => {
    const content = inRow ?? texts.get(version);
    if (content === undefined) throw new Error('The text of a commented version has not been read');
    const rendered = known.get(content) ?? renderText(content);
    known.set(content, rendered);
    return rendered;
  };
  return (selected, read, latest) => {
    const rendered = render(read);
    const found = findSelected(rendered, selected);
    const original = describePlace(rendered, found, read.version);
    const words = { quote: original.passage.quote, prefix: original.passage.prefix, suffix: original.passage.suffix };
    if (read.version === latest.version) return { ...words, ...original, orphaned: false };
    const now = render(latest);
    const [followed] = followPassages(rendered.text, now.text, [found]);
    if (!followed) return { ...words, ...original, orphaned: true };
    return { ...words, ...describePlace(now, followed, latest.version), orphaned: false };
  };
}

function findSelected(rendered: RenderedText, { quote, prefix, suffix, suggestion }: SelectedPassage): TextRange {
  const found = findQuote(rendered, { quote, ...(prefix && { prefix }), ...(suffix && { suffix }) });
  if (!found) throw new ApiError('quote_not_found');
  if (suggestion !== null && !isInOneBlock(rendered, found)) {
    const details = [
      { path: '/suggestion', message: 'must replace words of one paragraph, heading, cell or list item' },
    ];
    throw new ApiError('invalid_request', { details });
  }
  return found;
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
