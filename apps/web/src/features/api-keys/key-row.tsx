import type { ApiKey } from '@ecp/contract/identity/api-keys';
import { Link } from '@tanstack/react-router';
import { formatDay, formatMoment } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { apiKeyTexts } from '../../texts/en/settings/api-keys.ts';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { KeyMenu } from './key-menu.tsx';
import { keyState } from './key-state.ts';

/** Columns of the list and its header. */
export const keyGrid =
  'grid grid-cols-[minmax(0,1fr)_auto_2rem] items-center gap-4 px-4 md:grid-cols-[minmax(0,1.4fr)_8rem_minmax(0,1fr)_7rem_7.5rem_2rem]';

interface KeyRowProps {
  apiKey: ApiKey;
  /** Names of engagements, by id. */
  names: ReadonlyMap<string, string> | undefined;
}

/** Shows one key with its permissions and when it was last used. */
export function KeyRow({ apiKey, names }: KeyRowProps) {
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
        <Badge tone={scope === 'read_write' && active ? 'accent' : 'neutral'}>{apiKeyTexts.access[scope]}</Badge>
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
  if (engagementId === null) return <span className="hidden truncate md:block">{apiKeyTexts.wholeWorkspace}</span>;
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
      {expiresAt === null ? apiKeyTexts.neverExpires : <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>}
    </span>
  );
}
