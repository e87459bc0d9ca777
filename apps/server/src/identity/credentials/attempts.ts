import { ApiError } from '@ecp/contract/declaring/errors';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext, RequestContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { networkOf, type RateLimiter, wideNetworkOf } from '../../kernel/limits/rate-limiter.ts';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import { findFamiliarRows } from './devices.ts';
import type { CanonicalEmail } from './email-addresses.ts';
import { findUsersByEmail } from './email-tokens.ts';

/**
 * Limits parallel attempts, so that a burst cannot outrun the count of failures. Addresses take
 * turns.
 */
const attempts = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
/** Limits the tenants whose audit log records one failed attempt. */
const maxNotedTenants = 10;

/** An attempt at the rows of an address. */
interface Attempt {
  email: CanonicalEmail;
  /** Whether the attempt can be limited to some rows of the address. */
  canNarrow?: boolean;
}

/** The ids of the only rows that an attempt may try; null for all rows of the address. */
type Reach = readonly string[] | null;

/**
 * Runs `prove`, which returns null if it fails. Errors: `rate_limited`, `service_unavailable`,
 * those of `prove`.
 */
export async function limitAttempts<Proof>(
  context: OpenContext | RequestContext,
  { email, canNarrow = false }: Attempt,
  prove: (reach: Reach) => Promise<Proof | null>,
): Promise<Proof | null> {
  const { rateLimiter } = context.services;
  return attempts.run(networkOf(context.ipAddress), async () => {
    const { reach, counters } = await admitAttempt(context, { email, canNarrow });
    const proof = await prove(reach);
    if (proof === null) {
      await countFailure(rateLimiter, counters);
      await recordFailure(context, email);
    }
    return proof;
  });
}

/**
 * Runs one attempt, which throws for a wrong proof; that counts as a failed sign-in, a missing
 * second factor does not. Errors: those of `attempt`, `rate_limited`, `service_unavailable`.
 */
