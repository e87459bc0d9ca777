import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import type { KeyRing } from '../../../kernel/keys/key-ring.ts';
import { networkOf } from '../../../kernel/limits/network-of.ts';
import { serviceBusy } from '../../../kernel/limits/service-busy.ts';
import type { CanonicalEmail } from '../canonical-email.ts';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;

/** The cost of scrypt: log2 of N, block size and parallelism. Each hash stores its own. */
export interface PasswordCost {
  logN: number;
  r: number;
  p: number;
}

declare module '../../../kernel/services.ts' {
  interface Services {
    /** The cost of new hashes. Later releases may raise it. */
    passwordCost: PasswordCost;
    /** Other costs that stored hashes had when the process started. */
    olderPasswordCosts: PasswordCost[];
  }
}

/** Takes 32 MiB. OWASP counts it as strong as N = 2^17 with p = 1, which takes 128 MiB. */
export const passwordCost: PasswordCost = { logN: 15, r: 8, p: 3 };

/**
 * Together they use at most 96 MiB and three of libuv's four threads. A flood of sign-ups does not delay sign-ins, and
 * callers take turns by their network address.
 */
const matching = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
const hashing = createSemaphore({ permits: 1, maxWaiting: 50, refusal: serviceBusy });
/** Characters of a hash after its head: the key in base64url. */
export const keyLength = Math.ceil((keyBytes * 4) / 3);

/** The heads of an address. A head is a hash without its key, `scrypt$<log2 N>$<r>$<p>$<salt>$`. */
export interface PasswordHeads {
  /** Heads of the address's hashes; usually one, because hashes of one address share their salt. */
  known: string[];
  /** Head of the address's first hash. */
  first: string;
  /** Heads of the address at older costs. They stand in for hashes that the address does not have. */
  older: string[];
}

/**
 * Returns the head of an address's first hash. Its salt is derived from the address and the installation's secret, so
 * that simultaneous sign-ups of one address get the same salt, and nobody can predict it.
 */
export function firstHead(keys: KeyRing, email: CanonicalEmail, { logN, r, p }: PasswordCost): string {
  const mac = keys.sign('password salts', email);
  return `scrypt$${logN}$${r}$${p}$${mac.subarray(0, saltBytes).toString('base64url')}$`;
}

/**
 * Hashes a password with a salt that the address already has, so that one derivation finds all its rows with a
 * password. `caller` is the network address that waits its turn. Error: `service_unavailable`.
 */
export async function hashPassword(password: string, { known, first }: PasswordHeads, caller: string): Promise<string> {
  const head = known.find((one) => costOf(one) === costOf(first)) ?? first;
  return hashing.run(networkOf(caller), () => deriveHash(password, head));
}

/** Returns true if a hash has another cost than new hashes, and should be replaced while its password is known. */
export const hasOtherCost = (hash: string, { first }: PasswordHeads): boolean =>
  costOf(hash.slice(0, -keyLength)) !== costOf(first);

const costOf = (head: string) => head.slice(0, head.lastIndexOf('$', head.length - 2));

/**
 * Returns the hashes of a password under the heads of an address. A row with one of them has this password. Every
 * address costs one derivation for each cost in use, whether it has hashes or not (AUT-14). `caller` is the network
 * address that waits its turn. Error: `service_unavailable`.
 */
export async function hashesOfPassword(
  password: string,
  { known, first, older }: PasswordHeads,
  caller: string,
): Promise<string[]> {
  const missing = [first, ...older].filter((head) => !known.some((one) => costOf(one) === costOf(head)));
  const hashes: string[] = [];
  for (const head of [...known, ...missing])
    hashes.push(await matching.run(networkOf(caller), () => deriveHash(password, head)));
  return hashes;
}

async function deriveHash(password: string, head: string): Promise<string> {
  const [, logN, r, p, salt = ''] = head.split('$');
  const N = 2 ** Number(logN);
  const options = { N, r: Number(r), p: Number(p), maxmem: 256 * N * Number(r) };
  const key = await deriveBytes(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, options);
  return head + key.toString('base64url');
}
