import { Link } from '@tanstack/react-router';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { FileProps } from '../../../base/api/document-queries.ts';
import { formatUsd } from '../../../base/format/format.ts';
import { sentence } from '../../../base/format/words.ts';
import { shownLanguage } from '../../../base/language/language.ts';
import { versionTexts } from '../../../base/texts/versions.ts';
import { Button, linkStyle } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import type { RunProjection } from '../../../shared/live/run-projection.ts';
import type { Rerun } from './rerun.tsx';
import { RerunPrice } from './rerun-price.tsx';

const texts = versionTexts.rerun;

interface RerunDialogProps extends FileProps {
  points: readonly string[];
  start: Rerun['start'];
  open: boolean;
  onClose: () => void;
}

/**
 * Shows the price of a rerun and the points that the agent gets, and starts it only after a
 * confirmation.
 */
export function RerunDialog({
  engagementId,
  filename,
  points,
  start,
  open,
  onClose,
}: RerunDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      kind="primary"
      action={start}
      onConfirm={() => start.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="flex flex-col gap-3 text-ink">
        <p className="text-muted">{points.length > 0 ? texts.withNotes : texts.withoutNotes}</p>
        {points.length > 0 && (
          <ol className="max-h-60 list-decimal space-y-1.5 overflow-y-auto rounded-lg bg-sunken py-3 pr-3 pl-8">
            {[...points.entries()].map(([at, point]) => (
              <li key={at} className="whitespace-pre-line pl-1">
                {point}
              </li>
            ))}
          </ol>
        )}
        {open && <RerunPrice engagementId={engagementId} filename={filename} />}
        <p className="text-muted text-sm">{texts.cost}</p>
      </div>
    </ConfirmDialog>
  );
}

interface RerunProgressProps {
  engagementId: string;
  /** State of the run that was started in this tab; null for another user's run. */
  projection: RunProjection | null;
}

/**
 * Says that a run is active. Shows the progress of a run that was started in this tab; its log is
 * English.
 */
export function RerunProgress({ engagementId, projection }: RerunProgressProps) {
  const line = projection?.lines.at(-1);
  return (
    <div role="status" className="flex items-center gap-3 border-b px-4 py-2 text-sm">
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-accent-text" />
      <span className="shrink-0 font-medium">{projection ? texts.working : texts.busy}</span>
      <span aria-live="off" className="min-w-0 flex-1 truncate text-muted">
        {projection && shownLanguage() === 'en' ? line?.message : texts.busyAdvice}
      </span>
      {projection && projection.cost > 0 && (
        <span aria-live="off" className="figures text-muted">
          {formatUsd(projection.cost)}
        </span>
      )}
      <Link
        to="/engagements/$engagementId"
        params={{ engagementId }}
        className={`${linkStyle} shrink-0`}
      >
        {texts.watch}
      </Link>
    </div>
  );
}

export function RerunFailure({ reason, onDismiss }: { reason: string; onDismiss: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 border-b bg-danger-soft px-4 py-2 text-danger text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium">{sentence(texts.failed)}</strong> {reason}
      </p>
      <Button size="small" className="text-ink" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </div>
  );
}
