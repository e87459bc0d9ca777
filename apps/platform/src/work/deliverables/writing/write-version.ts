import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { VersionOrigin } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { recordEvent } from '../../../kernel/outbox/record-event.ts';
import { recordCardUses } from '../../cards/using/record-card-uses.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { readCitations } from '../citations/read-citations.ts';
import { recordCitations } from '../citations/record-citations.ts';
import { type AnsweringRow, findLatestDeliverable, isInternal, selectLatestDeliverable } from '../deliverable-rows.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { insertDeliverable } from '../insert-deliverable.ts';
import { type CheckedText, checkText } from './check-text.ts';
import { copyGrounds } from './copy-grounds.ts';
import { gatherMaterial } from './gather-material.ts';
import { attributeSections } from './section-authors.ts';

/** A text of a person that has been checked and is not written yet. */
export interface PreparedVersion extends CheckedText {
  engagementId: string;
  /** The version that the person has changed. */
  base: AnsweringRow;
  content: string;
  wordCount: number;
}

/**
 * Checks the text of a person like any other version (WRI-4), before the transaction that writes it, because the check
 * of a long text takes a while. Errors: `not_found`, also for internal files; `not_latest_version`; `nothing_changed`;
 * throws StorageUnavailableError.
 * @param text.baseVersion the version that the person has changed
 */
export async function prepareVersion(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  text: { engagementId: string; filename: string; content: string; baseVersion: number },
): Promise<PreparedVersion> {
  const { engagementId, filename, content, baseVersion } = text;
  const [[base]] = await services.database.batchTenant(tenantId, [
    selectLatestDeliverable(tenantId, engagementId, filename),
  ]);
  requireBase(base, baseVersion);
  if (base.content === content) throw new ApiError('nothing_changed');
  const about = { engagementId, filename, taskId: base.task_id, version: base.version };
  const material = await services.database.withTenant(tenantId, (tx) => gatherMaterial(tx, services, tenantId, about));
  if (!material) throw new ApiError('not_found');
  const before = await readCitations(services.database, tenantId, [base.id]);
  const checked = await checkText(content, material, before.get(base.id) ?? []);
  return { engagementId, base, content, wordCount: await countWords(content), ...checked };
}

/** The writer of a version, and what is said about it. */
export interface VersionWriter {
  origin: Exclude<VersionOrigin, 'agent'>;
  author: Author;
  note: string | null;
  /** The version that is restored: its sections keep their authors. */
  restored?: AnsweringRow;
  /** Further facts for the audit log. */
  metadata?: Record<string, unknown>;
}

/**
 * Writes the next version of a deliverable as a person, in the transaction of its cause (WRI-1): the row with its
 * sections' authors, citations, figures and grounds, the event `deliverable.ready` and the audit entry. Takes the
 * engagement's lock, so that of two writers the second is told. A run may be going. Error: `not_latest_version`, `not_found` when the file has been deleted.
 * @returns the version as it is stored
 */
export async function writeVersion(
  tx: Transaction,
  context: RequestContext,
  prepared: PreparedVersion,
  writer: VersionWriter,
): Promise<AnsweringRow> {
  const { services, tenantId } = context;
  const { engagementId, base, content, wordCount, citations, figures } = prepared;
  const { filename, task_id: taskId } = base;
  await lockEngagement(tx, tenantId, engagementId);
  const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
  requireBase(latest, base.version);
  const { origin, author, note, restored } = writer;
  const sections = attributeSections(content, restored ? [latest, restored] : [latest], {
    version: latest.version + 1,
    locked: true,
  });
  const { id: deliverableId, version } = await insertDeliverable(tx, {
    ...{ tenantId, engagementId, runId: null, taskId, filename, content, wordCount, sections },
    ...{ noteAnswers: [], objections: [], createdAt: services.clock.now(), origin, editedBy: author, note },
  });
  await recordCitations(tx, tenantId, deliverableId, citations);
  await recordCardUses(tx, tenantId, deliverableId, citations);
  await copyGrounds(tx, tenantId, { from: restored?.id ?? base.id, to: deliverableId });
  await recordFigures(tx, { tenantId, engagementId, deliverableId, figures });
  const about = { engagementId, runId: null, deliverableId, taskId, filename, version };
  await recordEvent(tx, services, tenantId, 'deliverable.ready', about);
  await recordAudit(tx, context, {
    action: 'deliverable.edit',
    resourceType: 'deliverable',
    resourceId: deliverableId,
    metadata: { engagementId, filename, version, baseVersion: base.version, origin, ...writer.metadata },
  });
  const { rows } = await tx.query(selectLatestDeliverable(tenantId, engagementId, filename));
  const [row] = rows;
  if (!row) throw new Error('The version that was inserted is not there');
  return row;
}

function requireBase(latest: AnsweringRow | undefined, baseVersion: number): asserts latest is AnsweringRow {
  if (!latest || isInternal(latest.filename)) throw new ApiError('not_found');
  const { version } = latest;
  if (version !== baseVersion) throw new ApiError('not_latest_version', { values: { version } });
}
