import { getRouteApi } from '@tanstack/react-router';
import { ForRole } from '../../session/for-role.tsx';
import { auditLogTexts } from '../../texts/en/settings/audit-log.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { AuditChain } from './audit-chain.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';

const route = getRouteApi('/shell/settings/audit-log');

/** Shows who did what to admins and the owner (AUD-3, AUD-4). The filter is stored in the URL. */
export function AuditLogPage() {
  const filter = route.useSearch();
  return (
    <ForRole needs="admin">
      <PartHeader title={auditLogTexts.title} description={auditLogTexts.description} />
      <AuditChain />
      <AuditFilters filter={filter} />
      <AuditList filter={filter} />
    </ForRole>
  );
}
