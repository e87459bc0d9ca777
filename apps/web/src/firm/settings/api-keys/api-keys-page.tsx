import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Ban, Ellipsis, ExternalLink, KeyRound, Plus, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { engagementNamesQuery } from '../../../base/api/engagement-queries.ts';
import { apiKeysQuery } from '../../../base/api/firm-queries.ts';
import { formatDay, formatMoment } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { Badge, TimeAgo } from '../../../base/ui/badges.tsx';
import { Button, buttonStyle, ChoiceButtons, IconButton } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { Menu, MenuItem } from '../../../base/ui/dialogs/menu.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { ListHead, VirtualList } from '../../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { CreateKeyDialog } from './create-key.tsx';
import { FirstCall, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { keyState } from './key-expiry.ts';
import { apiKeyTexts } from './texts.ts';

export function ApiKeysPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const keys = useQuery(apiKeysQuery);
  const create = has('admin') && (
    <Button icon={Plus} kind="primary" onClick={() => setCreating(true)}>
      {apiKeyTexts.create}
    </Button>
  );
  const actions = (
    <>
      <a href="/api/docs" target="_blank" rel="noreferrer" className={buttonStyle()}>
        {apiKeyTexts.docs}
        <ExternalLink aria-hidden className="size-3.5" />
      </a>
      {keys.data?.length !== 0 && create}
    </>
  );
  const description = has('admin') ? (
    apiKeyTexts.description
  ) : (
    <>
      {apiKeyTexts.description} {apiKeyTexts.readOnlyRole}
    </>
  );
  return (
    <>
      <PartHeader title={apiKeyTexts.title} description={description} actions={actions} />
      {keys.isPending && <SkeletonRows rows={4} className="h-14 w-full" />}
      {keys.isLoadingError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data &&
        (keys.data.length === 0 ? <NoKeys action={create} /> : <KeyList keys={keys.data} />)}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const emptyTexts = apiKeyTexts.empty;

/**
 * Shown if no key was ever created: explains keys and shows a first call. `action` is for users who
 * may create one.
 */
function NoKeys({ action }: { action: ReactNode }) {
  if (!action) {
    return (
      <EmptyState icon={KeyRound} title={emptyTexts.title}>
        {emptyTexts.adviceReader}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={KeyRound} title={emptyTexts.title} action={action}>
      {emptyTexts.advice}
      <div className="mt-4 text-left text-ink">
        <FirstCall label={emptyTexts.example} />
      </div>
    </EmptyState>
  );
}

const route = getRouteApi('/shell/settings/api-keys');
const rowHeightPx = 60;
const choices = () =>
  [
    { value: undefined, label: apiKeyTexts.show.active },
    { value: 'all', label: apiKeyTexts.show.all },
  ] as const;

/** Lists the active keys, or all keys that ever existed. The choice is stored in the URL. */
function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useQuery({
    ...engagementNamesQuery,
    enabled: keys.some(({ engagementId }) => engagementId !== null),
  });
  const shown = show === 'all' ? keys : keys.filter((key) => keyState(key) === 'active');
  return (
    <>
      <ChoiceButtons
        label={apiKeyTexts.show.label}
        choices={choices()}
        value={show}
        onChange={(value) => void navigate({ search: value ? { show: value } : {}, replace: true })}
      />
      {shown.length === 0 ? (
        <EmptyState icon={KeyRound} title={apiKeyTexts.empty.noneInUse}>
          {apiKeyTexts.empty.noneInUseAdvice}
        </EmptyState>
      ) : (
        <div className="overflow-hidden rounded-xl border">
          <ListHead grid={keyGrid} columns={apiKeyTexts.columns} />
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

const keyGrid =
  'grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-4 px-4 md:grid-cols-[minmax(0,1.4fr)_8rem_minmax(0,1fr)_7rem_7.5rem_2rem]';

interface KeyRowProps {
  apiKey: ApiKey;
  names: ReadonlyMap<string, string> | undefined;
}

function KeyRow({ apiKey, names }: KeyRowProps) {
  const { has } = useSession();
  const { name, prefix, scope, lastUsedAt } = apiKey;
  const active = keyState(apiKey) === 'active';
  return (
    <div className={classNames(keyGrid, 'h-full border-b', !active && 'text-muted')}>
      <div className="min-w-0">
        <span className={classNames('block truncate', active && 'font-medium')} title={name}>
          {name}
        </span>
        <code className="block truncate text-muted text-xs">{prefix}…</code>
      </div>
      <span>
        <Badge tone={scope === 'read_write' && active ? 'accent' : 'neutral'}>
          {apiKeyTexts.access[scope]}
        </Badge>
      </span>
      <Reach engagementId={apiKey.engagementId} names={names} />
      <span className="hidden text-muted md:block">
        {lastUsedAt === null ? apiKeyTexts.neverUsed : <TimeAgo at={lastUsedAt} />}
      </span>
      <Ending apiKey={apiKey} />
      {active && has('admin') && <KeyMenu apiKey={apiKey} />}
    </div>
  );
}

function Reach({ engagementId, names }: Pick<ApiKey, 'engagementId'> & Pick<KeyRowProps, 'names'>) {
  if (engagementId === null)
    return <span className="hidden md:line-clamp-2">{apiKeyTexts.wholeWorkspace}</span>;
  return (
    <Link
      to="/engagements/$engagementId"
      params={{ engagementId }}
      className="hidden truncate rounded text-accent-text hover:underline md:block"
    >
      {names?.get(engagementId) ?? apiKeyTexts.oneEngagement}
    </Link>
  );
}

function Ending({ apiKey }: { apiKey: ApiKey }) {
  const { revokedAt, expiresAt } = apiKey;
  const state = keyState(apiKey);
  if (state === 'revoked' && revokedAt !== null) {
    return (
      <span className="hidden md:block" title={apiKeyTexts.revokedOn(formatMoment(revokedAt))}>
        <Badge tone="danger">{apiKeyTexts.revoked}</Badge>
      </span>
    );
  }
  if (state === 'expired') {
    return (
      <span className="hidden md:block">
        <Badge tone="warn">{apiKeyTexts.expired}</Badge>
      </span>
    );
  }
  return (
    <span className="figures hidden text-muted md:block">
      {expiresAt === null ? (
        apiKeyTexts.neverExpires
      ) : (
        <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>
      )}
    </span>
  );
}

function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const trigger = <IconButton icon={Ellipsis} label={apiKeyTexts.actionsFor(apiKey.name)} />;
  const close = () => setAsking(null);
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem
          icon={RefreshCw}
          label={apiKeyTexts.rotate.item}
          onSelect={() => setAsking('rotate')}
        />
        <MenuItem
          icon={Ban}
          label={apiKeyTexts.revoke.item}
          danger
          onSelect={() => setAsking('revoke')}
        />
      </Menu>
      {asking === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} />}
      {asking === 'revoke' && <RevokeKeyDialog apiKey={apiKey} onClose={close} />}
    </>
  );
}
