import type { SignedIn } from '@ecp/contract/identity/auth';
import type { AddedPasskey } from '@ecp/contract/identity/second-factor';
import {
  type ClientAnswer,
  type CookieClient,
  createClient,
  type SignedUpTenant,
  signUpTenant,
} from '@ecp/testing/cookie-client';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll } from 'vitest';
import { createMemoryRateLimiter } from '../src/kernel/limits/rate-limiter.ts';
import type { Services } from '../src/kernel/services.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  type WebAuthnOptions,
} from './software-authenticator.ts';
import { shareTestPlatform, type TestPlatform } from './start-test-platform.ts';

/** A clock that stands still until a test moves it. */
export interface ManualClock {
  now(): Date;
  advance(seconds: number): void;
}

/**
 * Sets a clock that stands in the middle of a time step, so that codes do not change during a test.
 */
export function standStill({ services }: TestPlatform): ManualClock {
  let nowMs = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  const clock = {
    now: () => new Date(nowMs),
    advance(seconds: number) {
      nowMs += seconds * 1000;
    },
  };
  services.clock = clock;
  return clock;
}

/** The platform, clock and person of a test of second factors. */
interface FactorTest {
  platform: TestPlatform;
  clock: ManualClock;
  person: FactorPerson;
}

/**
 * Shares a platform among the tests of a file. Each call of the returned function gives it a clock
 * that stands still and unused rate limits, and signs up another person.
 */
export function useFactorPeople(): () => Promise<FactorTest> {
  let platform: TestPlatform;
  let systemClock: Services['clock'];
  beforeAll(async () => {
    platform = await shareTestPlatform();
    systemClock = platform.services.clock;
  });
  afterAll(() => {
    platform.services.clock = systemClock;
    return platform.close();
  });
  return async () => {
    const clock = standStill(platform);
    platform.services.rateLimiter = createMemoryRateLimiter();
    return { platform, clock, person: await createFactorPerson(platform) };
  };
}

/** An authenticator app with one secret. */
interface TotpApp {
  /** The code of the step that is `steps` after the current one. */
  code(steps?: number): string;
}

export function openTotpApp(secret: string, clock: ManualClock): TotpApp {
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
  return {
    code: (steps = 0) => totp.generate({ timestamp: clock.now().getTime() + steps * 30_000 }),
  };
}

/** A person with a session and, after enrolling, an authenticator app. */
export interface FactorPerson extends SignedUpTenant {
  client: CookieClient;
  signIn(extra?: object, client?: CookieClient): Promise<ClientAnswer<SignedIn>>;
}

/** Signs up a person. */
export async function createFactorPerson(
  { baseUrl }: Pick<TestPlatform, 'baseUrl'>,
  wanted: Parameters<typeof signUpTenant>[1] = {},
): Promise<FactorPerson> {
  const client = createClient(baseUrl);
  const account = await signUpTenant(client, wanted);
  const { email, password } = account;
  return {
    ...account,
    client,
    signIn: (extra = {}, by = createClient(baseUrl)) =>
      by.post<SignedIn>('/api/auth/sign-in/email', { email, password, ...extra }),
  };
}

/**
 * Sets up an authenticator app with its first code. The clock then stands at the next time step.
 */
export async function enrolTotp(
  client: CookieClient,
  clock: ManualClock,
): Promise<{ app: TotpApp; secret: string; recoveryCodes: string[] }> {
  const { body } = await client.post<{ secret: string }>('/api/me/totp');
  const app = openTotpApp(body.secret, clock);
  const confirmed = await client.post<{ recoveryCodes: string[] }>('/api/me/totp/confirm', {
    code: app.code(),
  });
  if (confirmed.status !== 200)
    throw new Error(`The code was refused: ${JSON.stringify(confirmed.body)}`);
  clock.advance(30);
  return { app, secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** Makes a passkey for the service's public address. */
export function createPasskeyDevice({ services }: TestPlatform): SoftwareAuthenticator {
  const { origin, hostname } = new URL(services.config.baseUrl);
  return createSoftwareAuthenticator({ origin, rpId: hostname });
}

/** Adds a passkey to the client's person. */
export async function addPasskey(
  client: CookieClient,
  device: SoftwareAuthenticator,
  name = 'Laptop',
): Promise<AddedPasskey> {
  const { body: options } = await client.post<WebAuthnOptions>('/api/me/passkeys/options');
  const answer = await client.post<AddedPasskey>('/api/me/passkeys', {
    name,
    response: device.register(options),
  });
  if (answer.status !== 201)
    throw new Error(`The passkey was refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Requests a challenge for the client's browser. */
export async function requestChallenge(client: CookieClient): Promise<WebAuthnOptions> {
  return (await client.post<WebAuthnOptions>('/api/auth/passkey/options')).body;
}
