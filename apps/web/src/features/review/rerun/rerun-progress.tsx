import { Link } from '@tanstack/react-router';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { formatUsd } from '../../../format/format.ts';
import type { RunProjection } from '../../../live/run-projection.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { linkStyle } from '../../../ui/layout/link-style.ts';

const texts = reviewTexts.rerun;

interface RerunProgressProps {
  engagementId: string;
  /** State of the run that was started in this tab; null for another user's run. */
  projection: RunProjection | null;
}

/** Says that a run is active. Shows the progress of a run that was started in this tab. */
export function RerunProgress({ engagementId, projection }: RerunProgressProps) {
  const line = projection?.lines.at(-1);
  return (
    <div role="status" className="flex items-center gap-3 border-b px-4 py-2 text-sm">
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent-text" />
      <span className="shrink-0 font-medium">{projection ? texts.working : texts.busy}</span>
      <span aria-live="off" className="min-w-0 flex-1 truncate text-muted">
        {projection ? line?.message : texts.busyAdvice}
      </span>
      {projection && projection.cost > 0 && (
        <span aria-live="off" className="figures text-muted">
          {formatUsd(projection.cost)}
        </span>
      )}
      <Link to="/engagements/$engagementId" params={{ engagementId }} className={`${linkStyle} shrink-0`}>
        {texts.watch}
      </Link>
    </div>
  );
}

/** Says why a rerun that was started in this tab failed. */
export function RerunFailure({ reason, onDismiss }: { reason: string; onDismiss: () => void }) {
  return (
    <div role="alert" className="flex items-start gap-3 border-b bg-danger-soft px-4 py-2 text-danger text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium">{texts.failed}.</strong> {reason}
      </p>
      <Button size="small" className="text-ink" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </div>
  );
}
