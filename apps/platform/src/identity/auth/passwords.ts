import { createHmac, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { deriveKey } from '../../kernel/keys/secret-key.ts';
import { serviceBusy } from './service-busy.ts';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;
/** 32 MiB and about 0.1 s each; stored in each hash, so that later hashes may cost more. */
const cost = { logN: 15, r: 8, p: 1 };
/** 96 MiB and three of libuv's four threads at most; a flood of sign-ups does not hold up those who sign in. */
const matching = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
const hashing = createSemaphore({ permits: 1, maxWaiting: 50, refusal: serviceBusy });
/** Nobody is known yet, so all share one line. */
const anybody = '';

/** What every hash of the current cost begins with. */
const currentCost = `scrypt$${cost.logN}$${cost.r}$${cost.p}$`;

/** Characters of a hash behind its head: the key in base64url. */
export const keyLength = Math.ceil((keyBytes * 4) / 3);

/** The heads of an address. A head is all of a hash but its key, `scrypt$<log2 N>$<r>$<p>$<salt>$`. */
export interface PasswordHeads {
  /** Those of the address's hashes; usually one, because hashes of one address share their salt. */
  known: string[];
  /** The one of the address's first hash. */
  first: string;
}

/**
 * The head of an address's first hash. Its salt follows from the address and the installation's secret: sign-ups of one
 * address at the same instant get the same one, and nobody can predict it.
 */
export function firstHead(secretKey: string, email: string): string {
  const mac = createHmac('sha256', deriveKey(secretKey, 'password salts')).update(email.toLowerCase()).digest();
  return `${currentCost}${mac.subarray(0, saltBytes).toString('base64url')}$`;
}

/**
 * Hash of a password. It takes a salt that the address has already, so that one derivation tells which of its rows a
 * password opens. Error: `service_unavailable`.
 */
export async function hashPassword(password: string, { known, first }: PasswordHeads): Promise<string> {
  const head = known.find((one) => one.startsWith(currentCost)) ?? first;
  return hashing.run(anybody, () => deriveHash(password, head));
}

/**
 * The hashes that a password has under the heads of an address: a row with one of them is opened by it. An address
 * without any hash costs one derivation, as one with a single head does (AUT-14). Error: `service_unavailable`.
 */
export async function hashesOfPassword(password: string, { known, first }: PasswordHeads): Promise<string[]> {
  const hashes: string[] = [];
  for (const head of known.length > 0 ? known : [first])
    hashes.push(await matching.run(anybody, () => deriveHash(password, head)));
  return hashes;
}

async function deriveHash(password: string, head: string): Promise<string> {
  const [, logN, r, p, salt = ''] = head.split('$');
  const N = 2 ** Number(logN);
  const options = { N, r: Number(r), p: Number(p), maxmem: 256 * N * Number(r) };
  const key = await deriveBytes(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, options);
  return head + key.toString('base64url');
}
