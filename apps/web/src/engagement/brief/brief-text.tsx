import { lazy, Suspense, useState } from 'react';
import { pendingTexts } from '../../base/texts/new-engagement.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { SkeletonRows } from '../../base/ui/states.tsx';

const Markdown = lazy(async () => ({
  default: (await import('../../shared/markdown/markdown.tsx')).Markdown,
}));
const foldedFromCharacters = 1_500;

export function BriefText({ brief }: { brief: string }) {
  const [open, setOpen] = useState(false);
  const isLong = brief.length > foldedFromCharacters;
  return (
    <div className="flex flex-col items-start gap-3">
      <div
        className={classNames(
          'w-full max-w-[72ch]',
          isLong && !open && 'max-h-80 overflow-hidden mask-b-from-75%',
        )}
      >
        <Suspense fallback={<SkeletonRows className="h-4 w-full" />}>
          <Markdown text={brief} size="compact" topLevel={3} idPrefix="brief-" />
        </Suspense>
      </div>
      {isLong && (
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? pendingTexts.showLess : pendingTexts.showAll}
        </Button>
      )}
    </div>
  );
}
