import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';

interface ReadingBarProps {
  engagementId: string;
  filename: string;
  children?: ReactNode;
}

/** Shows the location and the actions. It sticks to the top edge. */
export function ReadingBar({ engagementId, filename, children }: ReadingBarProps) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const above = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {engagement?.name ?? readingTexts.page.engagement}
    </Link>,
    <Link key="files" to="/engagements/$engagementId/deliverables" params={{ engagementId }}>
      {readingTexts.page.deliverables}
    </Link>,
  ];
  return (
    <div className="flex h-12 items-center justify-between gap-4 border-b bg-surface px-4 md:px-8 print:hidden">
      <Breadcrumbs
        above={above}
        current={engagement && titleOf(filename, engagement)}
        // A phone has no room for the first link beside the actions. The navigation has it, too.
        className="max-sm:[&_li:nth-child(-n+2)]:hidden"
      />
      {children}
    </div>
  );
}
