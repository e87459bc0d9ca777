import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ReadingBar } from './reading-bar.tsx';

const paragraphs = ['w-full', 'w-11/12', 'w-14/15', 'w-4/5'];

/** The reading view while its text loads. */
export function ReadingSkeleton(place: FileProps) {
  return (
    <>
      <ReadingBar {...place} />
      <div role="status" aria-label={commonTexts.loading} className="mx-auto max-w-170 px-4 py-10">
        <Skeleton className="mb-3 h-5.5 w-44" />
        <Skeleton className="mb-3 h-9 w-4/5" />
        <Skeleton className="mb-8 h-5 w-3/5" />
        {['one', 'two', 'three'].map((section) => (
          <div key={section} className="mb-10 flex flex-col gap-3">
            <Skeleton className="mb-2 h-6 w-2/5" />
            {paragraphs.map((width) => (
              <Skeleton key={width} className={`h-4 ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
