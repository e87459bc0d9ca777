import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { DeckTemplate, DeckTemplateState } from '@ecp/contract/reach/decks';
import { maxDeckTemplateBytes } from '@ecp/contract/reach/decks';
import { extensionOf } from '@ecp/contract/work/attachment-types';
import { createId } from '@ecp/database/create-id';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type {
  DeckTemplateFault,
  DeckTemplateFaultKind,
} from '@ecp/documents/deck/template/template-fault';
import { DocumentError } from '@ecp/documents/reports/report-types';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { ExportPart } from '../../kernel/export-part.ts';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import type { Services } from '../../kernel/services.ts';
import { encryptedSuffix } from '../../kernel/storage/encrypted-storage.ts';
import { ObjectMissingError } from '../../kernel/storage/object-storage.ts';
import {
  contradictsExtension,
  type IncomingFile,
  receiveBytes,
  type UploadedForm,
} from '../../kernel/uploads.ts';
import { cleanFilename } from '../../material/sources/attachment-rows.ts';
import {
  endReservation,
  reserveStorage,
  tenantPrefix,
} from '../../material/stored-files/stored-files.ts';

interface TemplateRow {
  filename: string;
  size_bytes: number;
  storage_key: string;
  layouts: DeckTemplate['layouts'];
  uploaded_at: Date;
}

const columns = 'filename, size_bytes, storage_key, layouts, uploaded_at';

function selectTemplate(tenantId: string): Statement<TemplateRow> {
  return {
    name: 'select_deck_template',
    text: `select ${columns} from platform.deck_templates where tenant_id = $1`,
    values: [tenantId],
  };
}

const toTemplate = (row: TemplateRow): DeckTemplate => ({
  filename: row.filename,
  sizeBytes: row.size_bytes,
  uploadedAt: row.uploaded_at.toISOString(),
  layouts: row.layouts,
});

/** Tells which master decks are written into; null for the product's own. */
export async function getDeckTemplate({
  services,
  tenantId,
}: RequestContext): Promise<DeckTemplateState> {
  const [[row]] = await services.database.batchTenant(tenantId, [selectTemplate(tenantId)]);
  return { template: row ? toTemplate(row) : null };
}

/**
 * Stores the master of a firm in place of an earlier one, once the sandbox has found its layouts.
 * Errors: those of the form and of receiveTemplate, `deck_template_refused` with what it lacks,
 * `storage_limit_exceeded`.
 */
export async function putDeckTemplate(
  context: RequestContext,
  form: UploadedForm<object>,
): Promise<DeckTemplateState> {
  const { services, tenantId } = context;
  const { stored: file } = await form.receive(receiveTemplate);
  const { layouts } = await checkTemplate(context, file.bytes);
  const id = createId();
  const storageKey = `${tenantPrefix(tenantId)}deck-templates/${id}${encryptedSuffix}`;
  const size = { neededBytes: file.bytes.length, wantedBytes: file.bytes.length };
  await services.database.withTenant(tenantId, (tx) =>
    reserveStorage(tx, tenantId, { id, storageKey, ...size }),
  );
  await services.storage.put(storageKey, Readable.from([file.bytes]), maxDeckTemplateBytes);
  return context.transaction(async (tx) => {
    // A reservation that is gone was purged with its file.
    if (!(await endReservation(tx, tenantId, id))) throw new ApiError('service_unavailable');
    await dropTemplate(tx, context);
    const row: TemplateRow = {
      filename: file.filename,
      size_bytes: file.bytes.length,
      storage_key: storageKey,
      layouts,
      uploaded_at: services.clock.now(),
    };
    await tx.query({
      name: 'insert_deck_template',
      text: `insert into platform.deck_templates (tenant_id, ${columns}) values ($1, $2, $3, $4, $5, $6)`,
      values: [
        tenantId,
        row.filename,
        row.size_bytes,
        row.storage_key,
        JSON.stringify(row.layouts),
        row.uploaded_at,
      ],
    });
    await recordAudit(tx, context, {
      action: 'branding.set_deck_template',
      resourceType: 'branding',
      resourceId: tenantId,
      metadata: { filename: row.filename, sizeBytes: row.size_bytes },
    });
    return { template: toTemplate(row) };
  });
}

/** Removes the firm's master, if there is one. Decks then use the product's own. */
export async function deleteDeckTemplate(context: RequestContext): Promise<DeckTemplateState> {
  return context.transaction(async (tx) => {
    if (await dropTemplate(tx, context)) {
      const { tenantId: resourceId } = context;
      await recordAudit(tx, context, {
        action: 'branding.remove_deck_template',
        resourceType: 'branding',
        resourceId,
      });
    }
    return { template: null };
  });
}

