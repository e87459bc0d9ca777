import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from './settings.ts';

const isHttps = ({ baseUrl }: PlatformConfig) => baseUrl.startsWith('https://');

/** The prefix, for https only, keeps hosts of the same domain from planting a cookie. */
const cookieName = (config: PlatformConfig) =>
  isHttps(config) ? '__Host-ecp_device' : 'ecp_device';

const lifetimeSeconds = 365 * 24 * 60 * 60;

/** Returns the token of a browser in which somebody has signed in before, or undefined. */
export function readDeviceCookie(
  request: FastifyRequest,
  config: PlatformConfig,
): string | undefined {
  return request.cookies[cookieName(config)];
}

/**
 * Leaves in the browser that somebody has signed in here. It opens nothing, and a sign-out leaves
 * it.
 */
export function setDeviceCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(cookieName(config), token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isHttps(config),
    maxAge: lifetimeSeconds,
  });
}
