import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { matchesTemplate, templateListQuery } from '../../domain/templates/queries.ts';
import { useSession } from '../../session/session.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadMoreError } from '../../ui/states/load-more-error.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { TemplateGroups } from './template-groups.tsx';

const route = getRouteApi('/shell/templates');

/** Lists the templates of the workspace and the product (docs/requirements/templates.md). */
export function TemplatesPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = useSession();
  const search = useCallback(
    (text: string) => void navigate({ search: text === '' ? {} : { q: text }, replace: true }),
    [navigate],
  );
  const create = has('member') && (
    <Link to="/templates/new" className={buttonStyle('primary')}>
      <Plus aria-hidden className="size-4" />
      {templateTexts.create}
    </Link>
  );
  return (
    <Page>
      <PageHeader title={templateTexts.title} description={templateTexts.description} actions={create} />
      <SearchField label={templateTexts.search} value={q} onSearch={search} className="w-full sm:w-72" />
      <Templates q={q} />
    </Page>
  );
}

function Templates({ q }: { q: string }) {
  const list = useInfiniteQuery(templateListQuery);
  if (list.isPending) return <TemplatesSkeleton />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const templates = list.data.pages.flatMap((page) => page.templates);
  const shown = templates.filter((template) => matchesTemplate(template, q.trim()));
  return (
    <>
      <TemplateGroups templates={shown} isSearch={q.trim() !== ''} />
      {list.isFetchNextPageError && <LoadMoreError error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {templateTexts.more}
        </Button>
      )}
    </>
  );
}

const cards = [1, 2, 3, 4, 5, 6];

/** Placeholder cards while templates load. */
function TemplatesSkeleton() {
  return (
    <div role="status" aria-label={commonTexts.loading} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map((card) => (
        <Skeleton key={card} className="h-38 w-full rounded-xl" />
      ))}
    </div>
  );
}
