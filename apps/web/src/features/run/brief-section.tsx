import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { ChevronRight } from 'lucide-react';
import { BriefText } from '../../domain/engagement-draft/brief-text.tsx';
import { pendingTexts } from '../../texts/en/pending.ts';

/** Holds the brief that the run answers. It is closed at first, because the reader knows it mostly. */
export function BriefSection({ engagement: { brief } }: { engagement: EngagementDetail }) {
  return (
    <details className="group rounded-xl border bg-surface">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 font-semibold">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        <h2>{pendingTexts.brief}</h2>
      </summary>
      <div className="border-t p-4">
        <BriefText brief={brief} />
      </div>
    </details>
  );
}
