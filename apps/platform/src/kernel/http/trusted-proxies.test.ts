import { createClient, signUpTenant } from '@ecp/testing/cookie-client';
import { describe, expect, test } from 'vitest';
import { startTestPlatform } from '../../../testing/start-test-platform.ts';
import { readConfig } from '../../config.ts';
import type { TrustedProxies } from '../settings/platform-config.ts';

describe('TRUST_PROXY', () => {
  test.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('%s is %j', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).trustedProxies).toEqual(trusted);
  });

  test.each(['true', '-1', '21', '10.0.0.0/33', 'proxy.internal', '10.0.0.1,', '::1/129', '1.2.3'])(
    '%s stops the start',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(`TRUST_PROXY=${text} is not usable`);
    },
  );
});

test.each<[TrustedProxies, string, string]>([
  [0, '203.0.113.7', '127.0.0.1'],
  [1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [['127.0.0.0/8'], '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['10.0.0.1'], '203.0.113.7', '127.0.0.1'],
])('behind %j, a caller forwarded for %s is %s', async (trustedProxies, forwardedFor, address) => {
  const platform = await startTestPlatform({ config: { trustedProxies } });
  const { email, tenantId } = await signUpTenant(createClient(platform.baseUrl));
  const body = JSON.stringify({ email, password: 'wrong password' });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
  await fetch(`${platform.baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  const rows = await platform.asSuperuser(
    `select ip_address from platform.audit_log where tenant_id = $1 and action = 'auth.sign_in_failed'`,
    [tenantId],
  );
  await platform.close();
  expect(rows).toEqual([{ ip_address: address }]);
});
