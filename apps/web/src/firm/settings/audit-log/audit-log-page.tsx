import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronRight, Download, SearchX, ShieldCheck, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { engagementNamesQuery } from '../../../base/api/engagement-queries.ts';
import { apiKeysQuery, nameOf, teamQuery } from '../../../base/api/firm-queries.ts';
import { toDayInput } from '../../../base/format/days.ts';
import { formatMoment } from '../../../base/format/format.ts';
import { ForRole } from '../../../base/session/for-role.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { saveCsv } from '../../../base/ui/charts/csv.ts';
import { classNames } from '../../../base/ui/class-names.ts';
import { DateInput } from '../../../base/ui/fields/date-input.tsx';
import { FormError } from '../../../base/ui/fields/fields.tsx';
import { CompactSelect } from '../../../base/ui/fields/select.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { useLoadMore, VirtualList } from '../../../base/ui/layout/virtual-list.tsx';
import { EmptyState, ErrorState, LoadMoreError, SkeletonRows } from '../../../base/ui/states.tsx';
import {
  type AuditFilter,
  auditHeadQuery,
  auditLogQuery,
  describeAction,
  describeActor,
  type Names,
  toAuditTable,
} from './audit-entries.ts';
import { auditLogTexts } from './page-texts.ts';
import { auditActions, auditResources } from './texts.ts';

const route = getRouteApi('/shell/settings/audit-log');

/** Shows who did what to admins and the owner. The filter is stored in the URL. */
export function AuditLogPage() {
  const filter = route.useSearch();
  return (
    <ForRole needs="admin">
      <PartHeader title={auditLogTexts.title} description={auditLogTexts.description} />
      <AuditFilters filter={filter} />
      <AuditList filter={filter} />
      <AuditChain />
    </ForRole>
  );
}

const chainTexts = auditLogTexts.chain;

/** Checks the chain on request, shows its head, and says where it is broken. Closed at first. */
function AuditChain() {
  const { data: newestHead = '' } = useQuery(auditHeadQuery);
  const check = useMutation({ mutationFn: () => api.verifyAuditLog() });
  const head = check.data?.head ?? newestHead;
  return (
    <details className="rounded-xl border px-4 py-3">
      <summary className="w-fit cursor-pointer rounded font-medium text-sm">
        {chainTexts.title}
      </summary>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <p className="min-w-0 text-muted text-sm [overflow-wrap:anywhere] max-md:min-h-[3lh]">
          {chainTexts.head} <span className="font-mono text-xs">{head}</span>
        </p>
        <Button
          icon={ShieldCheck}
          size="small"
          title={chainTexts.hint}
          busy={check.isPending}
          onClick={() => check.mutate()}
        >
          {chainTexts.verify}
        </Button>
      </div>
      <p role="status" className={check.data?.intact === false ? 'text-danger' : 'text-sm'}>
        {check.data &&
          (check.data.intact
            ? chainTexts.intact(check.data.entries)
            : chainTexts.broken(check.data))}
      </p>
      <FormError error={check.error} />
    </details>
  );
}

const filterTexts = auditLogTexts.filters;
const actions = () => [
  { value: '', label: filterTexts.anyAction },
  ...Object.entries(auditActions).map(([value, { label }]) => ({ value, label })),
];
const resources = () => [
  { value: '', label: filterTexts.anyResource },
  ...Object.entries(auditResources).map(([value, label]) => ({ value, label })),
];

