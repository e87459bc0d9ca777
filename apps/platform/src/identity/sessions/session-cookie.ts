import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

/** Name of the session cookie. */
export const sessionCookieName = 'ecp_session';

/** A session ends 30 days after its sign-in. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

/** Attributes of the session cookie (AUT-12). */
function attributes({ baseUrl }: PlatformConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: baseUrl.startsWith('https://') } as const;
}

/** Sets the session token in the browser. */
export function setSessionCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(sessionCookieName, token, { ...attributes(config), maxAge: sessionLifetimeSeconds });
}

/** Deletes the session token from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: PlatformConfig): void {
  reply.clearCookie(sessionCookieName, attributes(config));
}

/** Returns the session token of a request, or undefined. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName];
}
