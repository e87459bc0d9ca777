import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { VersionOrigin } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../../kernel/context.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import { selectUnreadFile } from '../../attachments/reading/wait-for-extraction.ts';
import { recordCardUses } from '../../cards/using/record-card-uses.ts';
import { type FollowedComments, prepareFollowing } from '../../comments/follow-comments.ts';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { readCitations } from '../citations/read-citations.ts';
import { recordCitations } from '../citations/record-citations.ts';
import {
  type AnsweringRow,
  findLatestDeliverable,
  isInternal,
  type StoredSection,
  selectLatestDeliverable,
} from '../deliverable-rows.ts';
import { recordFigures } from '../figures/conflicts.ts';
import { insertDeliverable } from '../insert-deliverable.ts';
import { mayBeJudged } from './ask-judge.ts';
import { type CheckedText, checkReader } from './check-text.ts';
import { copyGrounds } from './copy-grounds.ts';
import { gatherMaterial } from './gather-material.ts';
import { selectJudgeAnswers } from './judge-answers.ts';
import { awaitFindings } from './recheck-version.ts';
import { type EarlierVersion, sectionsReader } from './section-authors.ts';

/** A text of a person that has been checked and is not written yet. */
export interface PreparedVersion extends CheckedText {
  engagementId: string;
  /** The version that the person has changed. */
  base: AnsweringRow;
  content: string;
  wordCount: number;
  /** A file of the engagement was being read, so the check lacks it. */
  lacksFiles: boolean;
  /** A judge may still say something. */
  lacksJudge: boolean;
  sections: StoredSection[];
  followed: FollowedComments;
  /** The version that is restored: its sections keep their authors. */
  restored?: AnsweringRow | undefined;
}

/**
 * Checks the text of a person like any other version (WRI-4), before the transaction that writes it, because the check
 * of a long text takes a while. Errors: `not_found`, also for internal files; `not_latest_version`; `nothing_changed`;
 * `text_too_complex`; `service_unavailable`; throws StorageUnavailableError.
 * @param text.baseVersion the version that the person has changed
 */
export async function prepareVersion(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  text: { engagementId: string; filename: string; content: string; baseVersion: number },
  restored?: AnsweringRow,
): Promise<PreparedVersion> {
  const { engagementId, filename, content, baseVersion } = text;
  const [[base]] = await services.database.batchTenant(tenantId, [
    selectLatestDeliverable(tenantId, engagementId, filename),
  ]);
  requireBase(base, baseVersion);
  if (base.content === content) throw new ApiError('nothing_changed');
  const about = { engagementId, filename, taskId: base.task_id, version: base.version };
  const { material, lacksFiles, answers } = await services.database.withTenant(tenantId, async (tx) => {
    const unread = await tx.query(selectUnreadFile(tenantId, engagementId));
    const { rows } = await tx.query(selectJudgeAnswers(tenantId, engagementId));
    const gathered = await gatherMaterial(tx, services, tenantId, about);
    return { material: gathered, lacksFiles: unread.rows.length > 0, answers: rows };
  });
  if (!material) throw new ApiError('not_found');
  const versions = restored ? [base, restored] : [base];
  const findings = await readCitations(
    services.database,
    tenantId,
    versions.map(({ id }) => id),
  );
  const before = versions.flatMap(({ id }) => findings.get(id) ?? []);
  const checked = await services.texts.run(tenantId, checkReader, { content, material, before, answers });
  const sections = await attribute(services, tenantId, { content, latest: base, restored });
  const made = { engagementId, filename, version: base.version + 1, content, before: base.content };
  const followed = await prepareFollowing(services, tenantId, made);
  return {
    engagementId,
    base,
    content,
    wordCount: await countWords(content),
    lacksFiles,
    lacksJudge: (lacksFiles || checked.questions.length > 0) && (await mayBeJudged(services)),
    ...checked,
    sections,
    followed,
    restored,
  };
}

/** Tells who wrote the sections of a person's text: people and agents before, else this person. */
function attribute(
  { texts }: Pick<RequestContext['services'], 'texts'>,
  tenantId: string,
  { content, latest, restored }: { content: string; latest: AnsweringRow; restored: AnsweringRow | undefined },
): Promise<StoredSection[]> {
  const earlier = (restored ? [latest, restored] : [latest]).map(toEarlier);
  return texts.run(tenantId, sectionsReader, {
    content,
    earlier,
    written: { version: latest.version + 1, locked: true },
  });
}

const toEarlier = ({ content, version, sections }: EarlierVersion): EarlierVersion => ({ content, version, sections });

/** The writer of a version, and what is said about it. */
export interface VersionWriter {
  origin: Exclude<VersionOrigin, 'agent'>;
  author: Author;
  note: string | null;
  /** Further facts for the audit log. */
  metadata?: Record<string, unknown>;
}

/**
 * Writes the next version of a deliverable as a person, in the transaction of its cause (WRI-1): the row with its
 * sections' authors, citations, figures and grounds, the event `deliverable.ready` and the audit entry. Takes the
 * engagement's lock, so that of two writers the second is told. A run may be going. A check that lacks a file, or a judge, is repeated when the
 * file is read and the judge has answered. Error: `not_latest_version`, `not_found` when the file has been deleted.
 * @returns the version as it is stored
 */
export async function writeVersion(
  tx: Transaction,
  context: RequestContext,
  prepared: PreparedVersion,
  writer: VersionWriter,
): Promise<AnsweringRow> {
  const { services, tenantId } = context;
  const { engagementId, base, content, wordCount, citations, figures, restored, followed } = prepared;
  const { filename, task_id: taskId } = base;
  await lockEngagement(tx, tenantId, engagementId);
  const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
  requireBase(latest, base.version);
  const { origin, author, note } = writer;
  // Somebody may have locked a section meanwhile.
  const isSame = JSON.stringify(latest.sections) === JSON.stringify(base.sections);
  const sections = isSame ? prepared.sections : await attribute(services, tenantId, { content, latest, restored });
  const written = {
    ...{ tenantId, engagementId, runId: null, taskId, filename, content, wordCount, sections },
    ...{ noteAnswers: [], objections: [], createdAt: services.clock.now(), origin, editedBy: author, note },
  };
  const { id: deliverableId, version } = await insertDeliverable(tx, services, written, followed);
  await recordCitations(tx, tenantId, deliverableId, citations);
  await recordCardUses(tx, tenantId, deliverableId, citations);
  await copyGrounds(tx, tenantId, { from: restored?.id ?? base.id, to: deliverableId });
  await recordFigures(tx, { tenantId, engagementId, deliverableId, figures });
  await awaitFindings(tx, services, tenantId, { deliverableId, ...prepared });
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
