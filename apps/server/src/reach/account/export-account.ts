import { ApiError } from '@ecp/contract/declaring/errors';
import { exportedApiKeys } from '../../identity/api-keys/api-keys.ts';
import { exportedAssistants } from '../../identity/oauth/grants.ts';
import { exportedScimGroups } from '../../identity/scim/groups.ts';
import { exportedScimPeople } from '../../identity/scim/people.ts';
import { exportedScimTokens } from '../../identity/scim/tokens.ts';
import { exportedSecondFactors } from '../../identity/second-factor/factor-rows.ts';
import { exportedSso } from '../../identity/sso/connections.ts';
import { exportedUsers } from '../../identity/team/member-rows.ts';
import {
  findMailRecipient,
  findTenant,
  type TenantRecord,
} from '../../identity/tenants/tenants.ts';
import { exportAuditLog } from '../../kernel/audit/audit-log.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import { hasAdminAccess, type RequestContext } from '../../kernel/context.ts';
import { encodeJson } from '../../kernel/encoded-json.ts';
import type { AnyExportPart, ExportPart } from '../../kernel/export-part.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import { writeZip, type ZipEntry } from '../../kernel/zip.ts';
import { exportedAnswers } from '../../material/answers/answers.ts';
import { exportedMessages } from '../../material/answers/messages.ts';
import { exportedEngagements } from '../../material/engagements/engagement-rows.ts';
import { exportedCitations } from '../../material/evidence/citations.ts';
import {
  exportedNotedConflicts,
  exportedSettlements,
} from '../../material/evidence/conflict-rows.ts';
import { exportedFigures } from '../../material/evidence/figures.ts';
import { exportedCards } from '../../material/library/cards.ts';
import { exportedModelKeys } from '../../material/model-keys/key-rows.ts';
import { exportedFacts, exportedNotebook } from '../../material/notebook/notebook.ts';
import {
  exportedPageReads,
  exportedPages,
  exportedSearches,
} from '../../material/research/calls/call-rows.ts';
import { exportedAttachments } from '../../material/sources/attachment-rows.ts';
import { listStoredContents } from '../../material/sources/stored-contents.ts';
import { exportedRetainedTables } from '../../material/stored-files/retained-tables.ts';
import { exportedQueries, exportedTables } from '../../material/tables/tables.ts';
import { exportedTemplates } from '../../material/templates/templates.ts';
import { selectHiddenEngagements } from '../../material/walls/walls.ts';
import { exportedComments } from '../../work/conversations/comments/comment-rows.ts';
import { exportedQuestions } from '../../work/conversations/questions/question-rows.ts';
import { exportedDeliverables } from '../../work/documents/deliverable-rows.ts';
import { exportedClientDecisions } from '../../work/documents/reviewing/client-decisions.ts';
import { exportedDrafts } from '../../work/documents/writing/drafts.ts';
import { exportedJudgeAnswers } from '../../work/documents/writing/judge-answers.ts';
import { exportedEconomics } from '../../work/economics/economics-rows.ts';
import { exportedGrids } from '../../work/grids/grid-rows.ts';
import { exportedSchedules, exportedUpdates } from '../../work/recurring/updates.ts';
import { exportedPlans } from '../../work/runs/plans/plans.ts';
import {
  exportedRuns,
  exportedTaskScores,
  exportedUnscoredTasks,
} from '../../work/runs/run-results.ts';
import { exportedDeckTemplates } from '../decks/deck-template.ts';
import { exportedStorylines } from '../decks/storyline-rows.ts';
import { exportedLibraryEntries } from '../library/library.ts';
import {
  exportedNoticeChannels,
  exportedNotices,
  exportedNotificationSettings,
} from '../notices/notification-settings.ts';
import { exportedClientLinks, exportedReleases } from '../portal/releases.ts';
import { exportedWebhooks } from '../webhooks/webhooks.ts';
import { exportedDeletionRequests } from './deletion-requests.ts';

/** A file that is written while it is sent. */
export interface AccountExport {
  filename: string;
  /** JSON text in pieces of at most one page of rows. */
  content: AsyncGenerator<string>;
}

/** The same as a zip. */
interface AccountArchive {
  filename: string;
  content: AsyncGenerator<Uint8Array>;
}

/**
 * Exports the tenant's data as one JSON file, after audit entry and mail to the owner, so that no
 * export goes unnoticed. Engagements behind walls whose inside the caller is not are left out with
 * all that came from them, and counted in `withheld`. Each page is a statement of its own, so that
 * no transaction waits for a slow reader.
 */
