import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import type { FileProps } from '../../domain/deliverables/version-props.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { compareTexts } from '../../texts/en/compare.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** Links to the engagement and the deliverable that are compared. */
export function CompareHeader({ engagementId, filename }: FileProps) {
  const { data } = useQuery(engagementQuery(engagementId));
  const title = titleOf(filename, data);
  const above = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {data?.name}
    </Link>,
    <Link key="files" to="/engagements/$engagementId/deliverables" params={{ engagementId }}>
      {engagementTexts.tabs.deliverables}
    </Link>,
    <Link
      key="file"
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename }}
      search={{}}
    >
      {title}
    </Link>,
  ];
  return <PageHeader title={compareTexts.title(title)} above={above} crumb={compareTexts.crumb} />;
}
