import { useQuery } from '@tanstack/react-query';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { engagementQuery } from '../engagements/queries.ts';

/** An engagement that has a run. */
export function RunOverview({ engagementId }: { engagementId: string }) {
  const { data } = useQuery(engagementQuery(engagementId));
  return (
    <Section title={engagementTexts.tabs.overview}>
      {data ? <StatusBadge status={data.status} /> : <SkeletonRows />}
    </Section>
  );
}
