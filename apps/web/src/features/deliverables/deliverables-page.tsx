import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ReleaseButton } from '../../domain/clients/release/release-button.tsx';
import { deliverableListQuery } from '../../domain/deliverables/queries.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useEngagementRun } from '../../domain/runs/use-engagement-run.ts';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { BoardPaperButton } from './board-paper-button.tsx';
import { DeliverableList } from './deliverable-list.tsx';
import { ExportMenu } from './export-menu.tsx';
import { InternalFiles } from './internal-files.tsx';
import { listFiles } from './list-files.ts';
import { NoDeliverables } from './no-deliverables.tsx';
import { StaleFiles } from './stale-files.tsx';
import { useNewDeliverables } from './use-new-deliverables.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

/** Lists an engagement's deliverables with their approval status and what to do next. It updates live during a run. */
export function DeliverablesPage() {
  const { engagementId } = route.useParams();
  const list = useQuery(deliverableListQuery(engagementId));
  const engagement = useQuery(engagementQuery(engagementId));
  const { runId, isActive } = useEngagementRun(engagementId);
  const coming = useNewDeliverables(engagementId, runId, isActive);
  const failed = [list, engagement].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!list.data || !engagement.data) return <SkeletonRows rows={5} className="h-14 w-full" />;
  const { files, internal } = listFiles(list.data, engagement.data);
  const approved = files.filter(({ approvalStatus }) => approvalStatus === 'approved').length;
  const isEmpty = files.length === 0 && coming.length === 0;
  return (
    <div className="flex flex-col gap-6">
      {files.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="figures text-muted">{deliverableTexts.summary(approved, files.length)}</h2>
          <div className="flex flex-wrap gap-2">
            {files.some(({ isBoardPaper }) => !isBoardPaper) && (
              <BoardPaperButton
                engagementId={engagementId}
                isWritten={files.some(({ isBoardPaper }) => isBoardPaper)}
                isActive={isActive}
              />
            )}
            <ExportMenu engagementId={engagementId} slug={engagement.data.slug} />
            <ReleaseButton engagementId={engagementId} kind={approved > 0 ? 'primary' : 'secondary'} />
          </div>
        </div>
      )}
      <StaleFiles engagementId={engagementId} files={files} />
      {isEmpty ? (
        <NoDeliverables engagementId={engagementId} isRunning={isActive} />
      ) : (
        <DeliverableList engagementId={engagementId} files={files} coming={coming} />
      )}
      <InternalFiles engagementId={engagementId} files={internal} />
    </div>
  );
}
