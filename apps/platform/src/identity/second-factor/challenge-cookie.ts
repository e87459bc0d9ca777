import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';
import { challengeLifetimeSeconds } from './challenges.ts';

const isHttps = ({ baseUrl }: PlatformConfig) => baseUrl.startsWith('https://');

/** The prefix keeps another host of the same domain from planting the cookie, as for the session's. */
const nameOf = (config: PlatformConfig) => (isHttps(config) ? '__Host-ecp_challenge' : 'ecp_challenge');

/** Marks the browser that a challenge is for, which may not be signed in yet (SFA-10). */
export function setChallengeCookie(reply: FastifyReply, config: PlatformConfig, token: string): void {
  reply.setCookie(nameOf(config), token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: isHttps(config),
    maxAge: challengeLifetimeSeconds,
  });
}

/** Returns the token of the browser's challenges, or undefined. */
export function readChallengeCookie(request: FastifyRequest, config: PlatformConfig): string | undefined {
  return request.cookies[nameOf(config)];
}
