import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './sessions.ts';

// AUT-12, SET-12
test.each([
  ['https://app.example.com', '; Secure', '__Host-ecp_session'],
  ['http://localhost:3000', '', 'ecp_session'],
])(
  'at %s the cookie is HttpOnly and SameSite=Lax%s, under the name %s',
  async (baseUrl, secure, name) => {
    const config = readConfig({ BASE_URL: baseUrl });
    const app = Fastify();
    await app.register(cookie);
    app.get('/set', (_request, reply) => {
      setSessionCookie(reply, config, 'token');
      return reply.send();
    });
    app.get('/read', (request, reply) =>
      reply.send({ token: readSessionCookie(request, config) ?? null }),
    );
    app.get('/clear', (_request, reply) => {
      clearSessionCookie(reply, config);
      return reply.send();
    });
    const set = await app.inject('/set');
    const attributes = `Path=/; HttpOnly${secure}; SameSite=Lax`;
    expect(set.headers['set-cookie']).toBe(`${name}=token; Max-Age=2592000; ${attributes}`);
    const cleared = await app.inject('/clear');
    expect(cleared.headers['set-cookie']).toContain(`${name}=; Max-Age=0; Path=/;`);
    const read = async (cookies: Record<string, string>) =>
      (await app.inject({ url: '/read', cookies })).json();
    expect(await read({ [name]: 'own' })).toEqual({ token: 'own' });
    // Another host of the domain can plant a cookie only under a name without the prefix.
    if (secure) expect(await read({ ecp_session: 'planted' })).toEqual({ token: null });
    await app.close();
  },
);
