import type { ClientDecisions } from '@ecp/contract/values/review-answers';
import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import { UserCheck, UserX } from 'lucide-react';
import { formatAgo } from '../../base/format/format.ts';
import { t, translated } from '../../base/language/translate.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { classNames } from '../../base/ui/class-names.ts';

const decisionTexts = translated({
  did: {
    approve: (name: string) => t('{name} approved', { name }),
    reject: (name: string) => t('{name} rejected', { name }),
  },
  /** The decision is about an earlier version than the one beside it. */
  older: (version: number) => `v${version}`,
  title: {
    approve: (name: string, version: number, when: string) =>
      t('{name} approved version {version} as your client, {when}', { name, version, when }),
    reject: (name: string, version: number, when: string) =>
      t('{name} rejected version {version} as your client, {when}', { name, version, when }),
  },
  several(approved: number, rejected: number): string {
    if (rejected === 0)
      return t('{approved, plural, one {# client} other {# clients}} approved', { approved });
    if (approved === 0)
      return t('{rejected, plural, one {# client} other {# clients}} rejected', { rejected });
    return t('{approved} approved, {rejected} rejected', { approved, rejected });
  },
  ahead: {
    label: 'Approved by the client only',
    hint: 'A client has approved this version. Your firm has not.',
  },
});

const looks = {
  approve: { icon: UserCheck, color: 'text-good' },
  reject: { icon: UserX, color: 'text-danger' },
} as const;

type Decision = ClientDecisions[number];

interface ClientDecisionMarkProps {
  decision: Decision;
  /** The version beside it. A decision about an earlier one is paler, and names that version. */
  version: number;
}

/**
 * Shows a client's last decision about a document beside the firm's approval, which it does not
 * replace.
 */
export function ClientDecisionMark({ decision, version }: ClientDecisionMarkProps) {
  const { action, clientName, version: decided } = decision;
  const { icon: Icon, color } = looks[action];
  const isOlder = decided !== version;
  return (
    <span
      title={titleOf(decision)}
      className={classNames(
        'inline-flex min-w-0 max-w-full items-center gap-1.5 text-sm',
        isOlder ? 'text-muted' : color,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{decisionTexts.did[action](clientName)}</span>
      {isOlder && <span className="figures shrink-0">{decisionTexts.older(decided)}</span>}
    </span>
  );
}

const titleOf = ({ action, clientName, at, version }: Decision): string =>
  decisionTexts.title[action](clientName, version, formatAgo(at));

interface ClientAheadProps extends ClientDecisionMarksProps {
  approvalStatus: ApprovalStatus;
}

/** Says that a client has approved a version that the firm has not. Renders nothing otherwise. */
export function ClientAhead({ decisions, version, approvalStatus }: ClientAheadProps) {
  const isApproved = decisions.some(
    (decision) => decision.action === 'approve' && decision.version === version,
  );
  if (!isApproved || approvalStatus === 'approved') return null;
  return (
    <span title={decisionTexts.ahead.hint}>
      <Badge tone="warn">{decisionTexts.ahead.label}</Badge>
    </span>
  );
}

interface ClientDecisionMarksProps {
  /** The last decision of each client, the newest first. */
  decisions: ClientDecisions;
  version: number;
}

export function ClientDecisionMarks({ decisions, version }: ClientDecisionMarksProps) {
  return decisions.map((decision) => (
    <ClientDecisionMark
      key={`${decision.linkId} ${decision.at}`}
      decision={decision}
      version={version}
    />
  ));
}

/**
 * Shows in a line what the clients have decided: the one decision, or how many approved and
 * rejected the version.
 */
export function ClientDecisionSummary({ decisions, version }: ClientDecisionMarksProps) {
  const [only, second] = decisions;
  if (only === undefined) return null;
  if (second === undefined) return <ClientDecisionMark decision={only} version={version} />;
  const count = (action: Decision['action']) =>
    decisions.filter((decision) => decision.action === action).length;
  const [approved, rejected] = [count('approve'), count('reject')];
  const { icon: Icon, color } = looks[rejected > 0 ? 'reject' : 'approve'];
  const isOlder = decisions.every((decision) => decision.version !== version);
  return (
    <span
      title={decisions.map(titleOf).join('\n')}
      className={classNames(
        'figures inline-flex min-w-0 max-w-full items-center gap-1.5 text-sm',
        isOlder ? 'text-muted' : color,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{decisionTexts.several(approved, rejected)}</span>
    </span>
  );
}