export async function exportAccount(context: RequestContext): Promise<AccountExport> {
  const { head, name } = await beginExport(context);
  return { filename: `${name}.json`, content: writeExport(context, head, new Set()) };
}

/** Exports the same and every attached file as a zip: the files, the data, and a manifest. */
export async function exportArchive(context: RequestContext): Promise<AccountArchive> {
  const { head, name } = await beginExport(context);
  async function* entries(): AsyncGenerator<ZipEntry> {
    const hidden = new Set<string>();
    await noteHidden(context, hidden);
    yield* listStoredContents(context);
    yield { path: 'export.json', content: writeExport(context, head, hidden) };
    yield { path: 'manifest.json', content: writeManifest(head, hidden) };
  }
  return { filename: `${name}.zip`, content: writeZip(entries()) };
}

/** The first fields of an export and of an archive's manifest. */
interface ExportHead {
  formatVersion: 'service-data-export-v1';
  exportedAt: string;
  tenant: TenantRecord;
}

async function beginExport(context: RequestContext) {
  const { services, tenantId } = context;
  const exportedAt = services.clock.now().toISOString();
  const tenant: TenantRecord = await context.transaction(async (tx) => {
    const found = await findTenant(tx, tenantId);
    const owner = await findMailRecipient(tx, tenantId, null);
    if (!found || !owner) throw new ApiError('authentication_required');
    await recordAudit(tx, context, {
      action: 'account.export',
      resourceType: 'tenant',
      resourceId: tenantId,
    });
    await enqueueMail(tx, services, {
      kind: 'accountExported',
      tenantName: found.name,
      exportedAt,
      ...owner,
      tenantId,
    });
    return found;
  });
  const head: ExportHead = { formatVersion: 'service-data-export-v1', exportedAt, tenant };
  return { head, name: `service-export-${tenant.slug}-${exportedAt.slice(0, 10)}` };
}

/**
 * Writes the data as JSON text. `hidden` gathers the engagements that the caller does not see at
 * the beginning or at the end, because an entry into a wall may end while a slow reader reads.
 */
async function* writeExport(
  context: RequestContext,
  head: ExportHead,
  hidden: Set<string>,
): AsyncGenerator<string> {
  await noteHidden(context, hidden);
  yield JSON.stringify(head).slice(0, -1);
  // Who is refused at the economics of an engagement does not read them here.
  const showsMoney = hasAdminAccess(context.principal);
  for (const part of exportParts) {
    yield `,${JSON.stringify(part.name)}:[`;
    if (part !== exportedEconomics || showsMoney) yield* writeRecords(context, part);
    yield ']';
  }
  yield ',"auditLog":';
  yield* exportAuditLog(context, { showsMoney });
  await noteHidden(context, hidden);
  yield `,"withheld":${hidden.size}}\n`;
}

async function* writeManifest(
  head: ExportHead,
  hidden: ReadonlySet<string>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...head, withheld: hidden.size }, null, 2)}\n`;
}

/** Adds the ids of the engagements that the caller does not see now. */
async function noteHidden(
  { services, tenantId }: RequestContext,
  hidden: Set<string>,
): Promise<void> {
  const [rows] = await services.database.batchTenant(tenantId, [selectHiddenEngagements(tenantId)]);
  for (const row of rows) hidden.add(row.engagement_id);
}

/** Writes the records of a part, one page at a time, with commas between them. */
async function* writeRecords(
  { services, tenantId }: RequestContext,
  part: AnyExportPart,
): AsyncGenerator<string> {
  const { name, page, pageRows, complete, toRecord } = part as unknown as ExportPart<{
    id: string;
  }>;
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

const exportParts: readonly AnyExportPart[] = [
  exportedUsers,
  exportedEngagements,
  exportedDeliverables,
  exportedRuns,
  exportedApiKeys,
  exportedModelKeys,
  exportedAssistants,
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
  exportedScimTokens,
  exportedScimPeople,
  exportedScimGroups,
  exportedSso,
  exportedTables,
  exportedRetainedTables,
  exportedQueries,
  exportedQuestions,
  exportedNotebook,
  exportedFacts,
  exportedAnswers,
  exportedMessages,
  exportedPages,
  exportedSearches,
  exportedPageReads,
  exportedSchedules,
  exportedUpdates,
  exportedGrids,
  exportedEconomics,
  exportedCards,
  exportedComments,
  exportedDrafts,
  exportedStorylines,
  exportedDeckTemplates,
  exportedClientLinks,
  exportedReleases,
  exportedClientDecisions,
  exportedNotices,
  exportedNotificationSettings,
  exportedNoticeChannels,
  exportedDeletionRequests,
];
