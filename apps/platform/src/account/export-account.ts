import { ApiError } from '@ecp/contract/declaring/errors';
import { exportedApiKeys } from '../identity/api-keys/api-keys.ts';
import { exportedSecondFactors } from '../identity/second-factor/factor-rows.ts';
import { exportedUsers } from '../identity/team/member-rows.ts';
import { findMailRecipient, findTenant, type TenantRecord } from '../identity/tenants/tenants.ts';
import { exportAuditLog } from '../kernel/audit/audit-log.ts';
import { recordAudit } from '../kernel/audit/record-audit.ts';
import type { RequestContext } from '../kernel/context.ts';
import { encodeJson } from '../kernel/encoded-json.ts';
import type { AnyExportPart, ExportPart } from '../kernel/export-part.ts';
import { enqueueMail } from '../kernel/mail/enqueue-mail.ts';
import { exportedLibraryEntries } from '../reach/library/export-library-entries.ts';
import {
  exportedNoticeChannels,
  exportedNotices,
  exportedNotificationSettings,
} from '../reach/notices/export-notices.ts';
import { exportedClientLinks, exportedReleases } from '../reach/portal/releases/export-releases.ts';
import { exportedWebhooks } from '../reach/webhooks/export-webhooks.ts';
import { exportedAttachments } from '../work/attachments/export-attachments.ts';
import { exportedCards } from '../work/cards/export-cards.ts';
import { exportedComments } from '../work/comments/export-comments.ts';
import { exportedCitations } from '../work/deliverables/citations/export-citations.ts';
import { exportedClientDecisions } from '../work/deliverables/client-decisions/export-client-decisions.ts';
import { exportedDeliverables } from '../work/deliverables/export-deliverables.ts';
import { exportedNotedConflicts, exportedSettlements } from '../work/deliverables/figures/conflict-rows.ts';
import { exportedFigures } from '../work/deliverables/figures/figures.ts';
import { exportedDrafts } from '../work/deliverables/writing/export-drafts.ts';
import { exportedJudgeAnswers } from '../work/deliverables/writing/judge-answers.ts';
import { exportedEngagements } from '../work/engagements/export-engagements.ts';
import { exportedPlans } from '../work/plans/export-plans.ts';
import { exportedQuestions } from '../work/questions/export-questions.ts';
import { exportedSchedules, exportedUpdates } from '../work/recurring/export-recurring.ts';
import { exportedPageReads, exportedPages, exportedSearches } from '../work/research/export-research.ts';
import { exportedRuns, exportedTaskScores, exportedUnscoredTasks } from '../work/runs/reading/export-runs.ts';
import { exportedQueries, exportedTables } from '../work/tables/export-tables.ts';
import { exportedTemplates } from '../work/templates/export-templates.ts';
import { exportedDeletionRequests } from './deletion-requests.ts';

/** A file that is written while it is sent. */
export interface AccountExport {
  filename: string;
  /** JSON text in pieces of at most one page of rows. */
  content: AsyncGenerator<string>;
}

/**
 * Exports all data of the tenant as one JSON file (ACC-1, ACC-2, AUD-8). The audit entry and the mail to the owner are
 * written first, so that no export goes unnoticed. Every page is a separate statement, so that no transaction waits for
 * a slow reader. A record that changes meanwhile is exported as it was before or after.
 */
export async function exportAccount(context: RequestContext): Promise<AccountExport> {
  const { services, tenantId } = context;
  const exportedAt = services.clock.now().toISOString();
  const tenant = await context.transaction(async (tx) => {
    const found = await findTenant(tx, tenantId);
    const owner = await findMailRecipient(tx, tenantId, null);
    if (!found || !owner) throw new ApiError('authentication_required');
    await recordAudit(tx, context, { action: 'account.export', resourceType: 'tenant', resourceId: tenantId });
    await enqueueMail(tx, services, {
      kind: 'accountExported',
      tenantName: found.name,
      exportedAt,
      ...owner,
      tenantId,
    });
    return found;
  });
  const filename = `service-export-${tenant.slug}-${exportedAt.slice(0, 10)}.json`;
  return { filename, content: writeExport(context, tenant, exportedAt) };
}

async function* writeExport(context: RequestContext, tenant: TenantRecord, exportedAt: string): AsyncGenerator<string> {
  const head = JSON.stringify({ formatVersion: 'service-data-export-v1', exportedAt, tenant });
  yield head.slice(0, -1);
  for (const part of exportParts) {
    yield `,${JSON.stringify(part.name)}:[`;
    yield* writeRecords(context, part);
    yield ']';
  }
  yield ',"auditLog":';
  yield* exportAuditLog(context);
  yield '}\n';
}

/** Writes the records of a part, one page at a time, with commas between them. */
async function* writeRecords({ services, tenantId }: RequestContext, part: AnyExportPart): AsyncGenerator<string> {
  const { name, page, pageRows, complete, toRecord } = part as unknown as ExportPart<{ id: string }>;
  let after = '';
  for (;;) {
    const statement = { ...page, name: `export_${name}`, values: [tenantId, after, pageRows] };
    const [rows] = await services.database.batchTenant(tenantId, [statement]);
    const whole = complete ? await complete(services, tenantId, rows) : rows;
    const records = whole.map((row) => encodeJson(toRecord(row)));
    if (records.length > 0) yield (after === '' ? '' : ',') + records.join(',');
    if (rows.length < pageRows) return;
    after = rows.at(-1)?.id ?? '';
  }
}

/** All arrays of the export in their order (ACC-2), and the additional ones. */
const exportParts: readonly AnyExportPart[] = [
  exportedUsers,
  exportedEngagements,
  exportedDeliverables,
  exportedRuns,
  exportedApiKeys,
  exportedWebhooks,
  exportedTemplates,
  exportedTaskScores,
  exportedLibraryEntries,
  exportedAttachments,
  exportedCitations,
  exportedFigures,
  exportedNotedConflicts,
  exportedSettlements,
  exportedJudgeAnswers,
  exportedPlans,
  exportedUnscoredTasks,
  exportedSecondFactors,
  exportedTables,
  exportedQueries,
  exportedQuestions,
  exportedPages,
  exportedSearches,
  exportedPageReads,
  exportedSchedules,
  exportedUpdates,
  exportedCards,
  exportedComments,
  exportedDrafts,
  exportedClientLinks,
  exportedReleases,
  exportedClientDecisions,
  exportedNotices,
  exportedNotificationSettings,
  exportedNoticeChannels,
  exportedDeletionRequests,
];
