import {
  type DossierEnvelope,
  type DossierStatement,
  encodeEnvelope,
  encodeForSigning,
  fromBase64,
  type PublicKey,
  payloadType,
  predicateType,
  sha256,
  statementType,
  thumbprintOf,
} from './envelope.ts';
import { type DossierFile, readZip } from './zip.ts';

/** Paths of the envelope and of the key that a dossier carries. */
export const envelopePath = 'dossier.dsse.json';
export const keyPath = 'public-key.json';

/** A fault of a dossier. `path` names the file if the fault is in one. */
export interface DossierFault {
  kind:
    | 'not_a_dossier'
    | 'no_signature'
    | 'unknown_key'
    | 'wrong_signature'
    | 'changed_file'
    | 'missing_file'
    | 'added_file';
  path: string | null;
}

/** Result of a check. A dossier is intact when it has no faults. */
export interface DossierCheck {
  faults: DossierFault[];
  /** Thumbprint of the key that signed. Compare it with the key that the service publishes. */
  keyId: string | null;
  statement: DossierStatement | null;
}

/**
 * Checks a dossier with nothing but its bytes: the zip is as it was written, the statement is
 * signed by `trustedKey` (else by the key in the dossier, whose thumbprint the reader then
 * compares), and every file has the hash that the statement says. Needs SHA-256 and Ed25519 of Web
 * Crypto.
 */
export async function verifyDossier(
  zip: Uint8Array,
  trustedKey?: PublicKey,
): Promise<DossierCheck> {
  const failed = (kind: DossierFault['kind'], keyId: string | null = null): DossierCheck => {
    return { faults: [{ kind, path: null }], keyId, statement: null };
  };
  const files = await readZip(zip);
  if (files === null) return failed('not_a_dossier');
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  if (contents.size !== files.length) return failed('not_a_dossier');
  const envelope = readEnvelope(contents.get(envelopePath));
  if (envelope === null) return failed('no_signature');
  const key = trustedKey ?? readKey(contents.get(keyPath));
  if (key === null || (await thumbprintOf(key)) !== envelope.keyid)
    return failed('unknown_key', envelope.keyid);
  if (!(await isSigned(envelope, key))) return failed('wrong_signature', envelope.keyid);
  const statement = readStatement(envelope.payload);
  if (statement === null) return failed('no_signature', envelope.keyid);
  return { faults: await findFaults(files, statement), keyId: envelope.keyid, statement };
}

/** Compares the files of a dossier with its statement. */
async function findFaults(
  files: DossierFile[],
  { subject }: DossierStatement,
): Promise<DossierFault[]> {
  const expected = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const faults: DossierFault[] = [];
  for (const { path, content } of files.filter((file) => file.path !== envelopePath)) {
    const hash = expected.get(path);
    if (hash === undefined) faults.push({ kind: 'added_file', path });
    else if (hash !== (await sha256(content))) faults.push({ kind: 'changed_file', path });
    expected.delete(path);
  }
  for (const path of expected.keys()) faults.push({ kind: 'missing_file', path });
  return faults;
}

interface ReadEnvelope {
  payload: Uint8Array<ArrayBuffer>;
  keyid: string;
  sig: Uint8Array<ArrayBuffer>;
}

/**
 * Reads an envelope that this format wrote, byte for byte: other spellings of the same JSON are
 * refused.
 */
function readEnvelope(file: Uint8Array | undefined): ReadEnvelope | null {
  if (file === undefined) return null;
  const text = new TextDecoder().decode(file);
  try {
    const { payloadType: type, payload, signatures } = JSON.parse(text) as DossierEnvelope;
    const [signature] = signatures;
    if (type !== payloadType || !signature) return null;
    const read = {
      payload: fromBase64(payload),
      keyid: signature.keyid,
      sig: fromBase64(signature.sig),
    };
    return new TextDecoder().decode(encodeEnvelope(read)) === text ? read : null;
  } catch {
    // No JSON, or not of this form: there is no envelope.
    return null;
  }
}

function readKey(file: Uint8Array | undefined): PublicKey | null {
  try {
    const { kty, crv, x } = JSON.parse(new TextDecoder().decode(file)) as PublicKey;
    return kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' ? { kty, crv, x } : null;
  } catch {
    // No JSON: there is no key.
    return null;
  }
}

async function isSigned(
  { payload, sig }: ReadEnvelope,
  { kty, crv, x }: PublicKey,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, [
      'verify',
    ]);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, sig, encodeForSigning(payload));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return false;
    throw error;
  }
}

function readStatement(payload: Uint8Array): DossierStatement | null {
  const statement = JSON.parse(new TextDecoder().decode(payload)) as DossierStatement;
  const isOurs = statement._type === statementType && statement.predicateType === predicateType;
  return isOurs ? statement : null;
}
