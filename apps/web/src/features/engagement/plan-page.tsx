import { engagementTexts } from '../../texts/en/engagements.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function PlanPage() {
  return (
    <Section title={engagementTexts.tabs.plan}>
      <SkeletonRows />
    </Section>
  );
}
