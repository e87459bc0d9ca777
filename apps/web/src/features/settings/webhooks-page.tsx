import { settingsTexts } from '../../texts/en/settings.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function WebhooksPage() {
  return (
    <Section title={settingsTexts.pages.webhooks}>
      <SkeletonRows />
    </Section>
  );
}
