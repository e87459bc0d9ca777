import { settingsTexts } from '../../texts/en/settings.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function AccountPage() {
  return (
    <Section title={settingsTexts.pages.account}>
      <SkeletonRows />
    </Section>
  );
}
