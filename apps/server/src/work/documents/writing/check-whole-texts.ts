import type { Transaction } from '@ecp/database/database';
import { listMissingQuotes, withQuotedParts } from '@ecp/evidence/whole-texts';
import { readAsAgents } from '../../../kernel/as-agents.ts';
import type { Services } from '../../../kernel/services.ts';
import { readQuotedPassages } from '../../../material/research/quoted-passages.ts';
import type { CheckedText, TextToCheck } from './check-text.ts';

/**
 * Checks a text, and once more with the passages in which the whole texts of its sources have the
 * quotes that the first check did not find: its material holds a part of long files, and the newest
 * of many. Throws StorageUnavailableError.
 * @param check checks the text, or returns what stands for a check that cannot run
 * @param inTransaction runs a function in a transaction of the tenant
 */
export async function checkWithWholeTexts<Result extends Pick<CheckedText, 'citations'> | null>(
  { storage }: Pick<Services, 'storage'>,
  target: { tenantId: string; engagementId: string },
  text: TextToCheck,
  check: (text: TextToCheck) => Promise<Result>,
  inTransaction: <Found>(read: (tx: Transaction) => Promise<Found>) => Promise<Found>,
): Promise<Result> {
  const first = await check(text);
  const missing = listMissingQuotes(first?.citations ?? []);
  if (missing.length === 0) return first;
  const passages = await inTransaction((tx) =>
    readAsAgents(tx, target.engagementId, () => readQuotedPassages(tx, storage, target, missing)),
  );
  if (passages.length === 0) return first;
  const sources = withQuotedParts(text.material.sources, passages);
  return check({ ...text, material: { ...text.material, sources } });
}
