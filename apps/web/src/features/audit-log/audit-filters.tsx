import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { nameOf, teamQuery } from '../../domain/team/queries.ts';
import { auditActions, auditLogTexts, auditResources } from '../../texts/en/settings/audit-log.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CompactSelect } from '../../ui/fields/compact-select.tsx';
import { DateInput } from '../../ui/fields/date-input.tsx';
import type { AuditFilter } from './audit-filter.ts';

const texts = auditLogTexts.filters;
const route = getRouteApi('/shell/settings/audit-log');
const actions = [
  { value: '', label: texts.anyAction },
  ...Object.entries(auditActions).map(([value, { label }]) => ({ value, label })),
];
const resources = [
  { value: '', label: texts.anyResource },
  ...Object.entries(auditResources).map(([value, label]) => ({ value, label })),
];

/** Filters the log by person, action, kind of record and time. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = route.useNavigate();
  const { data: team = [] } = useQuery(teamQuery);
  const people = [
    { value: '', label: texts.anyone },
    ...team.map((member) => ({ value: member.id, label: nameOf(member) })),
  ];
  const narrow = (name: keyof AuditFilter) => (value: string) => {
    const { [name]: _before, ...rest } = filter;
    void navigate({ search: value === '' ? rest : { ...rest, [name]: value }, replace: true, resetScroll: false });
  };
  const { userId = '', action = '', resourceType = '', from = '', to = '' } = filter;
  return (
    // On a phone, the fields keep their places while the names of people arrive.
    <div className="flex flex-wrap items-center gap-2 max-md:grid max-md:grid-cols-2">
      <CompactSelect label={texts.person} options={people} value={userId} onChange={narrow('userId')} />
      <CompactSelect label={texts.action} options={actions} value={action} onChange={narrow('action')} />
      <CompactSelect
        label={texts.resource}
        options={resources}
        value={resourceType}
        onChange={narrow('resourceType')}
      />
      <DateInput label={texts.from} value={from} max={to} onChange={narrow('from')} className="h-8 text-sm md:w-36" />
      <DateInput label={texts.to} value={to} min={from} onChange={narrow('to')} className="h-8 text-sm md:w-36" />
      {Object.keys(filter).length > 0 && (
        <Button size="small" kind="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          <X aria-hidden className="size-3.5" />
          {texts.reset}
        </Button>
      )}
    </div>
  );
}
