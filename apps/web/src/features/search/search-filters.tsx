import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { engagementNamesQuery } from '../../domain/engagements/queries.ts';
import { searchTexts } from '../../texts/en/findings/search.ts';
import { CompactSelect } from '../../ui/fields/compact-select.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';

const route = getRouteApi('/shell/search');
const texts = searchTexts;
const kinds = [
  { value: '', label: texts.anyKind },
  ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
];

/** The words, the kind and the engagement of the search. Each change is stored in the address. */
export function SearchFilters() {
  const { q = '', kind = '', engagement = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const narrow = useCallback(
    (name: 'q' | 'kind' | 'engagement', value: string) =>
      void navigate({
        search: ({ [name]: _old, ...rest }) => (value === '' ? rest : { ...rest, [name]: value }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const search = useCallback((text: string) => narrow('q', text), [narrow]);
  return (
    // On a phone, the fields keep their places while the names of engagements arrive.
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2">
      <SearchField label={texts.label} value={q} onSearch={search} className="w-full max-sm:col-span-2 sm:w-96" />
      <CompactSelect label={texts.kind} options={kinds} value={kind} onChange={(value) => narrow('kind', value)} />
      <CompactSelect
        label={texts.engagement}
        options={useEngagementOptions(engagement)}
        value={engagement}
        onChange={(value) => narrow('engagement', value)}
      />
    </div>
  );
}

/** The newest engagements, and the chosen one if it is older. */
function useEngagementOptions(chosen: string) {
  const { data: names = new Map<string, string>() } = useQuery(engagementNamesQuery);
  const older = chosen !== '' && !names.has(chosen) ? [{ value: chosen, label: texts.namedEngagement }] : [];
  return [
    { value: '', label: texts.anyEngagement },
    ...older,
    ...[...names].map(([value, label]) => ({ value, label })),
  ];
}
