import type { RequestContext } from '../../../kernel/context.ts';
import { requireSession } from '../../sessions/own-session.ts';
import { canonicalEmail } from '../canonical-email.ts';
import { mailConfirmation } from './mail-confirmation.ts';

/** Mails the caller the link that confirms the address once more, unless it is confirmed already (AUT-18). */
export async function requestConfirmation(context: RequestContext): Promise<{ success: true }> {
  const { tenantId, userId, email } = requireSession(context);
  const { services, ipAddress } = context;
  return context.commit(async (tx) => {
    const { rows } = await tx.query({
      name: 'read_confirmation_pending',
      text: 'select from platform.users where tenant_id = $1 and id = $2 and email_verified_at is null',
      values: [tenantId, userId],
    });
    if (rows.length > 0) {
      await mailConfirmation(tx, services, { tenantId, userId, email: canonicalEmail(email), ipAddress });
    }
    return { success: true };
  });
}
