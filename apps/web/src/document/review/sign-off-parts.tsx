import type { Version } from '../../base/api/document-queries.ts';
import { formatAgo, formatMoment } from '../../base/format/format.ts';
import { joinWords } from '../../base/format/words.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { signOffTexts } from '../../base/texts/sign-off.ts';
import type { Hindrance } from './sign-off.ts';

/** Says who has approved a version, when, and how many approvals it still needs. */
export function GivenApprovals({
  version: { approvals, approvalsNeeded, approvalStatus },
}: {
  version: Version;
}) {
  const last = approvals.at(-1);
  if (approvalStatus === 'approved' && last) {
    return (
      <time
        dateTime={last.at}
        title={formatMoment(last.at)}
        className="truncate text-muted text-sm"
      >
        {reviewTexts.by(joinWords(approvals.map(({ by }) => by)), formatAgo(last.at))}
      </time>
    );
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <span className="figures whitespace-nowrap">
        {signOffTexts.count(approvals.length, approvalsNeeded)}
      </span>
      {approvals.map(({ by, at, author }) => (
        <time
          key={author.id ?? at}
          dateTime={at}
          title={formatMoment(at)}
          className="truncate text-muted"
        >
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
