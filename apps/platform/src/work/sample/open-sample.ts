import type { Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { attacherOf, recordStoredFile } from '../attachments/record-attachment.ts';
import { discardFile, type StoredFile, storeFile } from '../attachments/storing/store-file.ts';
import { findSample, insertSample } from '../engagements/sample-engagement.ts';
import { importRun } from '../runs/recorded/import-run.ts';
import { readRecordedDuration, readRecording } from '../runs/recorded/read-recording.ts';

type Recording = ReturnType<typeof readRecording>;

/**
 * Returns the workspace's finished sample: a recorded engagement with files, documents, evidence and run, imported by
 * the rooms' own verbs in one transaction at the first call (SMP-1, SMP-2). Errors: those of storing its files.
 */
export async function openSample(context: RequestContext): Promise<Engagement> {
  const { tenantId } = context;
  const existing = await context.transaction((tx) => findSample(tx, tenantId));
  if (existing) return context.commit(async () => existing);
  const recording = readRecording();
  const id = createId();
  const stored = await storeFiles(context, id, recording.files);
  const discard = () => Promise.all(stored.map((file) => discardFile(context, file)));
  try {
    const engagement = await context.commit((tx) => importSample(tx, context, { id, recording, stored }));
    // Another call has made the sample meanwhile.
    if (engagement.id !== id) await discard();
    return engagement;
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Stores the files of the sample. When one fails, none is left. */
async function storeFiles(context: RequestContext, id: string, files: Recording['files']): Promise<StoredFile[]> {
  const storing = files.map(({ filename, bytes }) =>
    storeFile(context, id, { filename, content: ReadableStream.from([bytes]), expectedBytes: bytes.length }),
  );
  const outcomes = await Promise.allSettled(storing);
  const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return stored;
  await Promise.all(stored.map((file) => discardFile(context, file)));
  throw failed.reason;
}

async function importSample(
  tx: Transaction,
  context: RequestContext,
  { id, recording, stored }: { id: string; recording: Recording; stored: StoredFile[] },
): Promise<Engagement> {
  const { tenantId } = context;
  const { engagement } = recording;
  // The run ends now: a sample of months ago would be archived soon.
  const startedAt = new Date(context.services.clock.now().getTime() - readRecordedDuration());
  if (await insertSample(tx, tenantId, { ...engagement, id, createdAt: startedAt })) {
    await recordAudit(tx, context, {
      action: 'engagement.create',
      resourceType: 'engagement',
      resourceId: id,
      metadata: { name: engagement.name, sample: true },
    });
    const fields = { category: 'reference', summary: null, sourceUrl: null } as const;
    for (const file of stored) await recordStoredFile(tx, attacherOf(context), id, file, fields);
    await importRun(tx, context, id, startedAt);
  }
  const made = await findSample(tx, tenantId);
  if (!made) throw new Error('The sample is missing that was just imported');
  return made;
}
