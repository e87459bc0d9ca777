import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

/** Name of the session cookie. */
export const sessionCookieName = 'ecp_session';

/** A session lasts 30 days from its sign-in. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

/** Attributes of the session cookie (AUT-12). */
function attributes({ baseUrl }: PlatformConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: baseUrl.startsWith('https://') } as const;
}

/** Gives the browser its session token. */
export function setSessionCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(sessionCookieName, token, { ...attributes(config), maxAge: sessionLifetimeSeconds });
}

/** Makes the browser forget its session token. */
export function clearSessionCookie(reply: FastifyReply, config: PlatformConfig): void {
  reply.clearCookie(sessionCookieName, attributes(config));
}

/** The session token of a request, or undefined. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName];
}
