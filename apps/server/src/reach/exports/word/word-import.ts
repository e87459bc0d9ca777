import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/declaring/scalars';
import {
  type ImportResult,
  type ImportWarning,
  maxWordFileBytes,
} from '@ecp/contract/reach/exports';
import { commentLimits } from '@ecp/contract/values/limits';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import type { Comment } from '@ecp/contract/work/comments';
import { writingLimits } from '@ecp/contract/work/deliverables';
import type { Transaction } from '@ecp/database/database';
import type { ImportedWordFile } from '@ecp/documents/word/word-files';
import { durableIdOf } from '@ecp/documents/word/word-item';
import { actorAuthor, type RequestContext } from '../../../kernel/context.ts';
import { type IncomingFile, receiveBytes, type UploadedForm } from '../../../kernel/uploads.ts';
import {
  listComments,
  readComment,
  recordComment,
  recordReply,
} from '../../../work/conversations/comments/comments.ts';
import { type CommentPlacer, createPlacer } from '../../../work/conversations/comments/passages.ts';
import { prepareVersion, writeVersion } from '../../../work/documents/writing/edits.ts';
import { mergeImport, refuseWordFile } from './word-merge.ts';

/**
 * Makes a Word file the next version and its comments the caller's; new comments alone make no
 * version. Errors: those of the form, mergeImport and importComments, `file_too_large`,
 * `nothing_changed`, `not_latest_version`.
 */
export async function importDeliverable(
  context: RequestContext,
  which: { engagementId: string; filename: string },
  form: UploadedForm<object>,
): Promise<ImportResult> {
  const { stored: file } = await form.receive(receiveWordFile);
  const {
    latest,
    content,
    comments: found,
    warnings,
  } = await mergeImport(context, { ...which, file });
  if (content.trim() === '') throw refuseWordFile('damaged');
  if (content.length > writingLimits.content) throw refuseWordFile('too_large');
  const { comments: existing } = await listComments(context, which, {});
  const fresh = findNewComments(found, existing);
  const isChanged = content !== latest.content;
  if (!isChanged && fresh.known.size === found.length) throw new ApiError('nothing_changed');
  const prepared = isChanged
    ? await prepareVersion(context, { ...which, content, baseVersion: latest.version })
    : null;
  const version = prepared ? latest.version + 1 : latest.version;
  const placer = await preparePlaces(context, fresh, { version, content });
  const author = actorAuthor(context.principal);
  return context.commit(async (tx) => {
    const writer = { origin: 'import', author, note: null } as const;
    const written = prepared && (await writeVersion(tx, context, prepared, writer));
    const { comments, warnings: unplaced } = await importComments(tx, context, which, fresh, {
      author,
      placer,
    });
    return { version: (written ?? latest).version, comments, warnings: [...warnings, ...unplaced] };
  });
}

type WordComment = ImportedWordFile['comments'][number];

/** The comments of a file that the product does not know, with the known one that each answers. */
export interface NewComments {
  all: readonly WordComment[];
  /**
   * Ids of known comments by the place in the list of those that are the same, or replies to them.
   */
  known: ReadonlyMap<number, string>;
}

/**
 * Finds the comments of a file that came from the product: by their identity in Word, else by
 * author and words.
 */
function findNewComments(all: readonly WordComment[], existing: readonly Comment[]): NewComments {
  const byDurableId = new Map<string, string>();
  const byWords = new Map<string, string>();
  for (const { id, author, body, replies } of existing) {
    for (const said of [{ id, author, body }, ...replies]) {
      byDurableId.set(durableIdOf(said.id), id);
      byWords.set(signWords(said.author.name, said.body), id);
    }
  }
  const known = new Map<number, string>();
  for (const [place, { durableId, author, body }] of all.entries()) {
    const words =
      byWords.get(signWords(author, body)) ?? byWords.get(signWords('', nameAuthor(author, body)));
    const id = words ?? (durableId === null ? undefined : byDurableId.get(durableId));
    if (id !== undefined) known.set(place, id);
  }
  return { all, known };
}

