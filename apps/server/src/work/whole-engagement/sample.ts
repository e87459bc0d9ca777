import { usdToNano } from '@ecp/contract/declaring/money';
import type { Engagement } from '@ecp/contract/work/engagements';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { makeSlug } from '@ecp/language/slug';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import {
  type EngagementRow,
  engagementColumns,
  toEngagement,
} from '../../material/engagements/engagement-rows.ts';
import { attacherOf, recordStoredFile } from '../../material/sources/attachments.ts';
import { discardFile, type StoredFile, storeFile } from '../../material/sources/store-file.ts';
import { importRun, readRecordedDuration, readRecording } from '../runs/recorded/recorded-run.ts';

type Recording = ReturnType<typeof readRecording>;

/**
 * Returns the finished sample, imported at the first call in one transaction. Errors: those of
 * storing its files.
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
    const engagement = await context.commit((tx) =>
      importSample(tx, context, { id, recording, stored }),
    );
    // Another call has made the sample meanwhile.
    if (engagement.id !== id) await discard();
    return engagement;
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Stores the files of the sample. When one fails, none is left. */
async function storeFiles(
  context: RequestContext,
  id: string,
  files: Recording['files'],
): Promise<StoredFile[]> {
  const storing = files.map(({ filename, bytes }) =>
    storeFile(context, id, {
      filename,
      content: ReadableStream.from([bytes]),
      expectedBytes: bytes.length,
    }),
  );
  const outcomes = await Promise.allSettled(storing);
  const stored = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
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
    const attachments = new Map<string, string>();
    for (const file of stored) {
      const attachment = await recordStoredFile(tx, attacherOf(context), id, file, fields);
      attachments.set(attachment.filename, attachment.id);
    }
    await importRun(tx, context, { engagementId: id, startedAt, attachments });
  }
  const made = await findSample(tx, tenantId);
  if (!made) throw new Error('The sample is missing that was just imported');
  return made;
}

type SampleFields = Pick<Engagement, 'id' | 'name' | 'client' | 'brief' | 'budget' | 'tasks'> & {
  createdAt: Date;
};

async function findSample(tx: Transaction, tenantId: string): Promise<Engagement | null> {
  const { rows } = await tx.query<EngagementRow>({
    name: 'find_sample',
    text: `select ${engagementColumns} from platform.engagements where tenant_id = $1 and sample`,
    values: [tenantId],
  });
  return rows[0] ? toEngagement(rows[0]) : null;
}

/**
 * Inserts the sample, which does not count in its month. False if there is one; waits for a
 * parallel call.
 */
async function insertSample(
  tx: Transaction,
  tenantId: string,
  sample: SampleFields,
): Promise<boolean> {
  const { id, name, client, brief, budget, tasks, createdAt } = sample;
  const { rowCount } = await tx.query({
    name: 'insert_sample',
    text: `insert into platform.engagements
        (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, created_at, sample)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true) on conflict (tenant_id) where sample do nothing`,
    values: [
      id,
      tenantId,
      name,
      client,
      makeSlug(name, 'engagement'),
      brief,
      usdToNano(budget),
      JSON.stringify(tasks),
      createdAt,
    ],
  });
  return rowCount === 1;
}
