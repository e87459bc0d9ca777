import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import {
  type DossierPredicate,
  type DossierStatement,
  encodeEnvelope,
  encodeForSigning,
  type PublicKey,
  predicateType,
  sha256,
  statementType,
  thumbprintOf,
} from './envelope.ts';
import { envelopePath, keyPath } from './verify-dossier.ts';
import { type DossierFile, writeZip } from './zip.ts';

/** A key that signs dossiers. `id` is its thumbprint (RFC 7638). */
export interface DossierKey {
  id: string;
  publicKey: PublicKey;
  privateKey: KeyObject;
}

/**
 * The beginning of an Ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the seed follow.
 */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes the Ed25519 key of a seed of 32 bytes. The same seed gives the same key. */
export async function openDossierKey(seed: Buffer): Promise<DossierKey> {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey: PublicKey = { kty: 'OKP', crv: 'Ed25519', x };
  return { id: await thumbprintOf(publicKey), publicKey, privateKey };
}

/**
 * Seals files into a dossier: adds the public key and the signed statement over all files, and
 * returns the zip.
 */
export async function sealDossier(
  files: readonly DossierFile[],
  predicate: DossierPredicate,
  key: DossierKey,
): Promise<Uint8Array> {
  const publicKey = new TextEncoder().encode(`${JSON.stringify(key.publicKey)}\n`);
  const all = [...files, { path: keyPath, content: publicKey }];
  const subject: DossierStatement['subject'] = [];
  for (const { path, content } of all)
    subject.push({ name: path, digest: { sha256: await sha256(content) } });
  const statement: DossierStatement = { _type: statementType, subject, predicateType, predicate };
  const payload = new TextEncoder().encode(JSON.stringify(statement));
  const sig = sign(null, encodeForSigning(payload), key.privateKey);
  const envelope = { path: envelopePath, content: encodeEnvelope({ payload, keyid: key.id, sig }) };
  return await writeZip([...all, envelope]);
}
