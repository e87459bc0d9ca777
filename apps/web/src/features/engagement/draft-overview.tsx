import type { EngagementDetail } from '@ecp/contract/engagements';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { Section } from '../../ui/section.tsx';

/** An engagement that has no run yet. */
export function DraftOverview({ engagement }: { engagement: EngagementDetail }) {
  return <Section title={engagementTexts.tabs.overview}>{engagement.brief}</Section>;
}
