import { useQuery } from '@tanstack/react-query';
import { versionsQuery } from '../../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { defer } from '../../../ui/defer.ts';

/** Loads on demand, because few versions are stale. */
const staleCauses = defer(() => import('./stale-causes.tsx'));

/** Lists the causes that have made a file stale, and offers a rerun. Otherwise renders nothing. */
export function StaleNotice({ engagementId, filename, version }: VersionProps) {
  const { data = [] } = useQuery({ ...versionsQuery(engagementId, filename), enabled: !filename.startsWith('_') });
  const [latest] = data;
  const isStale = latest?.stale === true && latest.version === version;
  const parts = staleCauses.useModule(isStale);
  if (!isStale || !parts) return null;
  return <parts.StaleCauses engagementId={engagementId} latest={latest} />;
}