/** Deletes the row, and its file after the commit. Returns whether there was one. */
async function dropTemplate(
  tx: Transaction,
  { services, tenantId }: RequestContext,
): Promise<boolean> {
  const { rows } = await tx.query<Pick<TemplateRow, 'storage_key'>>({
    name: 'delete_deck_template',
    text: 'delete from platform.deck_templates where tenant_id = $1 returning storage_key',
    values: [tenantId],
  });
  for (const { storage_key: key } of rows) {
    await services.durable.enqueue(tx, 'deleteStoredFiles', createId(), { tenantId, key });
  }
  return rows.length > 0;
}

/** Reads the bytes of a firm's master; null without one. Errors: `deck_template_lost`. */
export async function readDeckTemplate(
  services: Pick<Services, 'storage'> & { database: Database },
  tenantId: string,
): Promise<Buffer | null> {
  const read = async () =>
    (await services.database.batchTenant(tenantId, [selectTemplate(tenantId)]))[0][0];
  const row = await read();
  if (!row) return null;
  try {
    return await buffer(await services.storage.get(row.storage_key));
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error;
    // A master that was replaced meanwhile is gone with its file.
    if ((await read())?.storage_key !== row.storage_key)
      return readDeckTemplate(services, tenantId);
    throw new ApiError('deck_template_lost', { cause: error });
  }
}

/**
 * Receives a .pptx, of which nothing is opened here. Errors: `file_type_unsupported`,
 * `file_too_large`, `file_content_mismatch`.
 */
async function receiveTemplate(file: IncomingFile): Promise<{ filename: string; bytes: Buffer }> {
  const filename = cleanFilename(file.filename);
  const extension = extensionOf(filename);
  if (extension !== '.pptx') {
    // Files with macros and templates have their reason from the check.
    const isOffice = extension === '.pptm' || extension === '.potm' || extension === '.potx';
    if (!isOffice)
      throw new ApiError('file_type_unsupported', { values: { extension: extension || 'none' } });
    throw refuse({ kind: extension === '.potx' ? 'not_pptx' : 'macros', detail: null });
  }
  const bytes = await receiveBytes(file, maxDeckTemplateBytes);
  if (bytes.length === 0 || contradictsExtension(bytes, extension)) {
    throw new ApiError('file_content_mismatch', { values: { extension } });
  }
  return { filename, bytes };
}

async function checkTemplate(
  { services, tenantId }: RequestContext,
  bytes: Buffer,
): Promise<Pick<DeckTemplate, 'layouts'>> {
  const checked = await services.decks
    .checkTemplate(bytes, { tenantId })
    .catch((error: unknown) => {
      if (!(error instanceof DocumentError)) throw error;
      const { retryAfterMs } = error;
      throw serviceBusy({ cause: error, ...(retryAfterMs !== undefined && { retryAfterMs }) });
    });
  if ('fault' in checked) throw refuse(checked.fault);
  return { layouts: checked.layouts };
}

/** Tells the person who uploads a master why it cannot serve. */
const reasons: Record<DeckTemplateFaultKind, string> = {
  not_pptx: 'it is no presentation; save it as .pptx',
  macros: 'it holds macros; save it without them as .pptx',
  encrypted: 'it is protected by a password',
  damaged: 'it is damaged',
  too_large: 'it holds more than can be opened',
  external: 'it needs files outside of it',
  active_content: 'it holds objects, controls or programs',
  strict: 'it is saved in the strict format; save it as .pptx',
  slide_size: 'its slides have no usual size',
  no_title_slide: 'it has no layout with a title for the first slide',
  no_content: 'it has no layout with a title and a text',
};

/** Makes the error for a master that cannot serve. */
export function refuse({ kind, detail }: DeckTemplateFault, cause?: unknown): ApiError {
  const reason = detail === null ? reasons[kind] : `${reasons[kind]} (${detail})`;
  return new ApiError('deck_template_refused', { values: { reason, kind }, cause });
}

export const exportedDeckTemplates: ExportPart<TemplateRow & { id: string }> = {
  name: 'deckTemplates',
  page: {
    text: `select tenant_id as id, ${columns} from platform.deck_templates
      where tenant_id = $1 and tenant_id > $2 order by tenant_id limit $3`,
  },
  pageRows: 1,
  toRecord: (row) => toTemplate(row),
};
