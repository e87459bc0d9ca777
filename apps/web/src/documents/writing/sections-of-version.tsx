import { useQuery } from '@tanstack/react-query';
import { type Deliverable, versionsQuery } from '../../api/document-queries.ts';
import { Section } from '../../ui/layout/page.tsx';
import { SectionList } from './section-list.tsx';
import { writingTexts } from './texts.ts';

/** Shows who wrote which section, with the locks of the latest version. */
export function SectionsOfVersion({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, filename, version } = deliverable;
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  return (
    <Section title={writingTexts.sections.title}>
      <SectionList deliverable={deliverable} isLatest={versions?.[0]?.version === version} />
    </Section>
  );
}
