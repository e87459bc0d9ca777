import { ApiError } from '@ecp/contract/declaring/errors';
import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import type { Passage } from '@ecp/contract/work/comments';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { isInOneBlock } from '@ecp/markdown/apply-edits';
import {
  findQuote,
  findWithContext,
  selectorOf,
  squeeze,
  type TextRange,
} from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { type RenderedText, renderText, sectionAt } from '@ecp/markdown/rendered-text';
import type { Services } from '../../../kernel/services.ts';
import { readOr, type TextReader } from '../../../kernel/text-work.ts';

export interface SelectedPassage {
  quote: string;
  prefix?: string | null | undefined;
  suffix?: string | null | undefined;
  suggestion: string | null;
}

export interface PlacedComment {
  quote: string;
  prefix: string;
  suffix: string;
  section: string | null;
  passage: Passage;
  orphaned: boolean;
}

export interface CommentPlacer {
  /** Finds passages in one go, before the transaction in which `place` is called with them. */
  prepare(
    selected: readonly SelectedPassage[],
    read: CommentedVersion,
    latest: CommentedVersion,
  ): Promise<void>;
  /**
   * Finds a passage in the version that its author read and follows it into the latest. Errors:
   * `quote_not_found`, `invalid_request` for a suggestion about several blocks, `text_too_complex`,
   * `service_unavailable`.
   */
  place(
    selected: SelectedPassage,
    read: CommentedVersion,
    latest: CommentedVersion,
  ): Promise<PlacedComment>;
}

