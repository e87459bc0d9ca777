import { Link } from '@tanstack/react-router';
import { ChevronRight, FileCheck2, type LucideIcon, MessageCircleQuestion, MessageSquareReply } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { portalTexts } from '../../../texts/en/portal.ts';
import { usePortal } from '../portal-context.ts';
import { questionsId } from '../questions/portal-questions.tsx';
import type { AskedItem } from './list-asked.ts';

const texts = portalTexts.asked;
const rowStyle = 'flex items-center gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2';

/** Lists what waits for the client, with a link to each (REL-11). Renders nothing while nothing waits. */
export function AskedList({ items }: { items: readonly AskedItem[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-semibold text-lg">
        {texts.title}
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <AskedRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function keyOf(item: AskedItem): string {
  if (item.kind === 'decision') return item.document.id;
  return item.kind === 'reply' ? item.comment.id : item.kind;
}

function AskedRow({ item }: { item: AskedItem }) {
  const { token, view } = usePortal();
  if (item.kind === 'questions') {
    return (
      <a href={`#${questionsId}`} className={rowStyle}>
        <Row icon={MessageCircleQuestion} title={texts.questions(item.questions.length)}>
          {item.questions[0]?.question}
        </Row>
      </a>
    );
  }
  if (item.kind === 'decision') {
    const { filename, title, clientDecision } = item.document;
    return (
      <Link to="/portal/$token" params={{ token }} search={{ file: filename }} className={rowStyle}>
        <Row icon={FileCheck2} title={texts.decide(title)}>
          {clientDecision && texts.newer}
        </Row>
      </Link>
    );
  }
  const { filename, id, replies } = item.comment;
  const last = replies.at(-1);
  const search = filename === null ? { comment: id } : { file: filename, comment: id };
  const title = view.deliverables.find((one) => one.filename === filename)?.title;
  return (
    <Link to="/portal/$token" params={{ token }} search={search} className={rowStyle}>
      <Row icon={MessageSquareReply} title={texts.reply(last?.author.name ?? '', title)}>
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
