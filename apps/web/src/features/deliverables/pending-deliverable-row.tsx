import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import type { PendingDeliverable } from './use-new-deliverables.ts';

/** A document that is being written. The row links to the run. */
export function PendingDeliverableRow({ engagementId, task }: { engagementId: string; task: PendingDeliverable }) {
  return (
    <Link
      to="/engagements/$engagementId"
      params={{ engagementId }}
      className="flex h-full items-center gap-3 border-b px-4 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-muted">{task.name}</span>
        <span className="block truncate text-muted text-sm">{deliverableTexts.by(task.agent)}</span>
      </span>
      <span className="flex items-center gap-2 text-info text-sm">
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        {deliverableTexts.writing}
      </span>
    </Link>
  );
}
