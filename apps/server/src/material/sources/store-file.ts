import { ApiError } from '@ecp/contract/declaring/errors';
import { formatMegabytes } from '@ecp/contract/identity/billing-plan-limits';
import { extensionOf, mailExtensions, mimeTypeOf } from '@ecp/contract/work/attachment-types';
import { createId } from '@ecp/database/create-id';
import { readBillingPlanLimits } from '../../identity/billing/plan-limits.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { StorageUnavailableError, type StoredObject } from '../../kernel/storage/object-storage.ts';
import {
  contradictsExtension,
  type IncomingFile,
  signatureSizeBytes,
} from '../../kernel/uploads.ts';
import { requireEngagement } from '../engagements/engagement-rows.ts';
import { endReservation, newFileKey, reserveStorage } from '../stored-files/stored-files.ts';
import { cleanFilename, requireAttachmentRoom } from './attachment-rows.ts';

/** A file that is in storage but not yet recorded. Its reservation holds its room. */
export interface StoredFile extends StoredObject {
  filename: string;
  mimeType: string;
  storageKey: string;
  reservationId: string;
}

type StoringContext = Pick<RequestContext, 'services' | 'tenantId'>;

/** Bytes that a request may have besides its file: boundaries, part headers, fields. */
const formOverheadBytes = 64 * 1024;
/** Room reserved at a time for a file of unknown length. */
const stepBytes = 4 * 1_048_576;

/**
 * Streams a file into storage within the plan, after a check of name and first bytes; undone on
 * failure. Errors: `file_type_unsupported`, `file_content_mismatch`, `file_too_large`,
 * `storage_limit_exceeded`, `attachment_limit_reached`, `service_unavailable`.
 */
export async function storeFile(
  context: StoringContext,
  engagementId: string,
  file: IncomingFile,
): Promise<StoredFile> {
  const { services, tenantId } = context;
  const filename = cleanFilename(file.filename);
  const extension = extensionOf(filename);
  const mimeType = mimeTypeOf(filename);
  if (mimeType === undefined) {
    const code = mailExtensions.includes(extension) ? 'mail_not_attached' : 'file_type_unsupported';
    throw new ApiError(code, { values: { extension: extension || 'none' } });
  }
  const { head, content } = await readHead(file.content);
  if (contradictsExtension(head, extension))
    throw new ApiError('file_content_mismatch', { values: { extension } });
  const { fileSizeBytes } = await services.database.withTenant(tenantId, async (tx) => {
    await requireAttachmentRoom(tx, tenantId, engagementId);
    return readBillingPlanLimits(tx, tenantId);
  });
  const expectedBytes = file.expectedBytes ?? head.length + stepBytes;
  if (expectedBytes - formOverheadBytes > fileSizeBytes && file.expectedBytes !== undefined)
    throw tooLarge(fileSizeBytes);

  const reservation = { id: createId(), storageKey: newFileKey(tenantId, engagementId) };
  const reserve = (neededBytes: number, wantedBytes: number) =>
    services.database.withTenant(tenantId, (tx) =>
      reserveStorage(tx, tenantId, {
        ...reservation,
        neededBytes,
        wantedBytes: Math.min(wantedBytes, fileSizeBytes),
      }),
    );
  const neededBytes = Math.max(head.length, (file.expectedBytes ?? 0) - formOverheadBytes);
  const grantedBytes = await reserve(neededBytes, Math.max(expectedBytes, neededBytes));
  const stored = {
    filename,
    mimeType,
    storageKey: reservation.storageKey,
    reservationId: reservation.id,
  };
  try {
    const within = keepWithin(content, { grantedBytes, fileSizeBytes, reserve });
    return {
      ...stored,
      ...(await services.storage.put(reservation.storageKey, within, fileSizeBytes)),
    };
  } catch (error) {
    await discardFile(context, stored);
    // A deletion of the engagement may have deleted the file meanwhile; then `not_found` is the
    // right error.
    if (error instanceof StorageUnavailableError) {
      await requireEngagement(services.database, tenantId, engagementId, 'not_found');
    }
    throw error;
  }
}

/**
 * Undoes storeFile. When the storage does not answer, the reservation stays and
 * purgeAbandonedUploads tries again.
 */
export async function discardFile(
  { services, tenantId }: StoringContext,
  { storageKey, reservationId }: Pick<StoredFile, 'storageKey' | 'reservationId'>,
): Promise<void> {
  try {
    await services.storage.delete(storageKey);
    await services.database.withTenant(tenantId, (tx) =>
      endReservation(tx, tenantId, reservationId),
    );
  } catch (error) {
    services.log.warn({ err: error, storageKey }, 'An abandoned upload is left for the next purge');
  }
}

const tooLarge = (limitBytes: number) =>
  new ApiError('file_too_large', { values: { limit: formatMegabytes(limitBytes) } });

/** Passes content on, and reserves more room when the content outgrows the granted bytes. */
async function* keepWithin(
  content: AsyncIterable<Uint8Array>,
  limits: {
    grantedBytes: number;
    fileSizeBytes: number;
    reserve(neededBytes: number, wantedBytes: number): Promise<number>;
  },
): AsyncGenerator<Uint8Array> {
  let { grantedBytes } = limits;
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > limits.fileSizeBytes) throw tooLarge(limits.fileSizeBytes);
    if (sizeBytes > grantedBytes)
      grantedBytes = await limits.reserve(sizeBytes, sizeBytes + stepBytes);
    yield chunk;
  }
}

/**
 * Returns the first bytes of a stream, enough to recognise the kind of file, and the whole stream.
 */
async function readHead(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; content: AsyncIterable<Uint8Array> }> {
  const chunks = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes < signatureSizeBytes) {
    const next = await chunks.next();
    if (next.done) break;
    first.push(next.value);
    sizeBytes += next.value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head: Buffer.concat(first).subarray(0, signatureSizeBytes), content: whole() };
}
