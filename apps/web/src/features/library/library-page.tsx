import { getRouteApi, Link } from '@tanstack/react-router';
import { Library as LibraryIcon } from 'lucide-react';
import { useCallback } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { LibraryBrowser } from './library-browser.tsx';
import { useLibrary } from './use-library.ts';

const route = getRouteApi('/shell/library');

/** Lists the library entries of completed runs and shows one of them (INS-2). */
export function LibraryPage() {
  const { q = '', entry: entryId } = route.useSearch();
  const navigate = route.useNavigate();
  const library = useLibrary({ q: q.trim(), entryId });
  const search = useCallback(
    (text: string) =>
      void navigate({ search: ({ q: _old, ...rest }) => (text === '' ? rest : { ...rest, q: text }), replace: true }),
    [navigate],
  );
  const { list, isEmpty } = library;
  const isShown = list.data !== undefined;
  return (
    <Page>
      <PageHeader title={libraryTexts.title} description={libraryTexts.description} />
      {list.isPending && <SkeletonRows rows={6} className="h-15 w-full" />}
      {list.isLoadingError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {isShown && isEmpty && <EmptyLibrary />}
      {isShown && !isEmpty && (
        <>
          <SearchField
            label={libraryTexts.search}
            value={q}
            onSearch={search}
            className={classNames('w-full sm:w-88', entryId !== undefined && 'hidden lg:block')}
          />
          <LibraryBrowser library={library} entryId={entryId} />
        </>
      )}
    </Page>
  );
}

function EmptyLibrary() {
  const { title, advice, action } = libraryTexts.empty;
  const begin = (
    <Link to="/engagements" search={{}} className={buttonStyle('primary')}>
      {action}
    </Link>
  );
  return (
    <EmptyState icon={LibraryIcon} title={title} action={begin}>
      {advice}
    </EmptyState>
  );
}
