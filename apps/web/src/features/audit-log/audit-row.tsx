import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { formatMoment } from '../../format/format.ts';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { classNames } from '../../ui/class-names.ts';
import { describeAction, describeActor, type Names } from './describe-entry.ts';

interface AuditRowProps {
  entry: AuditLogEntry;
  names: Names;
  isOpen: boolean;
  onToggle: () => void;
}

/** One entry as a sentence. It expands to all recorded details. */
export function AuditRow({ entry, names, isOpen, onToggle }: AuditRowProps) {
  const id = useId();
  return (
    <div className="border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex w-full items-baseline gap-2.5 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={classNames('size-3.5 shrink-0 self-center text-muted transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{describeActor(entry, names)}</span> {describeAction(entry, names)}
        </span>
        <time dateTime={entry.createdAt} className="figures shrink-0 text-muted text-sm">
          {formatMoment(entry.createdAt)}
        </time>
      </button>
      {isOpen && <Details id={id} entry={entry} />}
    </div>
  );
}

function Details({ id, entry }: { id: string; entry: AuditLogEntry }) {
  const { action, createdAt, userId, ipAddress, resourceType, resourceId, metadata } = entry;
  const { fields, none } = auditLogTexts;
  const rows = [
    [fields.action, action],
    [fields.time, createdAt],
    [fields.user, userId ?? none],
    [fields.ip, ipAddress ?? none],
    [fields.resource, [resourceType, resourceId].filter(Boolean).join(' ')],
    ...Object.entries(metadata).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
  return (
    <dl
      id={id}
      className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-1 bg-sunken px-4 py-3 pl-10 font-mono text-xs"
    >
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
