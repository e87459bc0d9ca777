import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { versionsQuery } from '../../../domain/deliverables/queries.ts';
import type { VersionProps } from '../../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { defer } from '../../../ui/defer.ts';

const texts = reviewTexts.stale;
/** Loaded on demand, because few versions are stale. */
const rerunButton = defer(() => import('../../../domain/stale-deliverables/rerun-stale-button.tsx'));

/** Lists the outdated versions that a stale file was built on, and offers a rerun. Otherwise renders nothing. */
export function StaleNotice({ engagementId, filename, version }: VersionProps) {
  const { data = [] } = useQuery({ ...versionsQuery(engagementId, filename), enabled: !filename.startsWith('_') });
  const [latest] = data;
  const isStale = latest?.stale === true && latest.version === version;
  const parts = rerunButton.useModule(isStale);
  if (!isStale) return null;
  return (
    <aside className="flex flex-wrap items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{texts.title}</h2>
        <ul className="text-sm">
          {latest.staleBecause.map((cause) => (
            <li key={cause.filename}>
              {texts.uses(cause.filename, cause.usedVersion, cause.latestVersion)}{' '}
              <Link
                to="/engagements/$engagementId/deliverables/$filename/compare"
                params={{ engagementId, filename: cause.filename }}
                search={{ from: String(cause.usedVersion), to: String(cause.latestVersion) }}
                className="rounded font-medium underline underline-offset-2"
              >
                {texts.whatChanged}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {parts && <parts.RerunStaleButton engagementId={engagementId} />}
    </aside>
  );
}
