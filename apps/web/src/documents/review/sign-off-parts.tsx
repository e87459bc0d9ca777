import type { Version } from '../../api/document-queries.ts';
import { formatAgo, formatMoment } from '../../format/format.ts';
import { signOffTexts } from '../../texts/sign-off.ts';
import type { Hindrance } from './sign-off.ts';

/** Says how many approvals a version has of those that it needs, who gave them, and when. */
export function GivenApprovals({ version: { approvals, approvalsNeeded } }: { version: Version }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <span className="figures whitespace-nowrap">{signOffTexts.count(approvals.length, approvalsNeeded)}</span>
      {approvals.map(({ by, at, author }) => (
        <time key={author.id ?? at} dateTime={at} title={formatMoment(at)} className="truncate text-muted">
          {signOffTexts.by(by, formatAgo(at))}
        </time>
      ))}
    </span>
  );
}

/** Says why the reader may not approve a version, or need not. */
export function HindranceReason({ id, hindrance }: { id: string; hindrance: Hindrance }) {
  return (
    <p id={id} className="min-w-0 grow basis-48 text-muted text-sm">
      {signOffTexts.hindrances[hindrance]}
    </p>
  );
}
