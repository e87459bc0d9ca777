import type { SessionPrincipal } from '../../kernel/context.ts';

const maxTenantName = 60;

/** Names a membership in an authenticator app or among passkeys, where a person may have several of one address. */
export function nameMembership({ email, tenantName }: Pick<SessionPrincipal, 'email' | 'tenantName'>): string {
  return `${email} (${[...tenantName].slice(0, maxTenantName).join('')})`;
}
