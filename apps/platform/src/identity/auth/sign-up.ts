import type { SignUpBody } from '@ecp/contract/identity/auth';
import { createId } from '@ecp/database/create-id';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { OpenContext } from '../../kernel/context.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { readSignedIn, type StartedSession } from '../sessions/signed-in.ts';
import { canonicalEmail } from './canonical-email.ts';
import { createTenant } from './create-tenant.ts';
import { mailConfirmation } from './mailed-links/mail-confirmation.ts';
import { findPasswordHeads } from './passwords/find-password-heads.ts';
import { hashPassword } from './passwords/passwords.ts';
import { refuseGuessablePassword } from './passwords/refuse-guessable-password.ts';

/**
 * Creates a tenant with its owner and signs in. An address that is registered elsewhere gets a new tenant as well, with
 * its own row and password, and no access to anything older (AUT-1, AUT-9). A mailed link confirms the address
 * (AUT-18). Error: `invalid_request`.
 */
export async function signUp(context: OpenContext, body: SignUpBody): Promise<StartedSession> {
  const { services, ipAddress, userAgent } = context;
  const email = canonicalEmail(body.email);
  refuseGuessablePassword(body.password, email, '/password');
  const passwordHash = await hashPassword(body.password, await findPasswordHeads(services, email), ipAddress);
  return services.database.withSystem(async (tx) => {
    const tenantId = await createTenant(tx, services.billing, body.company);
    const userId = createId();
    await tx.query({
      name: 'insert_owner',
      text: `insert into platform.users (id, tenant_id, email, name, role, password_hash)
        values ($1, $2, $3, $4, 'owner', $5)`,
      values: [userId, tenantId, email, body.name, passwordHash],
    });
    const entry = { action: 'auth.sign_up', resourceType: 'tenant', resourceId: tenantId } as const;
    await recordAudit(tx, { tenantId, userId, ipAddress }, entry);
    await mailConfirmation(tx, services, { tenantId, userId, email, ipAddress });
    const session = { tenantId, userId, ipAddress, userAgent, mailboxProven: false, secondFactorPassed: false };
    const token = await beginSession(tx, session);
    return { answer: await readSignedIn(tx, tenantId, userId), token };
  });
}
