import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';
import { challengeLifetimeSeconds } from './challenges.ts';

const challengeCookieName = 'ecp_challenge';

/** Marks the browser that a challenge is for, which may not be signed in yet (SFA-10). */
export function setChallengeCookie(reply: FastifyReply, { baseUrl }: PlatformConfig, token: string): void {
  reply.setCookie(challengeCookieName, token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api',
    secure: baseUrl.startsWith('https://'),
    maxAge: challengeLifetimeSeconds,
  });
}

/** Returns the token of the browser's challenges, or undefined. */
export function readChallengeCookie(request: FastifyRequest): string | undefined {
  return request.cookies[challengeCookieName];
}
