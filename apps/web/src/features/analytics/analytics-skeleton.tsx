import { commonTexts } from '../../texts/en/shared/common.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';

/** Placeholder while the figures load. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading} className="flex flex-col gap-6">
      <Skeleton className="h-24 w-full rounded-xl" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-64 rounded-xl" />
        <Skeleton className="h-64 rounded-xl" />
      </div>
      <Skeleton className="h-80 w-full rounded-xl" />
    </div>
  );
}
