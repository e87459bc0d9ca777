import { engagementTexts } from '../../texts/en/engagements.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function DeliverablePage() {
  return (
    <Page>
      <PageHeader title={engagementTexts.tabs.deliverables} />
      <SkeletonRows />
    </Page>
  );
}
