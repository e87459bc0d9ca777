import { ApiError } from '@ecp/contract/declaring/errors';
import type { Passage } from '@ecp/contract/work/comments';
import { isInOneBlock } from '@ecp/markdown/apply-edits';
import { findQuote, selectorOf, type TextRange } from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { type RenderedText, renderText, sectionAt } from '@ecp/markdown/rendered-text';
import type { Services } from '../../kernel/services.ts';
import type { TextReader } from '../../kernel/text-work.ts';
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

type Version = StoredVersion<CommentedVersion>;

/** Finds the passages of new comments. */
export interface CommentPlacer {
  /** Finds passages in one go, before the transaction in which `place` is called with them. */
  prepare(selected: readonly SelectedPassage[], read: Version, latest: Version): Promise<void>;
  /**
   * Finds the passage of a new comment in the version that its author read (CMT-2) and follows it into the latest one.
   * Errors: `quote_not_found`; `invalid_request` for a suggestion about several paragraphs, cells or list items (CMT-10);
   * `text_too_complex`; `service_unavailable`.
   */
  place(selected: SelectedPassage, read: Version, latest: Version): Promise<PlacedComment>;
}

/** Creates a placer. `stored` has the texts of versions that are in the storage, by version. */
export function createPlacer(
  { texts, tenantId }: Pick<Services, 'texts'> & { tenantId: string },
  stored: ReadonlyMap<number, string> = new Map(),
): CommentPlacer {
  const known = new Map<string, Placing>();
  const keyOf = (selected: SelectedPassage, read: Version, latest: Version) =>
    JSON.stringify([selected, read.version, latest.version]);
  const textOf = ({ version, content: inRow }: Version) => {
    const content = inRow ?? stored.get(version);
    if (content === undefined) throw new Error('The text of a commented version has not been read');
    return { version, content };
  };
  const prepare: CommentPlacer['prepare'] = async (selected, read, latest) => {
    if (selected.length === 0) return;
    const isLatest = read.version === latest.version;
    const given = { selected, read: textOf(read), latest: isLatest ? null : textOf(latest) };
    const placings = await texts.run(tenantId, placeReader, given);
    for (const [index, placing] of placings.entries()) {
      const one = selected[index];
      if (one) known.set(keyOf(one, read, latest), placing);
    }
  };
  return {
    prepare,
    async place(selected, read, latest) {
      if (!known.has(keyOf(selected, read, latest))) await prepare([selected], read, latest);
      const placing = known.get(keyOf(selected, read, latest));
      if (!placing || placing.problem === 'quote') throw new ApiError('quote_not_found');
      if (placing.problem === null) return placing.placed;
      const details = [
        { path: '/suggestion', message: 'must replace words of one paragraph, heading, cell or list item' },
      ];
      throw new ApiError('invalid_request', { details });
    },
  };
}

/** The place of a comment, or what has none: its quote, or its suggestion. */
type Placing = { placed: PlacedComment; problem: null } | { problem: 'quote' | 'suggestion' };

interface PassagesToPlace {
  selected: readonly SelectedPassage[];
  read: { version: number; content: string };
  /** Null if the version that was read is the latest one. */
  latest: { version: number; content: string } | null;
}

/** Places comments; those on long texts in a child. */
export const placeReader: TextReader<PassagesToPlace, Placing[]> = {
  name: 'place-comments',
  shortWeight: 15_000,
  read: ({ selected, read, latest }) => {
    const rendered = renderText(read.content);
    const now = latest && { version: latest.version, rendered: renderText(latest.content) };
    return selected.map((one) => placeOne(one, { version: read.version, rendered }, now));
  },
};

interface RenderedVersion {
  version: number;
  rendered: RenderedText;
}

function placeOne(
  { quote, prefix, suffix, suggestion }: SelectedPassage,
  { version, rendered }: RenderedVersion,
  latest: RenderedVersion | null,
): Placing {
  const found = findQuote(rendered, { quote, ...(prefix && { prefix }), ...(suffix && { suffix }) });
  if (!found) return { problem: 'quote' };
  if (suggestion !== null && !isInOneBlock(rendered, found)) return { problem: 'suggestion' };
  const original = describePlace(rendered, found, version);
  const words = { quote: original.passage.quote, prefix: original.passage.prefix, suffix: original.passage.suffix };
  if (!latest) return { placed: { ...words, ...original, orphaned: false }, problem: null };
  const [followed] = followPassages(rendered.text, latest.rendered.text, [found]);
  if (!followed) return { placed: { ...words, ...original, orphaned: true }, problem: null };
  const place = describePlace(latest.rendered, followed, latest.version);
  return { placed: { ...words, ...place, orphaned: false }, problem: null };
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
