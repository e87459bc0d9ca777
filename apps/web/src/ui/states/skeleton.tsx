import { commonTexts } from '../../texts/en/shared/common.ts';
import { classNames } from '../class-names.ts';

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
export function SkeletonRows({ rows = 6, className }: { rows?: number; className?: string | undefined }) {
  return (
    <div role="status" aria-label={commonTexts.loading} className="flex flex-col gap-2 py-2">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={className ?? 'h-11 w-full'} />
      ))}
    </div>
  );
}

/** Placeholder of a page that is loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 md:p-8">
      <Skeleton className="h-7 w-56" />
      <SkeletonRows />
    </div>
  );
}
