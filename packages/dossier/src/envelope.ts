// The signed statement of a dossier. This file imports nothing, because the page in the dossier
// holds it, too.

/** Media type of the signed statement (in-toto Attestation Framework, envelope). */
export const payloadType = 'application/vnd.in-toto+json';
/** Types of the statement and of what it says. */
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'urn:ecp:dossier:v1';

/** The predicate of a dossier: its facts besides the list of files. */
export interface DossierPredicate {
  engagement: { id: string; name: string; client: string };
  exportedAt: string;
  documents: {
    filename: string;
    version: number;
    path: string;
    approvedBy: string;
    approvedAt: string;
  }[];
  /** Whether the dossier holds the sources themselves, or their hashes only. */
  sources: 'files' | 'hashes';
}

/** An in-toto statement: the SHA-256 of every file of the dossier besides the envelope. */
export interface DossierStatement {
  _type: typeof statementType;
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: typeof predicateType;
  predicate: DossierPredicate;
}

/**
 * A DSSE envelope with one Ed25519 signature. `keyid` is the thumbprint of the public key (RFC
 * 7638).
 */
export interface DossierEnvelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

/** Ed25519 public key (RFC 8037). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
}

/** Returns the bytes that a DSSE signature covers: its "pre-authentication encoding". */
export function encodeForSigning(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(
    `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `,
  );
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

/** Returns the file of an envelope. The same envelope gives the same bytes. */
export function encodeEnvelope({
  payload,
  keyid,
  sig,
}: {
  payload: Uint8Array;
  keyid: string;
  sig: Uint8Array;
}): Uint8Array {
  const envelope = {
    payloadType,
    payload: toBase64(payload),
    signatures: [{ keyid, sig: toBase64(sig) }],
  };
  return new TextEncoder().encode(`${JSON.stringify(envelope)}\n`);
}

/** Returns the thumbprint of a public key in base64url (RFC 7638). */
export async function thumbprintOf({ crv, kty, x }: PublicKey): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify({ crv, kty, x })),
  );
  return toBase64(new Uint8Array(digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns the SHA-256 of bytes in hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>),
  );
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
