import type { Author } from '@ecp/contract/declaring/scalars';
import type { LinkDocuments, PortalComment } from '@ecp/contract/reach/portal';
import type { Comment } from '@ecp/contract/work/comments';
import type { Statement } from '@ecp/database/statement';
import { forClients } from '../../../kernel/context.ts';
import type { ReadingLink } from '../../../kernel/principals.ts';
import { type CommentRow, commentColumns } from './comment-rows.ts';

/** Bounds the response to the newest comments. */
const maxShown = 200;

/** A version of a document that a client has, or has had. */
export interface HeldVersion {
  filename: string;
  version: number;
}

/**
 * The comments that a client reads: those by their link; with `seesOthers` also those on their
 * versions that other clients could read when they were sent.
 */
export interface ReadingClient {
  shownId: string;
  seesOthers: boolean;
  readingLinks: readonly ReadingLink[];
  held: readonly HeldVersion[];
}

/**
 * Selects the newest comments, oldest first: all clients' for the team, or those that one client
 * may read.
 */
export function selectClientComments(
  tenantId: string,
  engagementId: string,
  client: ReadingClient | null,
): Statement<CommentRow> {
  const { held = [], readingLinks = [] } = client ?? {};
  return {
    name: 'select_client_comments',
    text: `select ${commentColumns} from (
        select * from platform.comments m where tenant_id = $1 and engagement_id = $2 and author_kind = 'client'
          and ($3::text is null or author_id = $3 or ($4 and (filename is null or exists (
            select from unnest($5::text[], $6::integer[]) as held(filename, version)
            where held.filename = m.filename and held.version = m.version
          )) and exists (
            select from unnest($7::text[], $8::timestamptz[], $9::timestamptz[]) as reading(id, since, until)
            where reading.id <> m.author_id and reading.since < m.created_at
              and (reading.until is null or reading.until > m.created_at)
          )))
        order by created_at desc, id desc limit ${maxShown}
      ) c order by c.created_at, c.id`,
    values: [
      tenantId,
      engagementId,
      client?.shownId ?? null,
      client?.seesOthers ?? true,
      held.map(({ filename }) => filename),
      held.map(({ version }) => version),
      readingLinks.map(({ id }) => id),
      readingLinks.map(({ from }) => from),
      readingLinks.map(({ until }) => until),
    ],
  };
}

/** Applies the rule of selectClientComments to one comment. */
export function readsComment(
  { author, filename, version, createdAt }: Comment,
  client: ReadingClient,
): boolean {
  if (author.kind !== 'client') return false;
  if (author.id === client.shownId) return true;
  const isHeld = client.held.some((held) => held.filename === filename && held.version === version);
  return (
    client.seesOthers && (filename === null || isHeld) && couldReach({ author, createdAt }, client)
  );
}

/**
 * Tells whether a client other than the author could read words when they were sent: this was said
 * before sending.
 */
export function couldReach(
  { author, createdAt }: { author: Author; createdAt: string },
  { readingLinks }: Pick<ReadingClient, 'readingLinks'>,
): boolean {
  const sentMs = Date.parse(createdAt);
  return readingLinks.some(
    ({ id, from, until }) =>
      id !== author.id &&
      Date.parse(from) < sentMs &&
      (until === null || Date.parse(until) > sentMs),
  );
}

/** Facts that decide what the reader of a comment sees beside it. */
interface CommentReader extends Omit<ReadingClient, 'held'> {
  /** Comments are followed into the latest version, which only some clients see. */
  documents: LinkDocuments;
  /** The version of its document that the client sees; undefined without one. */
  shown: number | undefined;
}

/**
 * Turns a comment into the form for a client: no ids of the team, other clients only if the link
 * sees them, and no words of versions that the client does not see, except those that a client
 * selected.
 */
export function toClientComment(
  comment: Comment,
  { shownId, seesOthers, readingLinks, documents, shown }: CommentReader,
): PortalComment {
  const form = toPortalComment(comment);
  const replies = form.replies.filter(
    ({ author, createdAt }) =>
      author.kind !== 'client' ||
      author.id === shownId ||
      (seesOthers && couldReach({ author, createdAt }, { readingLinks })),
  );
  return {
    ...form,
    ...(comment.version !== shown && { prefix: null, suffix: null }),
    ...(comment.passage?.version !== shown && { passage: null, section: null }),
    orphaned: documents === 'latest' && comment.orphaned,
    replies: replies.map((reply) => ({ ...reply, author: forClients(reply.author) })),
  };
}

/** Returns a comment without what only the team's own pages show. */
export function toPortalComment(comment: Comment): PortalComment {
  const { id, filename, version, author, body, status, replies, createdAt } = comment;
  const { quote, prefix, suffix, section, passage, orphaned } = comment;
  const selected = { quote, prefix, suffix, section, passage, orphaned };
  return { id, filename, version, author, body, ...selected, status, replies, createdAt };
}
