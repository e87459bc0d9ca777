import type { PortalComment } from '@ecp/contract/reach/portal';
import type { CommentStatus } from '@ecp/contract/work/comments';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Check,
  CircleCheck,
  CircleX,
  MessageSquare,
  MessagesSquare,
  RotateCcw,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import {
  deliverableListQuery,
  type ListedDeliverable,
  titleOf,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { rich } from '../../base/language/rich.tsx';
import { translated } from '../../base/language/translate.ts';
import { useSession } from '../../base/session/session.ts';
import { Badge, TimeAgo } from '../../base/ui/badges.tsx';
import { IconButton } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { ReplyForm } from '../../shared/comments/reply-form.tsx';
import { commentTexts } from '../../shared/comments/texts.ts';

const feedbackTexts = translated({
  title: 'Client feedback',
  description: 'Comments and decisions by clients, newest first.',
  empty: 'Nothing yet. Your client’s comments and decisions appear here.',
  fresh: 'New',
  resolved: 'Resolved',
});

/**
 * Lists the comments and decisions of clients for every role, and marks those since the user's last
 * visit.
 */
export function ClientFeedbackSection({ engagementId }: { engagementId: string }) {
  const id = useId();
  const comments = useQuery(portalCommentsQuery(engagementId));
  const listed = useQuery({ ...deliverableListQuery(engagementId), refetchInterval: freshEveryMs });
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const failed = [comments, listed].find((query) => query.isError && query.data === undefined);
  const feedback = mergeClientFeedback(comments.data ?? [], listed.data ?? []);
  const seen = useLastSeen(engagementId, feedback[0]?.at);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={feedbackTexts.title} description={feedbackTexts.description} />
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : comments.isPending || listed.isPending ? (
        <SkeletonRows rows={3} className="h-16 w-full" />
      ) : feedback.length === 0 ? (
        <p className="flex items-center gap-2.5 rounded-xl border border-dashed px-4 py-6 text-muted">
          <MessagesSquare aria-hidden className="size-4 shrink-0" />
          {feedbackTexts.empty}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-xl border">
          {feedback.map((entry) => (
            <ClientFeedbackItem
              key={entry.id}
              engagementId={engagementId}
              feedback={entry}
              title={entry.filename === null ? null : titleOf(entry.filename, engagement)}
              isNew={entry.at > seen}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/**
 * Returns the newest feedback time of this browser's previous visit. Stores `newest` for the next
 * visit.
 */
function useLastSeen(engagementId: string, newest: string | undefined): string {
  const key = `clients-seen:${engagementId}`;
  const [before] = useState(() => localStorage.getItem(key) ?? '');
  useEffect(() => {
    if (newest !== undefined && newest > before) localStorage.setItem(key, newest);
  }, [key, newest, before]);
  return before;
}

const looks = {
  approved: { icon: CircleCheck, color: 'text-good' },
  rejected: { icon: CircleX, color: 'text-danger' },
  commented: { icon: MessageSquare, color: 'text-muted' },
} as const;

interface ClientFeedbackItemProps {
  engagementId: string;
  feedback: ClientFeedback;
  title: string | null;
  isNew: boolean;
}

/**
 * Shows one comment or decision of a client, with a link to its subject, and the replies to a
 * comment.
 */
function ClientFeedbackItem({ engagementId, feedback, title, isNew }: ClientFeedbackItemProps) {
  const { kind, at, filename, version, text, comment } = feedback;
  const { icon: Icon, color } = looks[kind];
  const place = commentPlace(comment);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The router has scrolled before the comments were there.
    if (place !== undefined && location.hash === `#${place}`)
      item.current?.scrollIntoView({ block: 'center' });
  }, [place]);
  return (
    <li ref={item} id={place} className="flex gap-3 border-b px-4 py-3 last:border-0">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {sayFeedback(
            feedback,
            filename !== null && (
              <DocumentLink
                engagementId={engagementId}
                filename={filename}
                version={version ?? undefined}
                hash={place ?? ''}
              >
                {title}
              </DocumentLink>
            ),
          )}
        </p>
        {comment?.quote && (
          <blockquote
            dir="auto"
            className="wrap-anywhere mt-1 line-clamp-3 border-l-2 pl-3 text-muted text-sm"
          >
            {comment.quote}
          </blockquote>
        )}
        {text && (
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap">
            {text}
          </p>
        )}
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <TimeAgo at={at} />
          {isNew && <Badge tone="accent">{feedbackTexts.fresh}</Badge>}
          {comment?.status === 'resolved' && <Badge>{feedbackTexts.resolved}</Badge>}
          {comment && <ResolveButton engagementId={engagementId} comment={comment} />}
        </p>
        {comment && <ClientCommentThread engagementId={engagementId} comment={comment} />}
      </div>
    </li>
  );
}

/** Says who decided or commented on what. `document` is the link to the document. */
function sayFeedback(
  { kind, author, filename, version }: ClientFeedback,
  document: ReactNode,
): ReactNode {
  const name = <span className="font-medium">{author}</span>;
  if (kind === 'approved')
    return rich('{name} approved {document}, version {version}', { name, document, version });
  if (kind === 'rejected')
    return rich('{name} rejected {document}, version {version}', { name, document, version });
  if (filename === null) return rich('{name} commented on the whole engagement', { name });
  return rich('{name} commented on {document}', { name, document });
}

/** The place of a comment in an address, on this page and on that of its document. */
const commentPlace = (comment: ClientFeedback['comment']): string | undefined =>
  comment ? `comment-${comment.id}` : undefined;

interface ClientCommentThreadProps {
  engagementId: string;
  comment: PortalComment;
}

function ClientCommentThread({
  engagementId,
  comment: { id, replies, author },
}: ClientCommentThreadProps) {
  const mayWrite = useSession().has('member');
  const { reply } = useCommentActs(engagementId, id);
  return (
    <div className="mt-2 flex max-w-2xl flex-col gap-2">
      {replies.length > 0 && (
        <ul className="flex flex-col gap-2 border-l-2 pl-3">
          {replies.map((one) => (
            <li key={one.id} className="wrap-anywhere">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <span className="font-medium">{one.author.name}</span>
                <AuthorBadge author={one.author} />
                <TimeAgo at={one.createdAt} className="text-muted" />
              </p>
              <p dir="auto" className="whitespace-pre-wrap">
                {one.body}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <ReplyForm
          name={author.name}
          hint={commentTexts.thread.clientSeesReply}
          onReply={reply.mutateAsync}
        />
      )}
    </div>
  );
}

interface ResolveButtonProps {
  engagementId: string;
  comment: PortalComment;
}

function ResolveButton({ engagementId, comment: { id, status } }: ResolveButtonProps) {
  const mayWrite = useSession().has('member');
  const { setStatus } = useCommentActs(engagementId, id);
  if (!mayWrite) return null;
  const isOpen = status === 'open';
  const Icon = isOpen ? Check : RotateCcw;
  return (
    <IconButton
      icon={Icon}
      label={isOpen ? commentTexts.thread.resolve : commentTexts.thread.reopen}
      disabled={setStatus.isPending}
      onClick={() => setStatus.mutate(isOpen ? 'resolved' : 'open')}
      className="-my-1 size-7"
    />
  );
}

/**
 * Replies to a client's comment and sets its status, and reads the comments and what waits again.
 */
function useCommentActs(engagementId: string, commentId: string) {
  const queryClient = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [portalCommentsQuery(engagementId).queryKey, ['comments', engagementId], ['queue']].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const reply = useMutation({
    mutationFn(text: string) {
      const body = { id: engagementId, commentId, body: text };
      return callOnce(['replyToComment', body], (options) => api.replyToComment(body, options));
    },
    onSuccess,
  });
  const setStatus = useMutation({
    mutationFn: (status: CommentStatus) =>
      api.updateComment({ id: engagementId, commentId, status }),
    onSuccess,
  });
  return { reply, setStatus };
}

/** One piece of client feedback: a comment, or a decision about a version. */
interface ClientFeedback {
  id: string;
  kind: 'commented' | 'approved' | 'rejected';
  author: string;
  at: string;
  /** Null for the whole engagement. */
  filename: string | null;
  version: number | null;
  text: string | null;
  /** The comment, with its passage and replies; null for a decision. */
  comment: PortalComment | null;
}

/** Merges comments and the last decision of each client about each version, newest first. */
export function mergeClientFeedback(
  comments: readonly PortalComment[],
  versions: readonly Pick<ListedDeliverable, 'id' | 'filename' | 'version' | 'clientDecisions'>[],
): ClientFeedback[] {
  const said = comments.map((comment): ClientFeedback => {
    const { id, author, createdAt: at, filename, body: text } = comment;
    return {
      id,
      kind: 'commented',
      author: author.name,
      at,
      filename,
      version: null,
      text,
      comment,
    };
  });
  const decided = versions.flatMap(({ id, filename, version, clientDecisions }) =>
    // A version carries the decisions about earlier ones, too.
    clientDecisions.flatMap((decision): ClientFeedback[] => {
      if (decision.version !== version) return [];
      const { linkId, action, clientName: author, at, notes: text } = decision;
      const kind = action === 'approve' ? 'approved' : 'rejected';
      return [
        { id: `${id} ${linkId} ${at}`, kind, author, at, filename, version, text, comment: null },
      ];
    }),
  );
  return [...said, ...decided].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

const freshEveryMs = 30_000;

/** Comments of clients, oldest first. Every role may read them. */
const portalCommentsQuery = (engagementId: string) =>
  queryOptions({
    queryKey: ['portal-comments', engagementId],
    refetchInterval: freshEveryMs,
    queryFn: async ({ signal }) =>
      (await api.listPortalComments({ id: engagementId }, { signal })).comments,
  });
