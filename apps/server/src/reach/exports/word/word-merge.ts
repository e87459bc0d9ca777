import { ApiError } from '@ecp/contract/declaring/errors';
import type { ImportWarning } from '@ecp/contract/reach/exports';
import { DocumentError } from '@ecp/documents/reports/report-types';
import { WordRefusal, type WordRefusalKind } from '@ecp/documents/word/reading/xml-tree';
import type { ImportedWordFile } from '@ecp/documents/word/word-files';
import type { RequestContext } from '../../../kernel/context.ts';
import { serviceBusy } from '../../../kernel/limits/refusals.ts';
import { selectEngagement } from '../../../material/engagements/engagement-rows.ts';
import { readCitations } from '../../../material/evidence/citations.ts';
import {
  type AnsweringRow,
  documentTitles,
  isInternal,
  selectDeliverable,
  selectDocumentOpenings,
  selectLatestDeliverable,
  selectVersionName,
} from '../../../work/documents/deliverable-rows.ts';
import { removeFootnotes } from '../../../work/documents/reading/without-footnotes.ts';
import { mergeReader } from '../../../work/documents/writing/joined-texts.ts';
import { toClientTexts } from '../client-texts.ts';

/** A Word file as the text of the next version. */
interface MergedImport {
  latest: AnsweringRow;
  content: string;
  comments: ImportedWordFile['comments'];
  warnings: ImportWarning[];
}

/**
 * Merges a Word file by sections with the latest version. On conflict the file's words are taken,
 * and a warning has the others. Errors: `not_found`, those of openWordFile.
 */
export async function mergeImport(
  context: RequestContext,
  { engagementId, filename, file }: { engagementId: string; filename: string; file: Buffer },
): Promise<MergedImport> {
  const { services, tenantId } = context;
  const order = { tenantId };
  const origin = await openWordFile(services.wordFiles.readOrigin(file, order));
  const [[latest], [from]] = await services.database.batchTenant(tenantId, [
    selectLatestDeliverable(tenantId, engagementId, filename),
    selectVersionName(tenantId, origin?.deliverableId ?? ''),
  ]);
  const isOwn = from?.engagement_id === engagementId && from.filename === filename;
  const [[named]] = await services.database.batchTenant(tenantId, [
    selectDeliverable(tenantId, engagementId, filename, isOwn ? from.version : undefined),
  ]);
  if (!latest || isInternal(filename)) throw new ApiError('not_found');
  const base = isOwn && named ? named : latest;
  const whole = await readShownText(context, base);
  const isPlain = isOwn && origin?.hasNoFootnotes === true;
  const [shown = whole] = isPlain ? await removeFootnotes(services.texts, tenantId, [whole]) : [];
  const texts = { whole: base.content, shown };
  const imported = await openWordFile(services.wordFiles.readFile(file, texts, order));
  const strange: ImportWarning[] = isOwn
    ? []
    : [
        {
          kind: origin === null ? 'unknown_origin' : 'other_document',
          place: '',
          text: from?.filename ?? '',
        },
      ];
  const versions = { base: base.content, mine: imported.markdown, theirs: latest.content };
  const { merged, conflicts } = await services.texts.run(tenantId, mergeReader, versions);
  return {
    latest,
    content: merged,
    comments: imported.comments,
    warnings: [
      ...strange,
      ...imported.warnings,
      ...conflicts.map((conflict) => ({ kind: 'conflict' as const, ...conflict })),
    ],
  };
}

/** Reads what a client gets of a version, which is what its Word file shows. */
async function readShownText(
  { services, tenantId }: RequestContext,
  version: AnsweringRow,
): Promise<string> {
  const { database } = services;
  const { engagement_id: engagementId, id, content } = version;
  const [[engagement], openings] = await database.batchTenant(tenantId, [
    selectEngagement(tenantId, engagementId),
    selectDocumentOpenings(tenantId, engagementId),
  ]);
  const tasks = engagement?.tasks ?? [];
  const titles = documentTitles([...openings, version], tasks);
  const citations = await readCitations(database, tenantId, [id]);
  const cited = { content, citations: citations.get(id) ?? [] };
  const [text] = await toClientTexts(services, { tenantId, engagementId, tasks, titles }, [cited]);
  return text?.content ?? content;
}

const refusalReasons: Record<WordRefusalKind, string> = {
  not_word: 'it is no .docx file',
  macros: 'it holds macros; save it without them as .docx',
  encrypted: 'it is protected by a password',
  damaged: 'it is damaged',
  too_large: 'it has more than a deliverable can hold',
  external: 'it needs files outside of it',
};

/**
 * Maps the failures of opening a Word file to `word_file_refused`, or `service_unavailable` with
 * Retry-After.
 */
async function openWordFile<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof WordRefusal) throw refuseWordFile(error.kind, error);
    if (!(error instanceof DocumentError)) throw error;
    const { retryAfterMs } = error;
    throw serviceBusy({ cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}

/** Makes the error for a file that is not taken. */
export function refuseWordFile(kind: WordRefusalKind, cause?: unknown): ApiError {
  return new ApiError('word_file_refused', { values: { reason: refusalReasons[kind] }, cause });
}
