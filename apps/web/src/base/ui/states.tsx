import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { explainError } from '../api/explain-error.ts';
import { sentence, sentences } from '../format/words.ts';
import { commonTexts } from '../texts/common.ts';
import { Button, buttonStyle } from './buttons.tsx';
import { classNames } from './class-names.ts';

/** A grey bar in place of content that is loading. Classes set its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden
      data-loading
      className={classNames('animate-pulse rounded-md bg-hover', className ?? 'h-4 w-full')}
    />
  );
}

/** Placeholder rows of a list that is loading. A screen reader announces them once. */
export function SkeletonRows({
  rows = 6,
  className,
}: {
  rows?: number;
  className?: string | undefined;
}) {
  return (
    <div role="status" aria-label={commonTexts.loading} className="flex flex-col gap-2 py-2">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={className ?? 'h-11 w-full'} />
      ))}
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 md:p-8">
      <Skeleton className="h-7 w-56" />
      <SkeletonRows />
    </div>
  );
}

/** Shown when loading failed: what happened, and what to do about it. */
export function ErrorState({
  error,
  onRetry,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
}) {
  const { reset } = useQueryErrorResetBoundary();
  const { title, advice, requestId, remedy } = explainError(error);
  const retry = () => {
    reset();
    onRetry?.();
  };
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-xl border px-6 py-12 text-center"
    >
      <TriangleAlert aria-hidden className="size-6 text-danger" />
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="max-w-md text-muted">{advice}</p>
      <div className="mt-1 flex gap-2">
        {remedy === 'retry' && onRetry && <Button onClick={retry}>{commonTexts.tryAgain}</Button>}
        {remedy === 'reload' && (
          <Button onClick={() => location.reload()}>{commonTexts.reload}</Button>
        )}
        {remedy === 'sign-in' && (
          <a href="/sign-in" className={buttonStyle('primary')}>
            {commonTexts.signIn}
          </a>
        )}
        {remedy === 'upgrade' && (
          <a href="/settings/billing" className={buttonStyle('primary')}>
            {commonTexts.seePlans}
          </a>
        )}
        {remedy === 'leave' && (
          <a href="/engagements" className={buttonStyle()}>
            {commonTexts.toEngagements}
          </a>
        )}
      </div>
      {requestId && (
        <p className="text-muted text-xs">
          {commonTexts.requestId} <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}

/**
 * Shown below a list whose next rows could not be loaded. Loaded rows stay, and a button tries
 * again.
 */
export function LoadMoreError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, advice } = explainError(error);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-danger-soft px-4 py-2 text-danger text-sm"
    >
      <p className="min-w-52 flex-1">{sentences([sentence(title), advice])}</p>
      <Button size="small" onClick={onRetry}>
        {commonTexts.tryAgain}
      </Button>
    </div>
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Explains the purpose of the place and the first step. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shown in an empty place. It explains what the place will contain. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-14 text-center">
      <div className="flex size-10 items-center justify-center rounded-xl bg-accent-soft text-accent-text">
        <Icon aria-hidden className="size-5" />
      </div>
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="max-w-md text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

interface NoMatchProps {
  title: string;
  /** The page of the list. Without search and filters it shows everything. */
  to: '/engagements' | '/library' | '/templates';
}

/** Shown if nothing in a list matches its search and filters. */
export function NoMatch({ title, to }: NoMatchProps) {
  const showAll = (
    <Link to={to} search={{}} className={buttonStyle()}>
      {commonTexts.noMatch.all}
    </Link>
  );
  return (
    <EmptyState icon={SearchX} title={title} action={showAll}>
      {commonTexts.noMatch.advice}
    </EmptyState>
  );
}

/** Shows one thing to think about before going on, in a quiet box. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  );
}
