import type { ClientDecision } from '@ecp/contract/values/client-decisions';
import { UserCheck, UserX } from 'lucide-react';
import { formatAgo } from '../../../format/format.ts';
import { decisionTexts as texts } from '../../../texts/en/clients/decisions.ts';
import { classNames } from '../../../ui/class-names.ts';

const looks = {
  approve: { icon: UserCheck, color: 'text-good' },
  reject: { icon: UserX, color: 'text-danger' },
} as const;

interface ClientDecisionMarkProps {
  decision: ClientDecision;
  /** The version that stands beside it. A decision about an earlier one is paler, and names that version. */
  version: number;
}

/** Shows a client's last decision about a document beside the firm's approval, which it does not replace (REL-9). */
export function ClientDecisionMark({ decision, version }: ClientDecisionMarkProps) {
  if (decision === null) return null;
  const { action, author, at, version: decided } = decision;
  const { icon: Icon, color } = looks[action];
  const isOlder = decided !== version;
  return (
    <span
      title={texts.title(author.name, texts.verbs[action], decided, formatAgo(at))}
      className={classNames(
        'inline-flex min-w-0 max-w-full items-center gap-1.5 text-sm',
        isOlder ? 'text-muted' : color,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{texts.did[action](author.name)}</span>
      {isOlder && <span className="figures shrink-0">{texts.older(decided)}</span>}
    </span>
  );
}
