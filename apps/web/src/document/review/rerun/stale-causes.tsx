import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { Version } from '../../../base/api/document-queries.ts';
import { versionTexts } from '../../../base/texts/versions.ts';
import { RerunStaleButton } from '../../rerun-stale.tsx';

const texts = versionTexts.stale;

interface StaleCausesProps {
  engagementId: string;
  latest: Version;
}

/**
 * Lists the outdated versions and the answered assumptions that a file was built on, and offers a
 * rerun.
 */
export function StaleCauses({
  engagementId,
  latest: { staleBecause, answeredAssumptions },
}: StaleCausesProps) {
  return (
    <section
      aria-labelledby="stale-causes"
      className="flex flex-wrap items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn"
    >
      <History aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 id="stale-causes" className="font-medium">
          {staleBecause.length === 0 ? texts.answered : texts.title}
        </h2>
        <ul className="text-sm">
          {staleBecause.map((cause) => (
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
          {answeredAssumptions.map(({ questionId, question }) => (
            <li key={questionId} className="wrap-anywhere">
              {texts.assumed(question)}{' '}
              <Link
                to="/engagements/$engagementId/questions"
                params={{ engagementId }}
                className="rounded font-medium underline underline-offset-2"
              >
                {texts.seeAnswer}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <RerunStaleButton engagementId={engagementId} />
    </section>
  );
}
