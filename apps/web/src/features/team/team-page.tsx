import { shellTexts } from '../../texts/en/shell.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Page skeleton. */
export function TeamPage() {
  return (
    <Page>
      <PageHeader title={shellTexts.team} />
      <SkeletonRows />
    </Page>
  );
}
