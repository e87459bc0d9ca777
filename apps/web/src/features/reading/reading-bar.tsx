import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { readingTexts } from '../../texts/en/reading.ts';

const linkClass = 'truncate rounded hover:text-ink';

/** Shows the location and the actions. It sticks to the top edge. */
export function ReadingBar({ engagementId, children }: { engagementId: string; children?: ReactNode }) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  return (
    <div className="flex h-12 items-center justify-between gap-4 border-b bg-surface px-4 md:px-8 print:hidden">
      <nav aria-label={readingTexts.page.path} className="flex min-w-0 items-center gap-1.5 text-muted text-sm">
        <Link to="/engagements" className={`${linkClass} max-md:hidden`}>
          {engagementTexts.title}
        </Link>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 max-md:hidden" />
        <Link to="/engagements/$engagementId" params={{ engagementId }} className={linkClass}>
          {engagement?.name ?? readingTexts.page.engagement}
        </Link>
        <ChevronRight aria-hidden className="size-3.5 shrink-0" />
        <Link
          to="/engagements/$engagementId/deliverables"
          params={{ engagementId }}
          className="shrink-0 rounded hover:text-ink"
        >
          {readingTexts.page.deliverables}
        </Link>
      </nav>
      {children}
    </div>
  );
}
