import { ApiError } from '@ecp/contract/declaring/errors';
import type { ImportWarning } from '@ecp/contract/reach/word';
import type { ImportedWordFile } from '@ecp/documents/word/read-answer';
import { mergeSections } from '@ecp/markdown/merge-sections';
import { cutSections, titleOf } from '@ecp/markdown/sectioned-document';
import type { RequestContext } from '../../../kernel/context.ts';
import { readCitations } from '../../../work/deliverables/citations/read-citations.ts';
import {
  type AnsweringRow,
  isInternal,
  selectDeliverable,
  selectLatestDeliverable,
} from '../../../work/deliverables/deliverable-rows.ts';
import { documentTitles } from '../../../work/deliverables/document-title.ts';
import { readText } from '../../../work/deliverables/old-texts/read-texts.ts';
import { selectDocumentOpenings } from '../../../work/deliverables/select-latest-deliverables.ts';
import { selectEngagement } from '../../../work/engagements/engagement-rows.ts';
import { toClientTexts } from '../to-client-texts.ts';
import { openWordFile } from './open-word-file.ts';

/** A Word file as the text of the next version. */
export interface MergedImport {
  latest: AnsweringRow;
  content: string;
  comments: ImportedWordFile['comments'];
  warnings: ImportWarning[];
}

const longestConflict = 2_000;

/**
 * Reads a Word file over the version from which it comes, and merges it by sections with the latest one if that is newer
 * (WRD-6). Where both changed a section, the file's is taken and a warning has the other words; they stay in the
 * version before. Errors: `not_found`, those of openWordFile.
 */
export async function mergeImport(
  context: RequestContext,
  { engagementId, filename, file }: { engagementId: string; filename: string; file: Buffer },
): Promise<MergedImport> {
  const { services, tenantId } = context;
  const order = { tenantId };
  const origin = await openWordFile(services.wordFiles.readOrigin(file, order));
  const isOwn = origin?.engagementId === engagementId && origin.filename === filename;
  const [[latest], [named]] = await services.database.batchTenant(tenantId, [
    selectLatestDeliverable(tenantId, engagementId, filename),
    selectDeliverable(tenantId, engagementId, filename, isOwn ? origin.version : undefined),
  ]);
  if (!latest || isInternal(filename)) throw new ApiError('not_found');
  const base = isOwn && named ? await readText(services.storage, named) : latest;
  const shown = await readShownText(context, base);
  const texts = { whole: base.content, shown };
  const imported = await openWordFile(services.wordFiles.readFile(file, texts, order));
  const strange: ImportWarning[] = isOwn
    ? []
    : [{ kind: origin === null ? 'unknown_origin' : 'other_document', place: '', text: origin?.filename ?? '' }];
  const { merged, conflicts } = mergeSections(base.content, imported.markdown, latest.content);
  const sections = cutSections(merged).sections.map(({ raw }) => titleOf(raw) ?? '');
  return {
    latest,
    content: merged,
    comments: imported.comments,
    warnings: [
      ...strange,
      ...imported.warnings,
      ...conflicts.map(({ section, theirs }) => ({
        kind: 'conflict' as const,
        place: section === null ? '' : (sections[section] ?? ''),
        text: theirs.slice(0, longestConflict).toWellFormed(),
      })),
    ],
  };
}

/** Reads what a client gets of a version, which is what its Word file shows. */
async function readShownText({ services, tenantId }: RequestContext, version: AnsweringRow): Promise<string> {
  const { database } = services;
  const { engagement_id: engagementId, id, content } = version;
  const [[engagement], openings] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectDocumentOpenings(tenantId, engagementId),
  ]);
  const titles = documentTitles([...openings, version], engagement?.tasks ?? []);
  const citations = await readCitations(database, tenantId, [id]);
  const cited = { content, citations: citations.get(id) ?? [] };
  const [text] = await toClientTexts(database, { tenantId, engagementId, titles }, [cited]);
  return text?.content ?? content;
}
