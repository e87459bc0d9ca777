import { useQuery } from '@tanstack/react-query';
import { Equal } from 'lucide-react';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { compareTexts } from '../../texts/en/compare.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { countChanges } from './collapse-rows.ts';
import { CompareTable } from './compare-table.tsx';
import { CompareToolbar } from './compare-toolbar.tsx';
import { comparisonQuery } from './comparison-query.ts';
import { useChangeSteps } from './use-change-steps.ts';

interface CompareViewProps {
  before: Deliverable;
  after: Deliverable;
  versions: readonly { version: number }[];
  isSplit: boolean;
  onLayout: (isSplit: boolean) => void;
  onChoose: (from: number, to: number) => void;
}

/** Shows the changes between two versions, with a toolbar to navigate them. */
export function CompareView({ before, after, versions, isSplit, onLayout, onChoose }: CompareViewProps) {
  const { data: comparison, error, refetch } = useQuery(comparisonQuery(before, after));
  const changes = comparison ? countChanges(comparison.rows) : 0;
  const steps = useChangeSteps(changes);
  const none = before.id === after.id ? compareTexts.sameVersion : compareTexts.same;
  return (
    <div className="rounded-xl border bg-surface">
      <CompareToolbar
        versions={versions}
        from={before.version}
        to={after.version}
        onChoose={onChoose}
        isSplit={isSplit}
        onLayout={onLayout}
        comparison={comparison}
        changes={changes}
        steps={steps}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!comparison && !error && (
        <div className="px-4">
          <SkeletonRows rows={8} className="h-6 w-full" />
        </div>
      )}
      {comparison && changes === 0 && (
        <div className="p-4">
          <EmptyState icon={Equal} title={none.title}>
            {none.advice}
          </EmptyState>
        </div>
      )}
      {comparison && changes > 0 && (
        <CompareTable
          comparison={comparison}
          from={before.version}
          to={after.version}
          isSplit={isSplit}
          current={steps.current}
        />
      )}
    </div>
  );
}
