import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

const isHttps = ({ baseUrl }: PlatformConfig) => baseUrl.startsWith('https://');

/**
 * Returns the name of the session cookie. The prefix, which browsers allow on https alone, keeps another host of the
 * same domain from planting a cookie (AUT-12).
 */
const nameOf = (config: PlatformConfig) => (isHttps(config) ? '__Host-ecp_session' : 'ecp_session');

/** A session ends 30 days after its sign-in. */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

/** Attributes of the session cookie (AUT-12). */
function attributes(config: PlatformConfig) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) } as const;
}

/** Sets the session token in the browser. */
export function setSessionCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(nameOf(config), token, { ...attributes(config), maxAge: sessionLifetimeSeconds });
}

/** Deletes the session token from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: PlatformConfig): void {
  reply.clearCookie(nameOf(config), attributes(config));
}

/** Returns the session token of a request, or undefined. */
export function readSessionCookie(request: FastifyRequest, config: PlatformConfig): string | undefined {
  return request.cookies[nameOf(config)];
}
