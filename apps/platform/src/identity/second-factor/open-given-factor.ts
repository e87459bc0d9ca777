import type { FactorProof } from '@ecp/contract/identity/factor-proof';
import type { Database } from '@ecp/database/database';
import { hashToken } from '../../kernel/keys/random-token.ts';
import { openAssertion } from './accept-assertion.ts';
import type { GivenFactor } from './pass-factor.ts';

/**
 * Prepares a caller's second factor, and uses up the challenge that a passkey answers. `cookieToken` is the token of
 * the browser's challenge.
 */
export async function openGivenFactor(
  database: Database,
  { code, passkey }: FactorProof,
  cookieToken: string | undefined,
): Promise<GivenFactor> {
  if (!passkey) return { code };
  return { passkey: await openAssertion(database, passkey, hashToken(cookieToken ?? '')) };
}
