import { Link } from '@tanstack/react-router';
import {
  ChevronRight,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareReply,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatDay } from '../base/format/format.ts';
import { Badge } from '../base/ui/badges.tsx';
import { EmptyState } from '../base/ui/states.tsx';
import type { AskedItem } from './asked.ts';
import { documentStatusOf, documentStatusTones } from './document-status.ts';
import { DownloadMenu, StatementDownload } from './downloads.tsx';
import { documentFacts, type SharedDocument, usePortal } from './portal.tsx';
import { PortalQuestions, questionsId } from './portal-questions.tsx';
import { CommentForm, PortalThread } from './portal-thread.tsx';
import { portalTexts } from './texts.ts';

interface PortalOverviewProps {
  asked: readonly AskedItem[];
  comment: string | undefined;
}

/**
 * Shows the covering note, the papers, what else waits for the client, and comments on the whole
 * engagement.
 */
export function PortalOverview({ asked, comment }: PortalOverviewProps) {
  const { view } = usePortal();
  const { deliverables, branding } = view;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-10 md:px-8">
      <ReleaseNote />
      {deliverables.length === 0 && (
        <EmptyState icon={Hourglass} title={portalTexts.nothingYet.title}>
          {portalTexts.nothingYet.advice(branding.companyName ?? '')}
        </EmptyState>
      )}
      <LeadingPapers />
      <AskedList items={asked} />
      <SupportingPapers />
      <StatementDownload />
      <PortalQuestions />
      <PortalComments shown={comment} />
    </div>
  );
}

/**
 * Shows the papers that ask for a decision, each with its first lines. Renders nothing without one.
 */
function LeadingPapers() {
  const { view } = usePortal();
  const id = useId();
  const leading = view.deliverables.filter(({ asksDecision }) => asksDecision);
  if (leading.length === 0) return null;
  const mayDecide = view.permissions.includes('approve');
  const title = mayDecide
    ? portalTexts.decisionPapers
    : leading.length === 1
      ? portalTexts.mainPaper
      : portalTexts.documents;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <SectionHead id={id} title={title} downloads />
      {leading.map((document) => (
        <LeadingPaper key={document.id} document={document} />
      ))}
    </section>
  );
}

interface SectionHeadProps {
  id: string;
  title: string;
  downloads: boolean;
}

function SectionHead({ id, title, downloads }: SectionHeadProps) {
  return (
    <div className="flex items-center justify-between gap-4">
      <h2 id={id} className="font-semibold text-lg">
        {title}
      </h2>
      {downloads && <DownloadMenu />}
    </div>
  );
}

function LeadingPaper({ document }: { document: SharedDocument }) {
  const { token, view } = usePortal();
  const { filename, title, opening, clientDecision, version } = document;
  const isChanged = clientDecision !== null && clientDecision.version !== version;
  return (
    <article className="relative flex flex-col gap-3 rounded-xl border p-5 hover:bg-hover sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="wrap-anywhere min-w-0 text-balance font-semibold text-2xl leading-tight tracking-tight">
          {/* The link covers the whole card. */}
          <Link
            to="/portal/$token"
            params={{ token }}
            search={{ file: filename }}
            className="rounded after:absolute after:inset-0 after:rounded-xl"
          >
            {title}
          </Link>
        </h3>
        <StandingBadge document={document} />
      </div>
      <p className="figures text-muted text-sm">{documentFacts(document).join(' · ')}</p>
      {view.permissions.includes('approve') && isChanged && <p>{portalTexts.decidedBefore}</p>}
      {opening !== null && (
        <p dir="auto" className="serif-text wrap-anywhere line-clamp-4 text-pretty leading-relaxed">
          {opening}
        </p>
      )}
      <p aria-hidden className="flex items-center gap-1 font-medium text-accent-text">
        {portalTexts.read}
        <ChevronRight className="size-4" />
      </p>
    </article>
  );
}

