import type { Database } from '@ecp/database/database';
import { type DossierKey, openDossierKey } from '@ecp/dossier/seal-dossier';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';

/** A public key as `/.well-known/dossier-keys.json` lists it: a JSON Web Key (RFC 8037). */
export interface PublishedKey {
  kid: string;
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  use: 'sig';
}

/** The text that a secret signs for the seed of its key. Another text would give other keys. */
const seedText = 'Ed25519 seed 1';

/** Returns the key that signs dossiers: that of the secret which writes. */
export function openSigningKey(keys: KeyRing): Promise<DossierKey> {
  return openDossierKey(keys.sign('dossier signatures', seedText));
}

/** Records that a key signs, so that it is published also after its secret has left SECRET_KEY. */
export async function recordSigningKey(database: Database, { id, publicKey }: DossierKey): Promise<void> {
  await database.withSystem((tx) =>
    tx.query({
      name: 'record_dossier_key',
      text: 'insert into platform.dossier_keys (id, public_key) values ($1, $2) on conflict (id) do nothing',
      values: [id, publicKey.x],
    }),
  );
}

/** Lists the keys of the present secrets and those that have signed before. */
export async function listPublishedKeys(database: Database, keys: KeyRing): Promise<PublishedKey[]> {
  const present = await Promise.all(keys.signAll('dossier signatures', seedText).map(openDossierKey));
  const { rows: recorded } = await database.withSystem((tx) =>
    tx.query<{ id: string; public_key: string }>({
      name: 'list_dossier_keys',
      text: 'select id, public_key from platform.dossier_keys order by first_used_at, id',
    }),
  );
  const all = new Map([
    ...present.map(({ id, publicKey }) => [id, publicKey.x] as const),
    ...recorded.map(({ id, public_key: x }) => [id, x] as const),
  ]);
  return [...all].map(([kid, x]) => ({ kid, kty: 'OKP', crv: 'Ed25519', x, use: 'sig' }));
}
