import { ApiError, type ErrorDetail } from '@ecp/contract/declaring/errors';
import type { FactorProof, PasskeyAssertion } from '@ecp/contract/identity/factor-proof';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Database, Transaction } from '@ecp/database/database';
import { type AuditActor, recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import { enqueueMail } from '../../kernel/mail/enqueue-mail.ts';
import type { FactorChange } from '../../kernel/mail/render-mail.ts';
import type { Services } from '../../kernel/services.ts';
import { admitOtherWay, requireOtherWay } from '../sessions/other-ways.ts';
import { beginSession } from '../sessions/sessions.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import {
  acceptRecoveryCode,
  type FactorOwner,
  type Factors,
  hasFactor,
  readFactors,
} from './factor-rows.ts';
import { acceptAssertion, type OpenedAssertion, openAssertion } from './passkeys.ts';
import { acceptTotpCode } from './totp.ts';

/** The second factor in a request: a code, or a passkey's answer. */
export interface GivenFactor {
  code?: string | undefined;
  passkey?: OpenedAssertion | undefined;
}

export interface FactorCaller extends FactorOwner {
  ipAddress: string;
}

/**
 * Requires a row's factor and uses it up; false without one. Errors: `second_factor_required`,
 * `wrong_proof`.
 */
export async function passFactor(
  tx: Transaction,
  services: Services,
  caller: FactorCaller,
  given: GivenFactor,
): Promise<boolean> {
  const factors = await readFactors(tx, caller);
  if (!hasFactor(factors)) return false;
  if (given.code === undefined && !given.passkey) throw factorRequired(factors);
  if (!(await acceptFactor(tx, services, caller, given))) throw new ApiError('wrong_proof');
  return true;
}

/**
 * Uses up a factor of the row. Returns false if it is wrong. A mail reports each used recovery
 * code.
 */
export async function acceptFactor(
  tx: Transaction,
  services: Services,
  caller: FactorCaller,
  { code, passkey }: GivenFactor,
): Promise<boolean> {
  if (passkey) return (await acceptAssertion(tx, services, passkey, caller)) !== null;
  if (code === undefined) return false;
  if (await acceptTotpCode(tx, services, caller, { code, state: 'confirmed' })) return true;
  if (!(await acceptRecoveryCode(tx, caller, code))) return false;
  await recordFactorChange(tx, services, caller, { change: 'recovery_code_used' });
  return true;
}

/** Makes the error for a missing factor. Its details name the body fields that the row accepts. */
function factorRequired({ totp, passkeys, recoveryCodesLeft }: Factors): ApiError {
  const details: ErrorDetail[] = [];
  if (totp)
    details.push({ path: '/code', message: 'a code of the authenticator app, or a recovery code' });
  else if (recoveryCodesLeft > 0) details.push({ path: '/code', message: 'a recovery code' });
  if (passkeys > 0) details.push({ path: '/passkey', message: 'an answer of a passkey' });
  return new ApiError('second_factor_required', { details });
}

/**
 * Prepares a second factor and uses up its challenge; `cookieToken` is that of the browser's
 * challenge.
 */
export async function openGivenFactor(
  database: Database,
  { code, passkey }: FactorProof,
  cookieToken: string | undefined,
): Promise<GivenFactor> {
  if (!passkey) return { code };
  return { passkey: await openAssertion(database, passkey, hashToken(cookieToken ?? '')) };
}

/**
 * Signs in by a passkey, which is both factors. Nobody can guess a signature, so failures are not
 * slowed. Error: `wrong_proof`, `sso_required`.
 */
export async function signInByPasskey(
  { services, ipAddress, userAgent }: OpenContext,
  assertion: PasskeyAssertion,
  challengeToken: string | undefined,
): Promise<StartedSession> {
  const { database } = services;
  const opened = await openAssertion(database, assertion, hashToken(challengeToken ?? ''));
  return database.withSystem(async (tx) => {
    const owner = await acceptAssertion(tx, services, opened);
    if (!owner) throw new ApiError('wrong_proof');
    const { tenantId, userId, mailboxProven } = owner;
    const caller = { tenantId, userId, ipAddress };
    const enforced = await requireOtherWay(tx, caller);
    await admitOtherWay(tx, caller, { method: 'passkey', enforced, secondFactorPassed: true });
    const session = {
      tenantId,
      userId,
      ipAddress,
      userAgent,
      mailboxProven,
      secondFactorPassed: true,
    };
    return {
      token: await beginSession(tx, session),
      answer: await readSignedIn(tx, tenantId, userId),
    };
  });
}

/** A change of a row's factors. `by` is the other person who made it, if any. */
interface RecordedChange {
  change: FactorChange;
  name?: string;
  by?: string;
}

/**
 * Records a change of an existing row's factors in the audit log and mails it to the person, in the
 * transaction.
 */
export async function recordFactorChange(
  tx: Transaction,
  services: Services,
  owner: FactorOwner & { ipAddress: string | null },
  { change, name, by }: RecordedChange,
): Promise<void> {
  const { tenantId, userId, ipAddress } = owner;
  const actor: AuditActor = { tenantId, userId: by === undefined ? userId : by, ipAddress };
  await recordAudit(tx, actor, {
    action: `second_factor.${change}`,
    resourceType: 'user',
    resourceId: userId,
    ...(name === undefined ? {} : { metadata: { name } }),
  });
  const { rows } = await tx.query<{
    email: string;
    language: PageLanguage | null;
    tenant_name: string;
  }>({
    name: 'find_address_of_factor',
    text: `select u.email, u.language, t.name as tenant_name from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2`,
    values: [tenantId, userId],
  });
  const [person] = rows;
  if (!person) throw new Error('The user of a changed factor is gone');
  const changedAt = services.clock.now().toISOString();
  const mail = {
    kind: 'secondFactorChanged',
    change,
    tenantName: person.tenant_name,
    changedAt,
  } as const;
  await enqueueMail(tx, services, {
    ...mail,
    to: person.email,
    language: person.language,
    tenantId,
  });
}
