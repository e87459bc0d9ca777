import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type Conflict, conflictsQuery } from '../../domain/figures/conflicts.ts';
import { nameSlug } from '../../format/name-slug.ts';
import { useSession } from '../../session/session.ts';
import { conflictTexts } from '../../texts/en/analytics/conflicts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { SettleForm } from './settle-form.tsx';

interface ConflictListProps {
  engagementId: string;
  /** Id of the conflict to scroll to. */
  selected: string | undefined;
}

/** Lists what sources or documents say differently, open conflicts first, each to be settled in place. */
export function ConflictList({ engagementId, selected }: ConflictListProps) {
  const title = useId();
  const { data, error, isLoadingError, refetch } = useQuery(conflictsQuery(engagementId));
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  const open = data.filter(({ status }) => status === 'open').length;
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="figures font-semibold">
        {conflictTexts.summary(open, data.length - open)}
      </h2>
      <ul aria-label={conflictTexts.list} className="divide-y rounded-xl border bg-surface">
        {data.map((conflict) => (
          <ConflictItem
            key={conflict.id}
            engagementId={engagementId}
            conflict={conflict}
            isSelected={conflict.id === selected}
          />
        ))}
      </ul>
    </section>
  );
}

interface ConflictItemProps {
  engagementId: string;
  conflict: Conflict;
  isSelected: boolean;
}

function ConflictItem({ engagementId, conflict, isSelected }: ConflictItemProps) {
  const { about, kind, values, settlement } = conflict;
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'center' });
  }, [isSelected]);
  const action = settlement ? conflictTexts.settleAnew : conflictTexts.settle;
  const close = () => {
    setIsOpen(false);
    heading.current?.focus();
  };
  return (
    <li
      ref={item}
      aria-current={isSelected || undefined}
      className={classNames('flex flex-col gap-3 px-4 py-3.5', isSelected && 'bg-accent-soft/50')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 ref={heading} tabIndex={-1} dir="auto" className="wrap-anywhere font-medium outline-none">
          {about}
        </h3>
        <Badge tone={settlement ? 'good' : 'danger'}>
          {settlement ? (
            <CircleCheck aria-hidden className="size-3.5" />
          ) : (
            <TriangleAlert aria-hidden className="size-3.5" />
          )}
          {settlement ? conflictTexts.settled : conflictTexts.open}
        </Badge>
        <span className="text-muted text-sm">{conflictTexts.kind[kind]}</span>
      </div>
      <ul aria-label={conflictTexts.values(about)} className="flex flex-col gap-1.5">
        {values.map((value, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of a conflict have no other identity.
            key={at}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-1"
          >
            <span
              dir="auto"
              className={classNames(
                'figures wrap-anywhere',
                settlement?.chosen === at ? 'font-semibold' : 'font-medium',
              )}
            >
              {value.text}
            </span>
            <ValuePlace engagementId={engagementId} value={value} />
            {settlement?.chosen === at && <Badge tone="good">{conflictTexts.holds}</Badge>}
          </li>
        ))}
      </ul>
      {settlement && (
        <p className="wrap-anywhere text-sm">
          {settlement.chosen === null && <span className="font-medium">{conflictTexts.noneHolds} </span>}
          <span dir="auto">{settlement.reason}</span>{' '}
          <span className="text-muted">
            {settlement.by}, <TimeAgo at={settlement.at} />
          </span>
        </p>
      )}
      {isOpen ? (
        <SettleForm engagementId={engagementId} conflict={conflict} onClose={close} />
      ) : (
        has('member') && (
          <Button className="self-start" aria-label={`${action} ${about}`} onClick={() => setIsOpen(true)}>
            {action}
          </Button>
        )
      )}
    </li>
  );
}

interface ValuePlaceProps {
  engagementId: string;
  value: Conflict['values'][number];
}

/** Names where a value stands, with a link to the document. */
function ValuePlace({ engagementId, value: { filename, place, version } }: ValuePlaceProps) {
  return (
    <span className="wrap-anywhere min-w-0 text-muted text-sm">
      {version === null ? (
        filename
      ) : (
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={{ engagementId, filename }}
          search={{}}
          className={linkStyle}
        >
          {nameSlug(filename)}
        </Link>
      )}
      {place !== null && <>, {place}</>}
    </span>
  );
}
