import { isApiError } from '@ecp/sdk/create-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Presentation as PresentationIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { titleOf } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { brandingQuery, deckTemplateQuery } from '../../base/api/firm-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { engagementTexts } from '../../base/texts/engagements.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { Breadcrumbs, Page } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../base/ui/states.tsx';
import { brandColors } from '../../base/ui/theme/brand-colors.ts';
import { deckColors } from './drawing/deck-colors.ts';
import type { DeckLook } from './drawing/slide-view.tsx';
import { SlidesView } from './slides-view.tsx';
import { type Audience, type DeckPlace, storylineQuery } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId/slides');

/**
 * The slides of a document, or of all documents of an engagement, for the team or as a client gets
 * them.
 */
export function SlidesPage() {
  const { engagementId } = route.useParams();
  const { document: filename, audience: asked } = route.useSearch();
  const audience: Audience = asked === 'client' ? 'client' : 'team';
  const place = { engagementId, filename };
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery({
    ...storylineQuery(place, audience),
    // The team's slides stay while the client's load, and the other way round.
    placeholderData: keepPreviousData,
  });
  const look = useDeckLook(engagementId, data?.language);
  if (isApiError(error, 'no_deliverables')) {
    return (
      <Frame place={place}>
        <NoSlides engagementId={engagementId} />
      </Frame>
    );
  }
  if (error && !data) {
    return (
      <Frame place={place}>
        <Page>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Page>
      </Frame>
    );
  }
  if (!data || !look) {
    return (
      <Frame place={place}>
        <SlidesSkeleton />
      </Frame>
    );
  }
  const choose = (next: Audience) =>
    void navigate({
      search: ({ audience: _audience, ...rest }) => ({
        ...rest,
        ...(next === 'client' && { audience: next }),
      }),
      replace: true,
    });
  return (
    <SlidesView
      key={filename ?? ''}
      place={place}
      audience={audience}
      look={look}
      storyline={data}
      onAudience={choose}
      bar={<SlidesCrumbs {...place} />}
    />
  );
}

/** How slides of a language look in the firm's colors; undefined until all of it is known. */
function useDeckLook(engagementId: string, language: string | undefined): DeckLook | undefined {
  const { tenant } = useSession();
  const { data } = useQuery(brandingQuery);
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  // The page names the master, so that nothing moves when it is known.
  const isMasterKnown = !useQuery(deckTemplateQuery).isPending;
  if (!data || !engagement || !isMasterKnown || language === undefined) return undefined;
  const accent =
    data.primaryColor === null ? undefined : brandColors(data.primaryColor, 'light')?.text;
  const { companyName, logoUrl } = data;
  return {
    language,
    colors: deckColors(accent),
    company: companyName ?? tenant.name,
    client: engagement.client,
    logoUrl,
  };
}

function Frame({ place, children }: { place: DeckPlace; children: ReactNode }) {
  return (
    <>
      <div className="flex h-12 items-center border-b bg-surface px-4 md:px-8">
        <SlidesCrumbs {...place} />
      </div>
      {children}
    </>
  );
}

/** The way to the slides. It also names the page. */
function SlidesCrumbs({ engagementId, filename }: DeckPlace) {
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const title =
    filename === undefined ? engagement?.name : engagement && titleOf(filename, engagement);
  useEffect(() => {
    if (title !== undefined)
      document.title = `${slidesTexts.pageTitle(title)} · ${commonTexts.product}`;
  }, [title]);
  const above = [
    <Link key="all" to="/engagements">
      {engagementTexts.title}
    </Link>,
    <Link key="engagement" to="/engagements/$engagementId" params={{ engagementId }}>
      {engagement?.name ?? readingTexts.page.engagement}
    </Link>,
    filename === undefined ? (
      <Link key="files" to="/engagements/$engagementId/deliverables" params={{ engagementId }}>
        {readingTexts.page.deliverables}
      </Link>
    ) : (
      <DocumentLink key="file" engagementId={engagementId} filename={filename}>
        {title ?? filename}
      </DocumentLink>
    ),
  ];
  return (
    <>
      <h1 className="sr-only">{slidesTexts.pageTitle(title ?? '')}</h1>
      <Breadcrumbs above={above} current={slidesTexts.title} isBar />
    </>
  );
}

function NoSlides({ engagementId }: { engagementId: string }) {
  const action = useSession().has('member') && (
    <Link
      to="/engagements/$engagementId/plan"
      params={{ engagementId }}
      className={buttonStyle('primary')}
    >
      {slidesTexts.none.action}
    </Link>
  );
  return (
    <Page>
      <EmptyState icon={PresentationIcon} title={slidesTexts.none.title} action={action}>
        {slidesTexts.none.advice}
      </EmptyState>
    </Page>
  );
}

/** The page while its slides load, with everything where it will be. */
function SlidesSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading} className="flex flex-col gap-4 p-4 md:px-8">
      <Skeleton className="h-9 w-full" />
      <Skeleton className="aspect-video w-full rounded-lg" />
    </div>
  );
}
