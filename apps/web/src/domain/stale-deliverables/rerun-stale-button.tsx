import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { deliverableListQuery } from '../deliverables/queries.ts';
import { engagementQuery } from '../engagements/queries.ts';
import { useEngagementRun } from '../runs/use-engagement-run.ts';
import { listStaleTasks } from './list-stale-tasks.ts';
import { RerunStaleDialog } from './rerun-stale-dialog.tsx';

/** Starts a rerun of stale deliverables. Renders nothing if none is stale or the user may not start one. */
export function RerunStaleButton({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { isActive } = useEngagementRun(engagementId);
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const tasks = listStaleTasks(engagement?.tasks ?? [], listed);
  if (!has('member') || tasks.length === 0) return null;
  return (
    <>
      <Button size="small" className="text-ink" disabled={isActive} onClick={() => setIsOpen(true)}>
        <RotateCcw aria-hidden className="size-3.5" />
        {isActive ? reviewTexts.rerun.busy : reviewTexts.stale.rerun}
      </Button>
      <RerunStaleDialog engagementId={engagementId} tasks={tasks} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
