import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Checks the audit log of an account export without the service: `node scripts/verify-audit.ts
 * <export.json>`. It imports nothing of the service, so that an auditor can read the whole check
 * here. Exit code 0: the chain is intact; 1: it is broken; 2: the file could not be checked.
 *
 * hash(n) = SHA-256(hash(n-1) + "\n" + committed(n)), with an empty hash before the first.
 * `committed` is JSON text of the entry, in which each name is SHA-256(salt + "\n" + field + "\n" +
 * JSON of the name). Names and salt can be erased together; the chain then still holds, but shows
 * nobody. An entry that the exporter does not see has no `committed`: its hash must still lead to
 * the next entry, and the end says how many such entries there are.
 */
const names = ['tenantId', 'userId', 'resourceId', 'metadata', 'ipAddress'] as const;
type Entry = Record<(typeof names)[number], unknown> &
  Record<'id' | 'action' | 'resourceType' | 'createdAt' | 'hash', string> & {
    position: number;
    salt: string | null;
    committed?: string | null;
  };
interface Committed {
  position: number;
  id: string;
  createdAt: string;
  action: string;
  resourceType: string;
  resourceId: string | null;
  names: Record<string, string>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns what is wrong with an entry at a place of the chain; null when it fits. */
function findFault(entry: Entry, place: number, previousHash: string): string | null {
  if (isWithheld(entry))
    return entry.position === place ? null : `it was written at place ${entry.position}`;
  if (entry.hash !== sha256(`${previousHash}\n${entry.committed}`))
    return 'its hash does not follow from the one before';
  const committed = JSON.parse(entry.committed ?? '') as Committed;
  if (committed.position !== place) return `it was written at place ${committed.position}`;
  for (const field of ['id', 'action', 'resourceType'] as const) {
    if (committed[field] !== entry[field]) return `its ${field} was changed`;
  }
  // The chain keeps microseconds, the entry shows milliseconds.
  if (`${committed.createdAt.slice(0, 23)}Z` !== entry.createdAt)
    return 'its createdAt was changed';
  if (committed.resourceId !== null && committed.resourceId !== entry.resourceId)
    return 'its resourceId was changed';
  for (const name of names) {
    // The values that are committed in plain text were compared above.
    const value = name === 'resourceId' && committed.resourceId !== null ? null : entry[name];
    if (
      entry.salt === null
        ? !isErased(value)
        : committed.names[name] !== hashName(entry.salt, name, value)
    ) {
      return `its ${name} was changed`;
    }
  }
  return null;
}

const isWithheld = (entry: Entry): entry is Entry & { committed: null } =>
  typeof entry.committed !== 'string';
const isErased = (value: unknown): boolean => value === null || JSON.stringify(value) === '{}';
const hashName = (salt: string, name: string, value: unknown): string =>
  sha256(`${salt}\n${name}\n${JSON.stringify(value)}`);

function verify({ head, entries }: { head: string; entries: Entry[] }): {
  intact: boolean;
  sentence: string;
} {
  let previousHash = '';
  for (const [index, entry] of entries.entries()) {
    const fault = findFault(entry, index + 1, previousHash);
    if (fault)
      return {
        intact: false,
        sentence: `Broken at entry ${index + 1} of ${entries.length} (${entry.id}): ${fault}.`,
      };
    previousHash = entry.hash;
  }
  const withheld = entries.filter(isWithheld).length;
  const note = withheld === 0 ? '' : ` Of ${withheld} withheld entries only the place was checked.`;
  if (previousHash === head) {
    return {
      intact: true,
      sentence: `Intact: ${entries.length} entries, head ${head || 'empty'}.${note}`,
    };
  }
  return {
    intact: false,
    sentence: `Broken after entry ${entries.length}: the last hash is not the head ${head}.`,
  };
}

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('Usage: node scripts/verify-audit.ts <export.json>');
  const { auditLog } = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(auditLog?.entries))
    throw new Error('The file is no account export with an auditLog');
  const { intact, sentence } = verify(auditLog);
  console.log(sentence);
  process.exitCode = intact ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
