import { ApiError } from '@ecp/contract/declaring/errors';
import type { ImportResult } from '@ecp/contract/reach/exports';
import { writingLimits } from '@ecp/contract/work/deliverables';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import type { UploadedForm } from '../../../kernel/uploads.ts';
import { listComments } from '../../../work/comments/list-comments.ts';
import { prepareVersion, writeVersion } from '../../../work/deliverables/writing/write-version.ts';
import { findNewComments, importComments, preparePlaces } from './import-comments.ts';
import { mergeImport } from './merge-import.ts';
import { refuseWordFile } from './open-word-file.ts';
import { receiveWordFile } from './receive-word-file.ts';

/**
 * Makes a Word file the next version of a deliverable, and its comments comments of the caller (WRD-6, WRD-9). A file
 * with new comments alone writes no version. Errors: those of the form and of mergeImport, `file_too_large`,
 * `nothing_changed` for an untouched copy, `not_latest_version` when somebody writes meanwhile, those of importComments.
 */
export async function importDeliverable(
  context: RequestContext,
  which: { engagementId: string; filename: string },
  form: UploadedForm<object>,
): Promise<ImportResult> {
  const { stored: file } = await form.receive(receiveWordFile);
  const { latest, content, comments: found, warnings } = await mergeImport(context, { ...which, file });
  if (content.trim() === '') throw refuseWordFile('damaged');
  if (content.length > writingLimits.content) throw refuseWordFile('too_large');
  const { comments: existing } = await listComments(context, which, {});
  const fresh = findNewComments(found, existing);
  const isChanged = content !== latest.content;
  if (!isChanged && fresh.known.size === found.length) throw new ApiError('nothing_changed');
  const prepared = isChanged ? await prepareVersion(context, { ...which, content, baseVersion: latest.version }) : null;
  const version = prepared ? latest.version + 1 : latest.version;
  const placer = await preparePlaces(context, fresh, { version, content });
  const author = actorAuthor(context.principal);
  return context.commit(async (tx) => {
    const writer = { origin: 'import', author, note: null } as const;
    const written = prepared && (await writeVersion(tx, context, prepared, writer));
    const { comments, warnings: unplaced } = await importComments(tx, context, which, fresh, { author, placer });
    return { version: (written ?? latest).version, comments, warnings: [...warnings, ...unplaced] };
  });
}
