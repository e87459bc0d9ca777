import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { serviceBusy } from './service-busy.ts';

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
/** 32 MiB and about 0.1 s each; stored in each hash, so that later hashes may cost more. */
const cost = { logN: 15, r: 8, p: 1 };
/** 96 MiB and three of libuv's four threads at most; a flood of sign-ups does not hold up those who sign in. */
const matching = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
const hashing = createSemaphore({ permits: 1, maxWaiting: 50, refusal: serviceBusy });
/** Nobody is known yet, so all share one line. */
const anybody = '';

/** Sign-ups of one address at the same instant do not see each other's salt; no more than these are tried. */
const maxSalts = 3;
/** Everything of a hash but its key: scheme, cost and salt. */
const currentCost = `scrypt$${cost.logN}$${cost.r}$${cost.p}$`;
const createHead = () => currentCost + randomBytes(16).toString('base64url');
/** Stands in for an address without a hash, so that looking costs the same. */
const nobody = `${createHead()}$${randomBytes(keyBytes).toString('base64url')}`;

/**
 * Hash of a password, `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`. `sibling` is another hash of the same address: its salt
 * is used again, so that one derivation tells which of an address's rows a password opens. Error: `service_unavailable`.
 */
export async function hashPassword(password: string, sibling: string | null): Promise<string> {
  const head = sibling?.startsWith(currentCost) ? splitHash(sibling).head : createHead();
  const key = await hashing.run(anybody, () => derive(password, head));
  return `${head}$${key.toString('base64url')}`;
}

/**
 * Which of an address's hashes a password opens: the index of the first, or -1. The effort does not tell whether there
 * are any hashes, nor how many, as long as they share their salt (AUT-14). Error: `service_unavailable`.
 */
export async function matchPassword(password: string, hashes: readonly string[]): Promise<number> {
  const keys = new Map<string, Buffer>();
  for (const [index, hash] of (hashes.length > 0 ? hashes : [nobody]).entries()) {
    const { head, key } = splitHash(hash);
    if (!keys.has(head) && keys.size === maxSalts) continue;
    const derived = keys.get(head) ?? (await matching.run(anybody, () => derive(password, head)));
    keys.set(head, derived);
    if (timingSafeEqual(derived, key) && hash !== nobody) return index;
  }
  return -1;
}

function splitHash(hash: string): { head: string; key: Buffer } {
  const end = hash.lastIndexOf('$');
  return { head: hash.slice(0, end), key: Buffer.from(hash.slice(end + 1), 'base64url') };
}

function derive(password: string, head: string): Promise<Buffer> {
  const [, logN, r, p, salt = ''] = head.split('$');
  const N = 2 ** Number(logN);
  const options = { N, r: Number(r), p: Number(p), maxmem: 256 * N * Number(r) };
  return deriveKey(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, options);
}
