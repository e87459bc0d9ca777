import { Writable } from 'node:stream';
import { createRedactor } from '@ecp/tracing/redact-secrets';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';

function collectLines() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, destination };
}

test('no line contains a configured secret at any position', () => {
  const { lines, destination } = collectLines();
  const log = openLog('info', destination, createRedactor(['s3cret-of-the-platform']));
  const error = new Error('Refused s3cret-of-the-platform', {
    cause: { key: 's3cret-of-the-platform' },
  });
  log.error({ err: error, header: ['s3cret-of-the-platform'] }, 'Said s3cret-of-the-platform');
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain('s3cret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'Said [redacted]',
    err: { message: 'Refused [redacted]' },
  });
});

test.each([
  ['/api/auth/magic-link/verify?token=s3cret-link', '/api/auth/magic-link/verify?token=[hidden]'],
  ['/reset-password?lang=en&token=s3cret-reset&x=1', '/reset-password?lang=en&token=[hidden]&x=1'],
  ['/portal/svc_portal_s3cret', '/portal/[hidden]'],
  ['/api/downloads/tenant.file.s3cret', '/api/downloads/[hidden]'],
  ['/api/engagements?q=token', '/api/engagements?q=token'],
])('the log of a request for %s contains no secret', async (url, logged) => {
  const { lines, destination } = collectLines();
  const app = Fastify({ loggerInstance: openLog('info', destination) });
  await app.inject(url);
  await app.close();
  const requests = lines.map((line) => JSON.parse(line)).filter(({ req }) => req !== undefined);
  expect(requests).toMatchObject([{ req: { method: 'GET', url: logged } }]);
  expect(lines.filter((line) => JSON.parse(line).req).join()).not.toContain('s3cret');
});
