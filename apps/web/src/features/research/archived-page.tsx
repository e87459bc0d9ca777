import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { researchTexts } from '../../texts/en/findings/research.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PageSkeleton } from '../../ui/states/skeleton.tsx';
import { ArchivedFacts } from './archived-facts.tsx';
import { ArchivedText } from './archived-text.tsx';
import { BackLink } from './back-link.tsx';
import { DownloadOriginal } from './download-original.tsx';
import { pageQuery } from './queries.ts';
import { useCitedWords } from './use-cited-words.ts';

const route = getRouteApi('/shell/engagements/$engagementId/research/$pageId');
const texts = researchTexts.page;

/** Shows a page as it was archived: its facts, and its text with the words of a citation or a search marked. */
export function ArchivedPage() {
  const { engagementId, pageId } = route.useParams();
  const search = route.useSearch();
  const { data: page, error, isLoadingError, refetch } = useQuery(pageQuery(engagementId, pageId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const words = useCitedWords(engagementId, pageId, search);
  const citing = search.document === undefined ? null : titleOf(search.document, engagement);
  const back = <BackLink engagementId={engagementId} search={search} title={citing} />;
  if (isLoadingError) {
    return (
      <Page>
        {back}
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!page || words === undefined) return <PageSkeleton />;
  return (
    <Page>
      <PageHeader
        above={[back]}
        title={page.title}
        badges={<Badge>{texts.kind}</Badge>}
        actions={<DownloadOriginal engagementId={engagementId} page={page} />}
      />
      <ArchivedFacts page={page} />
      <ArchivedText
        key={`${pageId} ${search.words} ${search.near}`}
        text={page.text}
        words={words}
        citing={citing}
        found={search}
      />
    </Page>
  );
}