export async function attemptProof<Result>(
  context: OpenContext | RequestContext,
  { email, canNarrow = false }: Attempt,
  attempt: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  let wrong = new ApiError('invalid_credentials');
  const passed = await limitAttempts(context, { email, canNarrow }, async (reach) => {
    try {
      return { result: await attempt(reach) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
      wrong = error;
      return null;
    }
  });
  if (!passed) throw wrong;
  return passed.result;
}

/** Records the failure in the audit log. An unknown address must cost the same effort. */
async function recordFailure(
  { services, ipAddress }: OpenContext,
  email: CanonicalEmail,
): Promise<void> {
  const users = await findUsersByEmail(services.database, email, maxNotedTenants);
  // Every caller uses this order, in which the commit locks the tenants' audit logs.
  const known = users.toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  const targets = known.length > 0 ? known : [{ tenantId: null, userId: null }];
  await services.database.withSystem(async (tx) => {
    for (const { tenantId, userId } of targets) {
      const entry = {
        action: 'auth.sign_in_failed',
        resourceType: 'user',
        resourceId: userId,
      } as const;
      await recordAudit(tx, { tenantId, userId: null, ipAddress }, entry);
    }
  });
}

const minuteMs = 60_000;

/** What counts failures: at most `limit` of them within `windowMs`. */
interface Counter {
  key: string;
  limit: number;
  windowMs: number;
}

/**
 * The failures after which attempts wait. `pair`: at one address from one network; `network`: at
 * all addresses from one network address; `browser`: of a browser that has signed in before. The
 * other two hold off who comes from many networks: `address` for one address, and `row` for one row
 * from browsers that have signed in to it.
 */
const counterLimits = {
  pair: { limit: 10, windowMs: 15 * minuteMs },
  network: { limit: 50, windowMs: 15 * minuteMs },
  browser: { limit: 10, windowMs: 15 * minuteMs },
  address: { limit: 100, windowMs: 60 * minuteMs },
  row: { limit: 100, windowMs: 60 * minuteMs },
} as const;

const counterOf = (kind: keyof typeof counterLimits, name: string): Counter => ({
  key: `sign-in:${kind}:${name}`,
  ...counterLimits[kind],
});

/** How an attempt counts, and what it may try. */
interface Admission {
  /** A failure counts in each of them. */
  counters: Counter[];
  reach: Reach;
}

/**
 * Decides whether an attempt may be made. A session, and a browser in which the address's owner has
 * signed in, have counts of their own, which no stranger can use up. All else counts for address
 * and network. Whoever signed up with an address without proving the mailbox has a count of their
 * own for their own row alone: otherwise anybody could make browsers with more attempts at the rows
 * of others, or learn whether there are any. Error: `rate_limited`.
 */
async function admitAttempt(
  context: OpenContext | RequestContext,
  { email, canNarrow }: Required<Attempt>,
): Promise<Admission> {
  const { services, ipAddress, deviceToken } = context;
  const { rateLimiter, database } = services;
  const familiar = await findFamiliarRows(database, email, { deviceToken, ipAddress });
  const devices = familiar.filter(({ isDevice }) => isDevice);
  const device = counterOf(
    'browser',
    deviceToken === undefined ? '' : hashToken(deviceToken).toString('hex'),
  );
  const network = networkCounters(email, ipAddress);
  if ('principal' in context && context.principal.kind === 'session') {
    const { sessionId, userId } = context.principal;
    const own = await requireRoom(rateLimiter, [
      counterOf('browser', sessionId),
      counterOf('row', userId),
    ]);
    // A wrong proof in a session is a wrong password like any other on this network.
    return { reach: null, counters: [...own, ...network] };
  }
  const proven = devices.find(({ isProven }) => isProven);
  if (proven) {
    return {
      reach: null,
      counters: await requireRoom(rateLimiter, [device, counterOf('row', proven.userId)]),
    };
  }
  const isKnownNetwork = familiar.some(({ isProven }) => isProven);
  const counters = isKnownNetwork ? network : [...network, counterOf('address', email)];
  if ((await waitOf(rateLimiter, counters)) === 0) {
    return { reach: null, counters: devices.length > 0 ? [...counters, device] : counters };
  }
  if (canNarrow && devices.length > 0) {
    return {
      reach: devices.map(({ userId }) => userId),
      counters: await requireRoom(rateLimiter, [device]),
    };
  }
  if (canNarrow && familiar.length > 0) {
    return {
      reach: familiar.map(({ userId }) => userId),
      counters: await requireRoom(rateLimiter, network),
    };
  }
  return { reach: null, counters: await requireRoom(rateLimiter, counters) };
}

/** Returns the counters of attempts at an address from a network. */
export const networkCounters = (email: CanonicalEmail, ipAddress: string): Counter[] => [
  counterOf('pair', `${email} ${wideNetworkOf(ipAddress)}`),
  counterOf('network', networkOf(ipAddress)),
];

/** Returns the seconds until none of the counters is full; 0 if none is. */
async function waitOf(rateLimiter: RateLimiter, counters: readonly Counter[]): Promise<number> {
  const decisions = await Promise.all(
    counters.map(({ key, limit, windowMs }) => rateLimiter.peek(key, limit, windowMs)),
  );
  const waits = decisions.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds);
  return Math.max(0, ...waits);
}

/**
 * Returns the counters. Error: `rate_limited` with Retry-After in seconds if one of them is full.
 */
export async function requireRoom(
  rateLimiter: RateLimiter,
  counters: Counter[],
): Promise<Counter[]> {
  const seconds = await waitOf(rateLimiter, counters);
  if (seconds === 0) return counters;
  throw new ApiError('rate_limited', {
    values: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

/** Counts a failure in each of the counters. */
export async function countFailure(
  rateLimiter: RateLimiter,
  counters: readonly Counter[],
): Promise<void> {
  await Promise.all(
    counters.map(({ key, limit, windowMs }) => rateLimiter.hit(key, limit, windowMs)),
  );
}