/** Lists the papers that need no decision. Renders nothing without one. */
function SupportingPapers() {
  const { view } = usePortal();
  const id = useId();
  const supporting = view.deliverables.filter(({ asksDecision }) => !asksDecision);
  if (supporting.length === 0) return null;
  const isAll = supporting.length === view.deliverables.length;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <SectionHead
          id={id}
          title={isAll ? portalTexts.documents : portalTexts.supporting}
          downloads={isAll}
        />
        {view.permissions.includes('approve') && (
          <p className="text-muted">{portalTexts.supportingHint}</p>
        )}
      </div>
      <ul className="divide-y border-y">
        {supporting.map((document) => (
          <li key={document.id}>
            <DocumentRow document={document} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StandingBadge({ document }: { document: SharedDocument }) {
  const standing = documentStatusOf(document, usePortal().view.permissions.includes('approve'));
  if (standing === 'shared') return null;
  return <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>;
}

const askedTexts = portalTexts.asked;
const rowStyle = 'flex items-center gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2';

type OtherItem = Exclude<AskedItem, { kind: 'decision' }>;

/**
 * Lists what waits for the client beside the papers, with a link to each. Renders nothing while
 * nothing waits.
 */
function AskedList({ items }: { items: readonly AskedItem[] }) {
  const id = useId();
  const others = items.filter((item) => item.kind !== 'decision');
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {askedTexts.title}
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border">
        {others.map((item) => (
          <li key={item.kind === 'reply' ? item.comment.id : item.kind}>
            <AskedRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskedRow({ item }: { item: OtherItem }) {
  const { token, view } = usePortal();
  if (item.kind === 'questions') {
    return (
      <a href={`#${questionsId}`} className={rowStyle}>
        <Row icon={MessageCircleQuestion} title={askedTexts.questions(item.questions.length)}>
          {item.questions[0]?.question}
        </Row>
      </a>
    );
  }
  const { filename, id, replies } = item.comment;
  const last = replies.at(-1);
  const search = filename === null ? { comment: id } : { file: filename, comment: id };
  const title = view.deliverables.find((one) => one.filename === filename)?.title;
  return (
    <Link to="/portal/$token" params={{ token }} search={search} className={rowStyle}>
      <Row icon={MessageSquareReply} title={askedTexts.reply(last?.author.name ?? '', title)}>
        {last?.body}
      </Row>
    </Link>
  );
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

function Row({ icon: Icon, title, children }: RowProps) {
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-accent-text" />
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        {children && <span className="line-clamp-1 text-muted text-sm">{children}</span>}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </>
  );
}

const releaseTexts = portalTexts.release;

/**
 * Shows the message of the newest release, and who sent it. Renders nothing before the first
 * release.
 */
function ReleaseNote() {
  const { release } = usePortal().view.cover;
  if (!release) return null;
  const { message, releasedBy, releasedAt } = release;
  const day = formatDay(releasedAt);
  if (message === null) {
    const sent = releasedBy === null ? releaseTexts.on(day) : releaseTexts.by(releasedBy, day);
    return <p className="wrap-anywhere text-muted text-sm">{sent}</p>;
  }
  const from = releasedBy === null ? releaseTexts.on(day) : releaseTexts.from(releasedBy, day);
  return (
    <figure className="border-accent-text/50 border-l-2 pl-4">
      <blockquote
        dir="auto"
        className="serif-text wrap-anywhere whitespace-pre-wrap text-pretty text-lg"
      >
        {message}
      </blockquote>
      <figcaption className="wrap-anywhere mt-2 text-muted text-sm">{from}</figcaption>
    </figure>
  );
}

function DocumentRow({ document }: { document: SharedDocument }) {
  const { token, view } = usePortal();
  const { filename, title } = document;
  const comments = view.comments.filter((comment) => comment.filename === filename).length;
  const facts = [
    ...documentFacts(document),
    ...(comments > 0 ? [portalTexts.commentCount(comments)] : []),
  ];
  return (
    <Link
      to="/portal/$token"
      params={{ token }}
      search={{ file: filename }}
      className="-mx-3 flex items-center gap-4 rounded-lg px-3 py-3.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium text-lg leading-snug">{title}</p>
          <p className="figures mt-0.5 text-muted text-sm">{facts.join(' · ')}</p>
        </div>
        <div className="empty:hidden">
          <StandingBadge document={document} />
        </div>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  );
}

const { comments: commentTexts } = portalTexts;

/**
 * Shows comments on the whole engagement, oldest first, with a field for another one if the link
 * permits that.
 */
function PortalComments({ shown }: { shown: string | undefined }) {
  const { view } = usePortal();
  const id = useId();
  const mayComment = view.permissions.includes('comment');
  const comments = view.comments.filter(({ filename }) => filename === null);
  if (comments.length === 0 && !mayComment) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 print:hidden">
      <div>
        <h2 id={id} className="font-semibold text-lg">
          {commentTexts.generalTitle}
        </h2>
        {view.deliverables.length > 0 && <p className="text-muted">{commentTexts.generalHint}</p>}
      </div>
      {comments.length > 0 && (
        <ol className="flex flex-col gap-5">
          {comments.map((comment) => (
            <PortalThread
              key={comment.id}
              comment={comment}
              isActive={comment.id === shown}
              onShowPassage={undefined}
            />
          ))}
        </ol>
      )}
      {mayComment && (
        <CommentForm
          about={{}}
          label={commentTexts.yours}
          placeholder={commentTexts.placeholder}
          send={commentTexts.send}
        />
      )}
    </section>
  );
}