function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = route.useNavigate();
  const { data: team = [] } = useQuery(teamQuery);
  const people = [
    { value: '', label: filterTexts.anyone },
    ...team.map((member) => ({ value: member.id, label: nameOf(member) })),
  ];
  const narrow = (name: keyof AuditFilter) => (value: string) => {
    const { [name]: _before, ...rest } = filter;
    void navigate({
      search: value === '' ? rest : { ...rest, [name]: value },
      replace: true,
      resetScroll: false,
    });
  };
  const { userId = '', action = '', resourceType = '', from = '', to = '' } = filter;
  return (
    // On a phone, the fields keep their places while the names of people arrive.
    <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
      <CompactSelect
        label={filterTexts.person}
        options={people}
        value={userId}
        onChange={narrow('userId')}
      />
      <CompactSelect
        label={filterTexts.action}
        options={actions()}
        value={action}
        onChange={narrow('action')}
      />
      <CompactSelect
        label={filterTexts.resource}
        options={resources()}
        value={resourceType}
        onChange={narrow('resourceType')}
      />
      <DateInput
        label={filterTexts.from}
        value={from}
        max={to}
        onChange={narrow('from')}
        className="h-8 text-sm md:w-36"
      />
      <DateInput
        label={filterTexts.to}
        value={to}
        min={from}
        onChange={narrow('to')}
        className="h-8 text-sm md:w-36"
      />
      {Object.keys(filter).length > 0 && (
        <Button
          icon={X}
          size="small"
          kind="quiet"
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          {filterTexts.reset}
        </Button>
      )}
    </div>
  );
}

const texts = auditLogTexts;
const closedRowPx = 45;

function AuditList({ filter }: { filter: AuditFilter }) {
  const names = useNames();
  const [opened, toggle] = useToggled();
  const log = useInfiniteQuery(auditLogQuery(filter));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log;
  const loadMore = useLoadMore(log);
  if (log.isPending) return <SkeletonRows rows={8} className="h-10 w-full" />;
  if (log.isLoadingError)
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <EmptyState icon={SearchX} title={texts.noMatch.title}>
        {texts.noMatch.advice}
      </EmptyState>
    );
  }
  const save = () => saveCsv(texts.filename(toDayInput(Date.now())), toAuditTable(entries, names));
  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-hidden rounded-xl border" aria-busy={log.isPlaceholderData}>
        <VirtualList
          label={texts.listLabel}
          items={entries}
          itemKey={({ id }) => id}
          rowHeightPx={closedRowPx}
          growing
          renderItem={(entry) => (
            <AuditRow
              entry={entry}
              names={names}
              isOpen={opened.has(entry.id)}
              onToggle={() => toggle(entry.id)}
            />
          )}
          onEndReached={loadMore}
        />
        {isFetchNextPageError && (
          <LoadMoreError error={log.error} onRetry={() => void fetchNextPage()} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-muted text-sm">
          {isFetchingNextPage ? texts.loadingMore : hasNextPage ? '' : texts.end}
        </p>
        <Button icon={Download} size="small" title={texts.downloadHint} onClick={save}>
          {texts.download(entries.length)}
        </Button>
      </div>
    </div>
  );
}

function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [toggled, toggle] as const;
}

interface AuditRowProps {
  entry: AuditLogEntry;
  names: Names;
  isOpen: boolean;
  onToggle: () => void;
}

/** One entry as a sentence. It expands to all recorded details. */
function AuditRow({ entry, names, isOpen, onToggle }: AuditRowProps) {
  const id = useId();
  return (
    <div className="border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex w-full items-baseline gap-x-2.5 px-4 py-2.5 text-left max-sm:flex-wrap hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={classNames(
            'size-3.5 shrink-0 self-center text-muted transition-transform',
            isOpen && 'rotate-90',
          )}
        />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{describeActor(entry, names)}</span>{' '}
          {describeAction(entry, names)}
        </span>
        <time
          dateTime={entry.createdAt}
          className="figures shrink-0 text-muted text-sm max-sm:basis-full max-sm:pl-6"
        >
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

function useNames(): Names {
  const { data: team } = useQuery(teamQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const { data: engagements } = useQuery(engagementNamesQuery);
  return useMemo(
    () =>
      new Map([
        ...(team ?? []).map((member) => [member.id, nameOf(member)] as const),
        ...(keys ?? []).map(({ id, name }) => [id, name] as const),
        ...(engagements ?? []),
      ]),
    [team, keys, engagements],
  );
}
