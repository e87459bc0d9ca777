import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { statusTexts } from '../../texts/en/shared/statuses.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { ChoiceButtons } from '../../ui/buttons/choice-buttons.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { EngagementList } from './engagement-list.tsx';
import { SortSelect } from './sort-select.tsx';
import type { Sorting } from './sorting.ts';

const route = getRouteApi('/shell/engagements');
const statuses = [
  { value: undefined, label: engagementTexts.allStatuses },
  ...(['running', 'paused', 'completed', 'failed', 'pending'] as const).map((value) => ({
    value,
    label: statusTexts.engagement[value],
  })),
];

/** Lists all engagements with search, filter and order, which are stored in the URL (ENG-32). */
export function EngagementsPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = useSession();
  const search = useCallback(
    (q: string) => {
      void navigate({ search: ({ q: _old, ...rest }) => (q === '' ? rest : { ...rest, q }), replace: true });
    },
    [navigate],
  );
  const choose = (status: EngagementStatus | undefined) =>
    // Adds an entry to the browser's history, as a click on a link does.
    void navigate({ search: ({ status: _old, ...rest }) => (status ? { ...rest, status } : rest) });
  const showArchived = (archived: boolean) =>
    void navigate({ search: ({ archived: _old, ...rest }) => (archived ? { ...rest, archived } : rest) });
  const sortBy = (sorting: Sorting) => void navigate({ search: (old) => ({ ...old, ...sorting }), replace: true });
  const create = has('member') && (
    <Link to="/engagements/new" className={buttonStyle('primary')}>
      <Plus aria-hidden className="size-4" />
      {engagementTexts.create}
    </Link>
  );
  return (
    <Page>
      <PageHeader title={engagementTexts.title} description={engagementTexts.description} actions={create} />
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={engagementTexts.search}
          value={filter.q ?? ''}
          onSearch={search}
          className="w-full sm:w-72"
        />
        <ChoiceButtons label={engagementTexts.status} choices={statuses} value={filter.status} onChange={choose} />
        <SortSelect filter={filter} onSort={sortBy} />
        <label className="flex items-center gap-2 text-muted text-sm sm:ml-auto">
          <input
            type="checkbox"
            checked={filter.archived ?? false}
            onChange={({ currentTarget }) => showArchived(currentTarget.checked)}
            className="size-4 accent-accent"
          />
          {engagementTexts.showArchived}
        </label>
      </div>
      <EngagementList filter={filter} onSort={sortBy} />
    </Page>
  );
}
