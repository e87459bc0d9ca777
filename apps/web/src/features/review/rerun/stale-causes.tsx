import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { Version } from '../../../domain/deliverables/queries.ts';
import { RerunStaleButton } from '../../../domain/stale-deliverables/rerun-stale-button.tsx';
import { reviewTexts } from '../../../texts/en/review.ts';

const texts = reviewTexts.stale;

interface StaleCausesProps {
  engagementId: string;
  causes: Version['staleBecause'];
}

/** Lists the outdated versions that a file was built on, and offers a rerun. */
export function StaleCauses({ engagementId, causes }: StaleCausesProps) {
  return (
    <aside className="flex flex-wrap items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{texts.title}</h2>
        <ul className="text-sm">
          {causes.map((cause) => (
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
      <RerunStaleButton engagementId={engagementId} />
    </aside>
  );
}