const signWords = (author: string, body: string) =>
  JSON.stringify([author, body.replaceAll(/\s+/g, ' ').trim()]);

/**
 * Records a Word file's new comments as the importer's, with the name in the file before the words;
 * answers become replies. A comment whose passage is gone is one on the document, with a warning.
 * Errors: `comment_limit_reached`, `reply_limit_reached`.
 */
async function importComments(
  tx: Transaction,
  context: RequestContext,
  file: { engagementId: string; filename: string },
  { all, known }: NewComments,
  { author, placer }: { author: Author; placer: CommentPlacer },
): Promise<{ comments: Comment[]; warnings: ImportWarning[] }> {
  const threads = new Map(known);
  const comments = new Map<string, Comment>();
  const warnings: ImportWarning[] = [];
  for (const [at, comment] of all.entries()) {
    if (known.has(at)) continue;
    const body = nameAuthor(comment.author, comment.body);
    const answered = comment.parent === null ? undefined : threads.get(comment.parent);
    if (answered !== undefined) {
      const ref = { engagementId: file.engagementId, commentId: answered };
      const read = await readComment(tx, context.tenantId, ref);
      const replier = { author, actor: context, action: 'comment.reply' } as const;
      const { comment: replied } = await recordReply(
        tx,
        context.tenantId,
        { ...ref, comment: read },
        body,
        replier,
      );
      threads.set(at, answered);
      comments.set(answered, replied);
      continue;
    }
    const { made, isPlaced } = await placeOrKeep(tx, context, { ...file, body }, comment, {
      author,
      placer,
    });
    if (!isPlaced)
      warnings.push({ kind: 'comment_unplaced', place: '', text: comment.quote.slice(0, 200) });
    threads.set(at, made.id);
    comments.set(made.id, made);
  }
  return { comments: [...comments.values()], warnings };
}

/** Returns a placer that knows the passages of new comments in the text that the file becomes. */
async function preparePlaces(
  { services, tenantId }: RequestContext,
  { all, known }: NewComments,
  version: { version: number; content: string },
): Promise<CommentPlacer> {
  const placer = createPlacer({ texts: services.texts, tenantId });
  const fresh = all.filter(({ quote }, at) => !known.has(at) && quote !== '');
  const selected = fresh.map(({ quote, prefix, suffix }) => ({
    quote,
    prefix,
    suffix,
    suggestion: null,
  }));
  await placer.prepare(selected, version, version);
  return placer;
}

async function placeOrKeep(
  tx: Transaction,
  context: RequestContext,
  input: { engagementId: string; filename: string; body: string },
  { quote, prefix, suffix }: WordComment,
  { author, placer }: { author: Author; placer: CommentPlacer },
): Promise<{ made: Comment; isPlaced: boolean }> {
  const commenter = { author, actor: context, action: 'comment.create' } as const;
  if (quote !== '') {
    try {
      return {
        made: await recordComment(
          tx,
          context,
          { ...input, quote, prefix, suffix },
          commenter,
          placer,
        ),
        isPlaced: true,
      };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'quote_not_found')) throw error;
    }
  }
  return {
    made: await recordComment(tx, context, input, commenter, placer),
    isPlaced: quote === '',
  };
}

function nameAuthor(author: string, body: string): string {
  return (author === '' ? body : `${author}: ${body}`).slice(0, commentLimits.body).toWellFormed();
}

/**
 * Receives a .docx file, of which nothing is opened here. Errors: `word_file_refused`,
 * `file_too_large`.
 */
async function receiveWordFile(file: IncomingFile): Promise<Buffer> {
  if (extensionOf(file.filename) !== '.docx') throw refuseWordFile('not_word');
  return receiveBytes(file, maxWordFileBytes);
}
