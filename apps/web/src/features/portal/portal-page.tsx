import { engagementTexts } from '../../texts/en/engagements.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function PortalPage() {
  return (
    <Page>
      <PageHeader title={engagementTexts.tabs.clients} />
      <SkeletonRows />
    </Page>
  );
}
