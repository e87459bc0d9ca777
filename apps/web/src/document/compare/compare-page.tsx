import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileDiff } from 'lucide-react';
import { type Version, versionsQuery } from '../../base/api/document-queries.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { Page } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../../base/ui/states.tsx';
import { ReviewBar } from '../review/review-bar.tsx';
import { ComparedVersions, CompareHeader } from './compared-versions.tsx';
import { comparisonTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/deliverables/$filename/compare');

export function ComparePage() {
  const { engagementId, filename } = route.useParams();
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(versionsQuery(engagementId, filename));
  if (error && !data) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <PageSkeleton />;
  const { from, to } = chooseVersions(data, search);
  return (
    <Page wide>
      <CompareHeader engagementId={engagementId} filename={filename} />
      {data.length > 1 ? (
        <ComparedVersions
          engagementId={engagementId}
          filename={filename}
          versions={data}
          from={from}
          to={to}
        />
      ) : (
        <SingleVersion engagementId={engagementId} filename={filename} />
      )}
      {/* The key discards a draft of one file before the next file is shown. */}
      <ReviewBar
        key={`${engagementId} ${filename}`}
        engagementId={engagementId}
        filename={filename}
        version={to}
      />
    </Page>
  );
}

/**
 * Returns the versions that the address names, if they exist; by default the latest version and the
 * one before.
 */
function chooseVersions(versions: readonly Version[], search: { from?: string; to?: string }) {
  const find = (text: string | undefined) =>
    versions.find(({ version }) => String(version) === text);
  const to = find(search.to) ?? versions[0];
  const before = versions.find(({ version }) => to && version < to.version);
  const from = find(search.from) ?? before ?? versions[1] ?? to;
  return { from: from?.version ?? 1, to: to?.version ?? 1 };
}

function SingleVersion(params: { engagementId: string; filename: string }) {
  const { title, advice, back } = comparisonTexts.single;
  const read = (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={params}
      search={{}}
      className={buttonStyle()}
    >
      {back}
    </Link>
  );
  return (
    <EmptyState icon={FileDiff} title={title} action={read}>
      {advice}
    </EmptyState>
  );
}
