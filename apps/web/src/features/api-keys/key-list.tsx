import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { engagementNamesQuery } from '../../domain/engagements/queries.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { ChoiceButtons } from '../../ui/buttons/choice-buttons.tsx';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { KeyRow, keyGrid } from './key-row.tsx';
import { keyState } from './key-state.ts';

const route = getRouteApi('/shell/settings/api-keys');
const rowHeightPx = 60;
const choices = [
  { value: undefined, label: apiKeyTexts.show.active },
  { value: 'all', label: apiKeyTexts.show.all },
] as const;

/** Lists the active keys, or all keys that ever existed. The choice is stored in the URL. */
export function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useQuery({ ...engagementNamesQuery, enabled: keys.some(({ engagementId }) => engagementId !== null) });
  const shown = show === 'all' ? keys : keys.filter((key) => keyState(key) === 'active');
  return (
    <>
      <ChoiceButtons
        label={apiKeyTexts.show.label}
        choices={choices}
        value={show}
        onChange={(value) => void navigate({ search: value ? { show: value } : {}, replace: true })}
      />
      {shown.length === 0 ? (
        <EmptyState icon={KeyRound} title={apiKeyTexts.empty.noneInUse}>
          {apiKeyTexts.empty.noneInUseAdvice}
        </EmptyState>
      ) : (
        <div className="overflow-hidden rounded-xl border">
          <ListHead />
          <VirtualList
            label={apiKeyTexts.listLabel}
            items={shown}
            itemKey={({ id }) => id}
            rowHeightPx={rowHeightPx}
            renderItem={(key) => <KeyRow apiKey={key} names={names.data} />}
          />
        </div>
      )}
    </>
  );
}

function ListHead() {
  const { name, access, scope, used, expires } = apiKeyTexts.columns;
  return (
    <div aria-hidden className={`${keyGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      <span>{name}</span>
      <span>{access}</span>
      <span>{scope}</span>
      <span>{used}</span>
      <span>{expires}</span>
    </div>
  );
}
