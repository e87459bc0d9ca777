import type { DurableInputs } from '../../../kernel/durable-work/durable-work.ts';
import type { Services } from '../../../kernel/services.ts';

/** Deletes one stored file, or all files below a prefix. Repeatable. Throws while the storage does not answer. */
export async function deleteStoredFiles(
  { storage }: Pick<Services, 'storage'>,
  target: DurableInputs['deleteStoredFiles'],
): Promise<void> {
  if ('key' in target) await storage.delete(target.key);
  else await storage.deletePrefix(target.prefix);
}
