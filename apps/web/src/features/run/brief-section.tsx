import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { BriefText } from '../../domain/engagement-draft/brief-text.tsx';
import { pendingTexts } from '../../texts/en/pending.ts';

/** Holds the brief that the run answers. It is closed at first, and its text is rendered when it opens. */
export function BriefSection({ engagement: { brief } }: { engagement: EngagementDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group rounded-xl border bg-surface"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 font-semibold">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90" />
        <h2>{pendingTexts.brief}</h2>
      </summary>
      <div className="border-t p-4">{open && <BriefText brief={brief} />}</div>
    </details>
  );
}
