import type { DeliverableRecord } from '@ecp/contract/work/deliverables';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { type ReactNode, useEffect, useState } from 'react';
import type { Static } from 'typebox';
import { formatAgo, formatDuration, formatMoment } from '../format/format.ts';
import { statusTexts } from '../texts/common.ts';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};

export function Badge({
  tone = 'neutral',
  dot = false,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 items-center gap-1.5 whitespace-nowrap rounded-md px-2 font-medium text-xs',
        tones[tone],
      )}
    >
      {dot && <span aria-hidden className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}

type ApprovalStatus = Static<typeof DeliverableRecord>['approvalStatus'];

const statusTones: Record<EngagementStatus, Tone> = {
  pending: 'neutral',
  running: 'info',
  paused: 'warn',
  completed: 'good',
  failed: 'danger',
};
const approvalTones: Record<ApprovalStatus, Tone> = {
  pending_review: 'info',
  approved: 'good',
  revision_requested: 'warn',
  rejected: 'danger',
};

export function StatusBadge({ status }: { status: EngagementStatus }) {
  return (
    <Badge tone={statusTones[status]} dot>
      {statusTexts.engagement[status]}
    </Badge>
  );
}

interface ApprovalBadgeProps {
  status: ApprovalStatus;
  /** Stands for the name of the status. */
  label?: string | undefined;
}

export function ApprovalBadge({
  status,
  label = statusTexts.approval[status],
}: ApprovalBadgeProps) {
  return (
    <Badge tone={approvalTones[status]} dot>
      {label}
    </Badge>
  );
}

interface CountBadgeProps {
  count: number;
  /** Numbers from this one on are shown as the one before it with a plus, such as `99+`. */
  below: number;
  /** Says what the number counts, for people who cannot see where it is. */
  describe: (count: string) => string;
}

/** A number at the end of a link, such as that of unread notices. Renders nothing for 0. */
export function CountBadge({ count, below, describe }: CountBadgeProps) {
  if (count === 0) return null;
  const shown = count < below ? String(count) : `${below - 1}+`;
  return (
    <span className="figures ml-auto rounded-md bg-accent-soft px-1.5 text-accent-text text-xs leading-5">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{describe(shown)}</span>
    </span>
  );
}

interface ProgressBarProps {
  label: string;
  /** From 0 to 1. A higher value is shown as full. */
  value: number;
  tone?: 'accent' | 'danger';
}

export function ProgressBar({ label, value, tone = 'accent' }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover"
    >
      <div
        className={classNames(
          'h-full rounded-full transition-[width]',
          tone === 'danger' ? 'bg-danger-fill' : 'bg-accent',
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

interface ElapsedTimeProps {
  startedAt: string;
  /** Null while the work continues. */
  endedAt: string | null;
  pausedMs?: number;
}

/** Shows how long something takes or took. Only this text re-renders every second. */
export function ElapsedTime({ startedAt, endedAt, pausedMs = 0 }: ElapsedTimeProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (endedAt !== null) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [endedAt]);
  const untilMs = endedAt === null ? nowMs : Date.parse(endedAt);
  return (
    <time className="figures">{formatDuration(untilMs - Date.parse(startedAt) - pausedMs)}</time>
  );
}

/** Shows how long ago something was, such as “3 hours ago”, and the exact time on hover. */
export function TimeAgo({ at, className }: { at: string; className?: string | undefined }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={className}>
      {formatAgo(at)}
    </time>
  );
}
