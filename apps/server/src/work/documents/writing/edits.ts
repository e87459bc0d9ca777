import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import type { Comment } from '@ecp/contract/work/comments';
import type {
  DeliverableDetail,
  EditBody,
  SectionLockBody,
  SectionOfVersion,
  VersionOrigin,
} from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import { countWords } from '@ecp/markdown/count-words';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import {
  actorAuthor,
  actorUserId,
  type RequestContext,
  responsibleUserId,
} from '../../../kernel/context.ts';
import { recordEvent } from '../../../kernel/outbox.ts';
import { requireExportable } from '../../../kernel/text-work.ts';
import { lockEngagementIfThere } from '../../../material/engagements/engagement-rows.ts';
import { readCitations, recordCitations } from '../../../material/evidence/citations.ts';
import { recordFigures } from '../../../material/evidence/conflicts.ts';
import { recordCardUses } from '../../../material/library/card-uses.ts';
import { selectUnreadFile } from '../../../material/sources/extraction.ts';
import { selectComment, toComment } from '../../conversations/comments/comment-rows.ts';
import { setCommentStatus } from '../../conversations/comments/comments.ts';
import { type FollowedComments, prepareFollowing } from '../../conversations/comments/passages.ts';
import {
  type AnsweringRow,
  findLatestDeliverable,
  isInternal,
  type StoredSection,
  selectDeliverable,
  selectLatestDeliverable,
} from '../deliverable-rows.ts';
import { readDetail } from '../deliverables.ts';
import { type CheckedText, checkReader, type TextToCheck } from './check-text.ts';
import { checkWithWholeTexts } from './check-whole-texts.ts';
import { endDraft } from './drafts.ts';
import { suggestionReader, toEarlier } from './joined-texts.ts';
import { selectJudgeAnswers } from './judge-answers.ts';
import { gatherMaterial } from './material.ts';
import { copyGrounds, insertDeliverable } from './new-versions.ts';
import { awaitFindings, mayBeJudged } from './rechecks.ts';
import { readSections, sectionsReader } from './sections.ts';

/**
 * Writes the next version as the caller and ends the draft. Errors: `not_found`,
 * `not_latest_version`, `nothing_changed`.
 */
export async function editDeliverable(
  context: RequestContext,
  { note, ...text }: EditBody & { engagementId: string; filename: string },
): Promise<DeliverableDetail> {
  const prepared = await prepareVersion(context, text);
  const author = actorAuthor(context.principal);
  return context.commit(async (tx) => {
    const written = { origin: 'human', author, note: note?.trim() ? note.trim() : null } as const;
    const version = await writeVersion(tx, context, prepared, written);
    const userId = actorUserId(context.principal);
    if (userId !== null) await endDraft(tx, context.tenantId, { ...text, userId });
    return readDetail(tx, context.tenantId, version);
  });
}

/**
 * Makes an earlier text the next version; its sections keep their authors. Errors: `not_found`,
 * `nothing_changed`; `not_latest_version` when somebody has written since `baseVersion`.
 */
export async function restoreDeliverable(
  context: RequestContext,
  input: {
    engagementId: string;
    filename: string;
    version: number;
    baseVersion?: number | undefined;
  },
): Promise<DeliverableDetail> {
  const { services, tenantId, principal } = context;
  const { engagementId, filename, version } = input;
  const [[restored], [latest]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, version),
    selectLatestDeliverable(tenantId, engagementId, filename),
  ]);
  if (!restored || !latest) throw new ApiError('not_found');
  const text = {
    engagementId,
    filename,
    content: restored.content,
    baseVersion: input.baseVersion ?? latest.version,
  };
  const prepared = await prepareVersion(context, text, restored);
  return context.commit(async (tx) => {
    const written = await writeVersion(tx, context, prepared, {
      origin: 'human',
      author: actorAuthor(principal),
      note: null,
      metadata: { restoredVersion: version },
    });
    return readDetail(tx, tenantId, written);
  });
}

/**
 * Writes the next version with a comment's proposed words and resolves the comment. Errors:
 * `not_found`, `no_open_suggestion`, `passage_changed`, `not_latest_version`, `nothing_changed`.
 */
export async function acceptSuggestion(
  context: RequestContext,
  { engagementId, commentId }: { engagementId: string; commentId: string },
): Promise<{ version: number }> {
  const { services, tenantId } = context;
  const [rows] = await services.database.batchTenant(tenantId, [
    selectComment(tenantId, { engagementId, commentId }),
  ]);
  const comment = rows[0] && toComment(rows[0]);
  if (!comment || comment.filename === null) throw new ApiError('not_found');
  const { filename } = comment;
  const file = selectLatestDeliverable(tenantId, engagementId, filename);
  const [[latest]] = await services.database.batchTenant(tenantId, [file]);
  if (!latest) throw new ApiError('not_found');
  const content = await applySuggestion(context, comment, latest);
  const prepared = await prepareVersion(context, {
    engagementId,
    filename,
    content,
    baseVersion: latest.version,
  });
  return context.commit(async (tx) => {
    const author = actorAuthor(context.principal);
    const writer = { origin: 'human', author, note: null, metadata: { commentId } } as const;
    const { version } = await writeVersion(tx, context, prepared, writer);
    const resolved = await setCommentStatus(tx, context, { engagementId, commentId }, 'resolved');
    if (!resolved) throw new ApiError('not_found');
    return { version };
  });
}

