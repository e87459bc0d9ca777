import { getRouteApi } from '@tanstack/react-router';
import type { QueueKind } from '../../domain/queue/queries.ts';
import { queueTexts } from '../../texts/en/waiting/queue.ts';
import { ChoiceButtons } from '../../ui/buttons/choice-buttons.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useSingleKeys } from '../../ui/keys/single-keys.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { QueueList } from './queue-list.tsx';
import { useNothingWaits } from './use-nothing-waits.ts';
import { useQueueKeys } from './use-queue-keys.ts';

const route = getRouteApi('/shell/queue');
const scopes = [
  { value: undefined, label: queueTexts.scopes.mine },
  { value: 'all', label: queueTexts.scopes.all },
] as const;
const kinds = [
  { value: undefined, label: queueTexts.allKinds },
  ...(['review', 'question', 'comment', 'failed_run'] as const).map((value) => ({
    value,
    label: queueTexts.kinds[value],
  })),
];

/** The first page: what waits for a person over all engagements (QUE-4). The filter is stored in the URL. */
export function QueuePage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const hasKeys = useSingleKeys();
  const isEmpty = useNothingWaits();
  useQueueKeys();
  const chooseScope = (scope: 'all' | undefined) =>
    void navigate({ search: ({ scope: _old, ...rest }) => (scope ? { ...rest, scope } : rest) });
  const chooseKind = (kind: QueueKind | undefined) =>
    void navigate({ search: ({ kind: _old, ...rest }) => (kind ? { ...rest, kind } : rest) });
  return (
    <Page>
      <PageHeader title={queueTexts.title} description={queueTexts.description} />
      {/* The filters keep their room, so that the page does not jump when the count arrives. */}
      <div className={classNames('flex flex-wrap items-center gap-x-6 gap-y-2', isEmpty && 'invisible')}>
        <ChoiceButtons label={queueTexts.kind} choices={kinds} value={filter.kind} onChange={chooseKind} />
        <ChoiceButtons label={queueTexts.scope} choices={scopes} value={filter.scope} onChange={chooseScope} />
        {hasKeys && <p className="hidden text-muted text-sm lg:ml-auto lg:block">{queueTexts.keyHint}</p>}
      </div>
      <QueueList filter={filter} />
    </Page>
  );
}
