import { commonTexts } from '../../texts/en/shared/common.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';

const cards = [1, 2, 3, 4, 5, 6];

/** Placeholder cards while templates load. */
export function TemplatesSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map((card) => (
        <Skeleton key={card} className="h-38 w-full rounded-xl" />
      ))}
    </div>
  );
}
