import { useQuery } from '@tanstack/react-query';
import { type Deliverable, versionsQuery } from '../../../domain/deliverables/queries.ts';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { SectionList } from './section-list.tsx';

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
