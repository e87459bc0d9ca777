import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { serviceBusy } from './service-busy.ts';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;

/** The cost of scrypt: log2 of N, block size and parallelism. Each hash stores its own. */
export interface PasswordCost {
  logN: number;
  r: number;
  p: number;
}

declare module '../../kernel/services.ts' {
  interface Services {
    /** The cost of new hashes. Later releases may raise it. */
    passwordCost: PasswordCost;
  }
}

/** Takes 32 MiB and about 0.1 s. */
export const passwordCost: PasswordCost = { logN: 15, r: 8, p: 1 };

/** Together they use at most 96 MiB and three of libuv's four threads. A flood of sign-ups does not delay sign-ins. */
const matching = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
const hashing = createSemaphore({ permits: 1, maxWaiting: 50, refusal: serviceBusy });
/** The callers are not known yet, so all share one queue. */
const anybody = '';

/** Characters of a hash after its head: the key in base64url. */
export const keyLength = Math.ceil((keyBytes * 4) / 3);

/** The heads of an address. A head is a hash without its key, `scrypt$<log2 N>$<r>$<p>$<salt>$`. */
export interface PasswordHeads {
  /** Heads of the address's hashes; usually one, because hashes of one address share their salt. */
  known: string[];
  /** Head of the address's first hash. */
  first: string;
}

/**
 * Returns the head of an address's first hash. Its salt is derived from the address and the installation's secret, so
 * that simultaneous sign-ups of one address get the same salt, and nobody can predict it.
 */
export function firstHead(keys: KeyRing, email: string, { logN, r, p }: PasswordCost): string {
  const mac = keys.sign('password salts', email.toLowerCase());
  return `scrypt$${logN}$${r}$${p}$${mac.subarray(0, saltBytes).toString('base64url')}$`;
}

/**
 * Hashes a password with a salt that the address already has, so that one derivation finds all its rows with a
 * password. Error: `service_unavailable`.
 */
export async function hashPassword(password: string, { known, first }: PasswordHeads): Promise<string> {
  const head = known.find((one) => costOf(one) === costOf(first)) ?? first;
  return hashing.run(anybody, () => deriveHash(password, head));
}

const costOf = (head: string) => head.slice(0, head.lastIndexOf('$', head.length - 2));

/**
 * Returns the hashes of a password under the heads of an address. A row with one of them has this password. An address
 * without a hash costs one derivation, like one with a single head (AUT-14). Error: `service_unavailable`.
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
