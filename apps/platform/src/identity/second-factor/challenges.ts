import { randomBytes } from 'node:crypto';
import type { Database } from '@ecp/database/database';
import { hashToken } from '../../kernel/keys/random-token.ts';

/** The purpose of a challenge: `add` registers a passkey, `prove` authenticates a person. */
export type ChallengePurpose = 'add' | 'prove';

/** The owner of a challenge: the hash of a session's token, or of the challenge cookie. */
export interface ChallengeOf {
  purpose: ChallengePurpose;
  callerHash: Buffer;
}

/** The time that a person has to answer the browser's dialog. */
export const challengeLifetimeSeconds = 300;

/** Makes a challenge of 256 random bits in base64url and stores its hash (SFA-10). */
export async function createChallenge(database: Database, { purpose, callerHash }: ChallengeOf): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await database.batchSystem([
    {
      name: 'create_challenge',
      text: `insert into platform.passkey_challenges (challenge_hash, purpose, caller_hash, expires_at)
        values ($1, $2, $3, now() + make_interval(secs => $4))`,
      values: [hashToken(challenge), purpose, callerHash, challengeLifetimeSeconds],
    },
  ]);
  return challenge;
}

/**
 * Deletes the challenge that a passkey's answer names and returns it; null if the caller has no such challenge. It
 * commits at once, so each answer is checked at most once. Another caller's attempt does not delete the challenge.
 */
export async function takeChallenge(
  database: Database,
  clientDataJSON: string,
  { purpose, callerHash }: ChallengeOf,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return null;
  const [rows] = await database.batchSystem<[{ live: boolean }]>([
    {
      name: 'take_challenge',
      text: `delete from platform.passkey_challenges
        where challenge_hash = $1 and purpose = $2 and caller_hash = $3 returning expires_at > now() as live`,
      values: [hashToken(challenge), purpose, callerHash],
    },
  ]);
  return rows[0]?.live ? challenge : null;
}

/** Deletes expired challenges and returns their number. Any process may call it at any time. */
export async function purgeExpiredChallenges(database: Database): Promise<number> {
  const [rows] = await database.batchSystem<[{ challenge_hash: Buffer }]>([
    { text: 'delete from platform.passkey_challenges where expires_at <= now() returning challenge_hash' },
  ]);
  return rows.length;
}

/** Reads the challenge from the browser's client data, JSON in base64url. The passkey's signature covers it. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
