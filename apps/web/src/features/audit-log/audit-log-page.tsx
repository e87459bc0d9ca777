import { getRouteApi } from '@tanstack/react-router';
import { ForRole } from '../../session/for-role.tsx';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';

const route = getRouteApi('/shell/settings/audit-log');

/** Who did what (AUD-3, AUD-4); for admins and the owner. What it is narrowed to stands in the address. */
export function AuditLogPage() {
  const filter = route.useSearch();
  return (
    <ForRole needs="admin">
      <PartHeader title={auditLogTexts.title} description={auditLogTexts.description} />
      <AuditFilters filter={filter} />
      <AuditList filter={filter} />
    </ForRole>
  );
}