/**
 * Returns the text with the proposed words. They were proposed for the words that the author had
 * read.
 */
async function applySuggestion(
  { services, tenantId }: RequestContext,
  { suggestion, status, passage, quote }: Comment,
  { content, version }: { content: string; version: number },
): Promise<string> {
  if (suggestion === null || status === 'resolved') throw new ApiError('no_open_suggestion');
  if (passage === null || passage.quote !== quote) throw new ApiError('passage_changed');
  if (passage.version !== version)
    throw new ApiError('not_latest_version', { values: { version } });
  const changed = await services.texts.run(tenantId, suggestionReader, {
    content,
    passage,
    suggestion,
  });
  if (changed === null) throw new ApiError('passage_changed');
  return changed;
}

/** A text of a person that is not written yet, with what its check says. */
interface PreparedVersion {
  engagementId: string;
  base: AnsweringRow;
  content: string;
  wordCount: number;
  /** Null if the check could not run now. It runs later. */
  checked: CheckedText | null;
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
 * Prepares a person's text, changed from `baseVersion`, before the transaction, because that takes
 * a while. Errors: `not_found`, `not_latest_version`, `nothing_changed`, `text_too_complex`,
 * `service_unavailable`. Throws StorageUnavailableError.
 */
export async function prepareVersion(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  text: { engagementId: string; filename: string; content: string; baseVersion: number },
  restored?: AnsweringRow,
): Promise<PreparedVersion> {
  const { engagementId, filename, content, baseVersion } = text;
  // What no export would take is refused before a child spends seconds on it.
  await requireExportable([{ content }]);
  const [[base]] = await services.database.batchTenant(tenantId, [
    selectLatestDeliverable(tenantId, engagementId, filename),
  ]);
  requireBase(base, baseVersion);
  if (base.content === content) throw new ApiError('nothing_changed');
  const about = { engagementId, filename, taskId: base.task_id, version: base.version };
  const { material, lacksFiles, answers } = await services.database.withTenant(
    tenantId,
    async (tx) => {
      const unread = await tx.query(selectUnreadFile(tenantId, engagementId));
      const { rows } = await tx.query(selectJudgeAnswers(tenantId, engagementId));
      const gathered = await gatherMaterial(tx, services, tenantId, about);
      return { material: gathered, lacksFiles: unread.rows.length > 0, answers: rows };
    },
  );
  if (!material) throw new ApiError('not_found');
  const versions = restored ? [base, restored] : [base];
  const findings = await readCitations(
    services.database,
    tenantId,
    versions.map(({ id }) => id),
  );
  const before = versions.flatMap(({ id }) => findings.get(id) ?? []);
  const checked = await checkWithWholeTexts<CheckedText | null>(
    services,
    { tenantId, engagementId },
    { content, material, before, answers },
    (toCheck) => checkNow(services, tenantId, toCheck),
    (read) => services.database.withTenant(tenantId, read),
  );
  const sections = await attribute(services, tenantId, { content, latest: base, restored });
  const made = { engagementId, filename, version: base.version + 1, content, before: base.content };
  const followed = await prepareFollowing(services, tenantId, made);
  return {
    engagementId,
    base,
    content,
    wordCount: await countWords(content),
    checked,
    lacksFiles,
    lacksJudge:
      (lacksFiles || checked === null || checked.questions.length > 0) &&
      (await services.database.withTenant(tenantId, (tx) => mayBeJudged(tx, services, tenantId))),
    sections,
    followed,
    restored,
  };
}

/**
 * Time for the check of a text while its author waits. A check that takes longer runs after the
 * text is stored.
 */
const awaitedCheckMs = 5_000;

/** Checks a text, or returns null if that takes long or the tenant has used its processor time. */
async function checkNow(
  { texts }: Pick<RequestContext['services'], 'texts'>,
  tenantId: string,
  text: TextToCheck,
): Promise<CheckedText | null> {
  try {
    return await texts.run(tenantId, checkReader, text, { timeLimitMs: awaitedCheckMs });
  } catch (error) {
    const isPostponed = error instanceof ApiError && postponing.has(error.code);
    if (isPostponed) return null;
    throw error;
  }
}

/** Refusals of a check that do not keep a text from being stored. */
const postponing: ReadonlySet<string> = new Set(['service_unavailable', 'text_too_complex']);

/** Tells who wrote the sections of a person's text: people and agents before, else this person. */
function attribute(
  { texts }: Pick<RequestContext['services'], 'texts'>,
  tenantId: string,
  {
    content,
    latest,
    restored,
  }: { content: string; latest: AnsweringRow; restored: AnsweringRow | undefined },
): Promise<StoredSection[]> {
  const earlier = (restored ? [latest, restored] : [latest]).map(toEarlier);
  const written = { version: latest.version + 1, locked: true };
  // A text that is stored needs its sections, so that this waits where a check would be put off.
  return texts.run(tenantId, sectionsReader, { content, earlier, written }, { isAwaited: false });
}

interface VersionWriter {
  origin: Exclude<VersionOrigin, 'agent'>;
  author: Author;
  note: string | null;
  /** Further facts for the audit log. */
  metadata?: Record<string, unknown>;
}

/**
 * Writes a person's next version in the transaction of its cause, under the engagement's lock; a
 * check that lacks a file or a judge is repeated later. Errors: `not_latest_version`, `not_found`.
 */
export async function writeVersion(
  tx: Transaction,
  context: RequestContext,
  prepared: PreparedVersion,
  writer: VersionWriter,
): Promise<AnsweringRow> {
  const { services, tenantId } = context;
  const { engagementId, base, content, wordCount, checked, restored, followed } = prepared;
  const { filename, task_id: taskId } = base;
  await lockEngagementIfThere(tx, tenantId, engagementId);
  const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
  requireBase(latest, base.version);
  const { origin, author, note } = writer;
  // Somebody may have locked a section meanwhile.
  const isSame = JSON.stringify(latest.sections) === JSON.stringify(base.sections);
  const sections = isSame
    ? prepared.sections
    : await attribute(services, tenantId, { content, latest, restored });
  const written = {
    tenantId,
    engagementId,
    runId: null,
    taskId,
    filename,
    content,
    wordCount,
    sections,
    noteAnswers: [],
    objections: [],
    createdAt: services.clock.now(),
    origin,
    editedBy: author,
    note,
    authorId: responsibleUserId(context.principal),
  };
  const { id: deliverableId, version } = await insertDeliverable(tx, services, written, followed);
  await copyGrounds(tx, tenantId, { from: restored?.id ?? base.id, to: deliverableId });
  if (checked !== null) {
    await recordCitations(tx, tenantId, deliverableId, checked.citations);
    await recordCardUses(tx, { tenantId, engagementId, deliverableId }, checked.citations);
    await recordFigures(tx, { tenantId, engagementId, deliverableId, figures: checked.figures });
  }
  await awaitFindings(tx, services, tenantId, {
    deliverableId,
    lacksCheck: checked === null || prepared.lacksFiles,
    lacksJudge: prepared.lacksJudge,
  });
  const about = { engagementId, runId: null, deliverableId, taskId, filename, version };
  await recordEvent(tx, services, tenantId, 'deliverable.ready', about);
  await recordAudit(tx, context, {
    action: 'deliverable.edit',
    resourceType: 'deliverable',
    resourceId: deliverableId,
    metadata: {
      engagementId,
      filename,
      version,
      baseVersion: base.version,
      origin,
      ...writer.metadata,
    },
  });
  const { rows } = await tx.query(selectLatestDeliverable(tenantId, engagementId, filename));
  const [row] = rows;
  if (!row) throw new Error('The version that was inserted is not there');
  return row;
}

function requireBase(
  latest: AnsweringRow | undefined,
  baseVersion: number,
): asserts latest is AnsweringRow {
  if (!latest || isInternal(latest.filename)) throw new ApiError('not_found');
  const { version } = latest;
  if (version !== baseVersion) throw new ApiError('not_latest_version', { values: { version } });
}

/**
 * Locks or unlocks a section of the latest version; reruns keep a locked one's bytes. Errors:
 * `not_found`, `section_changed`.
 */
export async function lockSection(
  context: RequestContext,
  input: SectionLockBody & { engagementId: string; filename: string },
): Promise<{ sections: SectionOfVersion[] }> {
  const { tenantId } = context;
  const { engagementId, filename, section, heading, locked } = input;
  return context.commit(async (tx) => {
    await lockEngagementIfThere(tx, tenantId, engagementId);
    const latest = await findLatestDeliverable(tx, tenantId, engagementId, filename);
    if (!latest || isInternal(filename)) throw new ApiError('not_found');
    const stored = readSections(latest);
    const chosen = stored[section];
    if (!chosen || chosen.heading !== heading) throw new ApiError('section_changed');
    if (chosen.locked === locked)
      return { sections: (await readDetail(tx, tenantId, latest)).sections };
    const sections = stored.map((one, index) => (index === section ? { ...one, locked } : one));
    await saveSections(tx, tenantId, latest.id, sections);
    await recordAudit(tx, context, {
      action: locked ? 'section.lock' : 'section.unlock',
      resourceType: 'deliverable',
      resourceId: latest.id,
      metadata: { engagementId, filename, version: latest.version, section, heading },
    });
    return { sections: (await readDetail(tx, tenantId, { ...latest, sections })).sections };
  });
}

async function saveSections(
  tx: Transaction,
  tenantId: string,
  id: string,
  sections: StoredSection[],
): Promise<void> {
  await tx.query({
    name: 'set_sections',
    text: 'update platform.deliverables set sections = $3 where tenant_id = $1 and id = $2',
    values: [tenantId, id, JSON.stringify(sections)],
  });
}
