import type { FastifyReply, FastifyRequest } from 'fastify';
import { readDeviceCookie, setDeviceCookie } from '../../kernel/device-cookie.ts';
import type { Services } from '../../kernel/services.ts';
import { rememberDevice } from '../credentials/devices.ts';
import { setSessionCookie } from './sessions.ts';

/**
 * Gives the browser a session that has begun, and remembers that its person has signed in there.
 */
export async function enterBrowser(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  sessionToken: string,
): Promise<void> {
  const given = readDeviceCookie(request, config);
  const deviceToken = await rememberDevice(database, {
    given,
    sessionToken,
    ipAddress: request.ip,
  });
  setSessionCookie(reply, config, sessionToken);
  setDeviceCookie(reply, config, deviceToken);
}
