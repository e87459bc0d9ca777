import { ApiError } from '@ecp/contract/declaring/errors';
import { DocumentError } from '@ecp/documents/reports/report-types';
import { WordRefusal, type WordRefusalKind } from '@ecp/documents/word/reading/xml-tree';
import { serviceBusy } from '../../../kernel/limits/refusals.ts';

const reasons: Record<WordRefusalKind, string> = {
  not_word: 'it is no .docx file',
  macros: 'it holds macros; save it without them as .docx',
  encrypted: 'it is protected by a password',
  damaged: 'it is damaged',
  too_large: 'it has more than a deliverable can hold',
  external: 'it needs files outside of it',
};

/**
 * Waits for a Word file that is opened and maps its failures to API errors: `word_file_refused`, `service_unavailable`
 * when too much waits (with Retry-After).
 */
export async function openWordFile<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof WordRefusal) throw refuseWordFile(error.kind, error);
    if (!(error instanceof DocumentError)) throw error;
    const { retryAfterMs } = error;
    throw serviceBusy({ cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}

/** Makes the error for a file that is not taken (WRD-8). */
export function refuseWordFile(kind: WordRefusalKind, cause?: unknown): ApiError {
  return new ApiError('word_file_refused', { values: { reason: reasons[kind] }, cause });
}
