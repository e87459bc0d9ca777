import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../examples/verify-webhook', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'go-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const programs = [
  ['TypeScript', process.execPath, ['verify.ts']],
  ['Python', 'python3', ['verify.py']],
  ['Go', 'go', ['run', 'verify.go']],
] as const;

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"event":"ping","data":{"note":"Grüße – 12 %"}}';
const now = Math.floor(Date.now() / 1000);
const sign = (seconds: number, key = secret, text = body) =>
  `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex')}`;

describe.each(programs)('the verifier in %s', (_, command, given) => {
  const verify = (signature: string) => {
    const env = { ...process.env, GOCACHE: cache, GOFLAGS: '-mod=mod', GO111MODULE: 'off' };
    return spawnSync(command, [...given, signature, secret], {
      cwd: folder,
      input: body,
      encoding: 'utf8',
      env,
    });
  };

  // SVC-10
  test.each([
    ['a right signature', sign(now), 'genuine'],
    [
      'a second signature while the secret is exchanged',
      `${sign(now, 'whsec_old')},${sign(now).split(',')[1]}`,
      'genuine',
    ],
    ['a signature by another secret', sign(now, 'whsec_other'), 'refused'],
    ['a signature of another body', sign(now, secret, '{}'), 'refused'],
    ['an old signature', sign(now - 3_600), 'refused'],
    ['no signature', '', 'refused'],
    ['a signature that is no hexadecimal number', `t=${now},v1=zz`, 'refused'],
  ])('tells %s', (_case, signature, verdict) => {
    const { stdout, stderr } = verify(signature);
    expect(stdout.trim(), stderr).toBe(verdict);
  });
});
