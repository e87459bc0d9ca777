import { readFile } from 'node:fs/promises';
import type { PublicKey } from '../packages/dossier/src/envelope.ts';
import { type DossierFault, verifyDossier } from '../packages/dossier/src/verify-dossier.ts';

/**
 * Checks a dossier without the service: `node scripts/verify-dossier.ts <dossier.zip>
 * [<dossier-keys.json>]`. The second file is what the service publishes at
 * `/.well-known/dossier-keys.json`; without it, the key in the dossier counts, and the reader
 * compares its thumbprint. Exit code 0: the dossier is intact; 1: it is not; 2: it could not be
 * checked.
 */
const faultTexts: Record<DossierFault['kind'], string> = {
  not_a_dossier: 'The file is no dossier, or bytes of the zip itself were changed.',
  no_signature: 'The signed statement is missing or was changed.',
  unknown_key: 'The key is not the one that signed.',
  wrong_signature: 'The signature does not fit the statement.',
  changed_file: 'Changed:',
  missing_file: 'Missing:',
  added_file: 'Added:',
};

const [file, keysFile] = process.argv.slice(2);
try {
  if (file === undefined)
    throw new Error('Usage: node scripts/verify-dossier.ts <dossier.zip> [<dossier-keys.json>]');
  const zip = new Uint8Array(await readFile(file));
  const unpinned = await verifyDossier(zip);
  const { keyId } = unpinned;
  const isPinned = keysFile !== undefined && keyId !== null;
  const check = isPinned ? await verifyDossier(zip, await findKey(keysFile, keyId)) : unpinned;
  for (const { kind, path } of check.faults)
    console.log([faultTexts[kind], path].filter(Boolean).join(' '));
  if (check.faults.length === 0) {
    console.log(`Intact: ${check.statement?.subject.length} files, signed by the key ${keyId}.`);
  }
  process.exitCode = check.faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

/** Reads the published key with this id. */
async function findKey(path: string, keyId: string): Promise<PublicKey> {
  const { keys } = JSON.parse(await readFile(path, 'utf8')) as {
    keys: (PublicKey & { kid: string })[];
  };
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key)
    throw new Error(
      `The service publishes no key ${keyId}: the dossier was signed by somebody else.`,
    );
  return key;
}