export function createPlacer({
  texts,
  tenantId,
}: Pick<Services, 'texts'> & { tenantId: string }): CommentPlacer {
  const known = new Map<string, Placing>();
  const keyOf = (selected: SelectedPassage, read: CommentedVersion, latest: CommentedVersion) =>
    JSON.stringify([selected, read.version, latest.version]);
  const prepare: CommentPlacer['prepare'] = async (selected, read, latest) => {
    if (selected.length === 0) return;
    const isLatest = read.version === latest.version;
    const given = { selected, read, latest: isLatest ? null : latest };
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
        {
          path: '/suggestion',
          message: 'must replace words of one paragraph, heading, cell or list item',
        },
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
  const found = findQuote(rendered, {
    quote,
    ...(prefix && { prefix }),
    ...(suffix && { suffix }),
  });
  if (!found) return { problem: 'quote' };
  if (suggestion !== null && !isInOneBlock(rendered, found)) return { problem: 'suggestion' };
  const original = describePlace(rendered, found, version);
  const words = {
    quote: original.passage.quote,
    prefix: original.passage.prefix,
    suffix: original.passage.suffix,
  };
  if (!latest) return { placed: { ...words, ...original, orphaned: false }, problem: null };
  const [followed] = followPassages(rendered.text, latest.rendered.text, [found]);
  if (!followed) return { placed: { ...words, ...original, orphaned: true }, problem: null };
  const place = describePlace(latest.rendered, followed, latest.version);
  return { placed: { ...words, ...place, orphaned: false }, problem: null };
}

/** Describes a passage of a version as it is stored and shown. */
function describePlace(
  rendered: RenderedText,
  range: TextRange,
  version: number,
): Pick<PlacedComment, 'section' | 'passage'> {
  return {
    section: sectionAt(rendered, range.start),
    passage: { version, start: range.start, end: range.end, ...selectorOf(rendered, range) },
  };
}

/** A new version of a file, whoever made it. */
interface NewVersion {
  engagementId: string;
  filename: string;
  version: number;
  content: string;
  /** How the version answers notes and comments. Empty for a version of a person. */
  noteAnswers: readonly NoteAnswer[];
}

interface PlacedRow {
  id: string;
  passage: Passage;
  orphaned: boolean;
}

interface PlacedAnew {
  id: string;
  orphaned: boolean;
  section: string | null;
  passage: Passage;
}

/**
 * The places of comments in a version that is not written yet, with those from which they were
 * found.
 */
export interface FollowedComments {
  rows: readonly PlacedRow[];
  placed: readonly PlacedAnew[];
}

/** Comments with their places, and the texts of the version that has them and of the next one. */
interface CommentsToFollow {
  before: string;
  after: string;
  version: number;
  rows: readonly PlacedRow[];
}

/** Places comments anew; those of long texts in a child. */
export const followReader: TextReader<CommentsToFollow, PlacedAnew[]> = {
  name: 'follow-comments',
  shortWeight: 15_000,
  read: placeAnew,
};

/**
 * Finds, before the transaction, where comments stand in the next version. Errors:
 * `text_too_complex`, `service_unavailable`.
 */
export async function prepareFollowing(
  { database, texts }: Pick<Services, 'database' | 'texts'>,
  tenantId: string,
  made: Omit<NewVersion, 'noteAnswers'> & { before: string },
): Promise<FollowedComments> {
  const [rows] = await database.batchTenant(tenantId, [selectPlaced(tenantId, made)]);
  const { before, content: after, version } = made;
  const toFollow = { before, after, version, rows };
  const placed =
    rows.length === 0
      ? []
      : await texts.run(tenantId, followReader, toFollow, { isAwaited: false });
  return { rows, placed };
}

/**
 * Moves the comments on a file to its next version and stores its answers, under the engagement's
 * lock. `known`, from prepareFollowing, counts unless a comment has been made or moved since. An
 * orphaned comment returns with its words.
 */
export async function followComments(
  tx: Transaction,
  { texts, tenantId }: Pick<Services, 'texts'> & { tenantId: string },
  made: NewVersion,
  known?: FollowedComments,
): Promise<void> {
  await storeAnswers(tx, tenantId, made);
  const { rows } = await tx.query(selectPlaced(tenantId, made));
  if (rows.length === 0) return;
  const { engagementId, filename, version, content: after } = made;
  const readBefore = async () => {
    const earlier = { engagementId, filename, version: version - 1 };
    const { rows: versions } = await tx.query(selectCommentedVersion(tenantId, earlier));
    return versions[0]?.content ?? '';
  };
  const isKnown = known !== undefined && JSON.stringify(known.rows) === JSON.stringify(rows);
  const placed = isKnown
    ? known.placed
    : await readOr(
        texts,
        tenantId,
        [followReader, { before: await readBefore(), after, version, rows }],
        () => rows.map(({ id, passage }) => ({ id, orphaned: true, section: null, passage })),
      );
  await tx.query({
    name: 'place_comments',
    text: `update platform.comments c set passage = p.passage, orphaned = p.orphaned,
        section = case when p.orphaned then c.section else p.section end
      from json_to_recordset($2) p (id text, passage json, orphaned boolean, section text)
      where c.tenant_id = $1 and c.id = p.id`,
    values: [tenantId, JSON.stringify(placed)],
  });
}

function placeAnew({
  before: textBefore,
  after: textAfter,
  version,
  rows,
}: CommentsToFollow): PlacedAnew[] {
  const [before, after] = [renderText(textBefore), renderText(textAfter)];
  const inEarlier = rows.filter(
    ({ orphaned, passage }) => !orphaned && passage.version === version - 1,
  );
  const followed = followPassages(
    before.text,
    after.text,
    inEarlier.map(({ passage }) => passage),
  );
  const ranges = new Map<string, TextRange | null>(
    inEarlier.map(({ id }, index) => [id, followed[index] ?? null]),
  );
  const squeezed = squeeze(after.text);
  for (const { id, passage } of rows)
    if (!ranges.has(id)) ranges.set(id, findWithContext(squeezed, passage));
  return rows.map(({ id, passage }) => {
    const range = ranges.get(id) ?? null;
    if (range === null) return { id, orphaned: true, section: null, passage };
    return { id, orphaned: false, ...describePlace(after, range, version) };
  });
}

function selectPlaced(
  tenantId: string,
  { engagementId, filename }: Pick<NewVersion, 'engagementId' | 'filename'>,
): Statement<PlacedRow> {
  return {
    name: 'select_placed_comments',
    text: `select id, passage, orphaned from platform.comments
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and passage is not null order by id`,
    values: [tenantId, engagementId, filename],
  };
}

async function storeAnswers(
  tx: Transaction,
  tenantId: string,
  { engagementId, filename, version, noteAnswers }: NewVersion,
): Promise<void> {
  const answers = noteAnswers.filter(({ commentId }) => commentId !== null);
  if (answers.length === 0) return;
  await tx.query({
    name: 'answer_comments',
    text: `update platform.comments c set answer = a.answer, answered_version = $4
      from (select answer, answer ->> 'commentId' as id from json_array_elements($5) answers (answer)) a
      where c.tenant_id = $1 and c.engagement_id = $2 and c.filename = $3 and c.id = a.id`,
    values: [tenantId, engagementId, filename, version, JSON.stringify(answers)],
  });
}

/** The text of a version, as comments are placed in it. */
export interface CommentedVersion {
  version: number;
  content: string;
}

/**
 * Selects the text of a version, or of the latest without `version`. Internal files take no
 * comments.
 */
export function selectCommentedVersion(
  tenantId: string,
  {
    engagementId,
    filename,
    version,
  }: { engagementId: string; filename: string; version?: number | undefined },
): Statement<CommentedVersion> {
  return {
    name: 'select_commented_version',
    text: `select version, content from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and not starts_with(filename, '_')
        and ($4::integer is null or version = $4)
      order by version desc limit 1`,
    values: [tenantId, engagementId, filename, version ?? null],
  };
}

/** Selects a row if the engagement has a file of that name that takes comments. */
export function selectCommentedFile(
  tenantId: string,
  engagementId: string,
  filename: string,
): Statement {
  return {
    name: 'select_commented_file',
    text: `select from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and filename = $3 and not starts_with(filename, '_') limit 1`,
    values: [tenantId, engagementId, filename],
  };
}
