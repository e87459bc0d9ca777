import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowedHost, isPrivateLiteral, isPublicAddress, parseOutboundUrl } from './addresses.ts';
import { openOutboundClient } from './outbound-request.ts';

/** Spellings of private hosts, as a user could type them into a URL. */
const privateHosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'a.localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.0.0.1..',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '0177.0x0.0.1',
  '00000177.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '0.1.2.3',
  '10.0.0.1',
  '10.1',
  '0xa.1',
  '012.1.2.3',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '0xac100001',
  '192.168.0.1',
  '192.168.257',
  '3232235521',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.43518',
  '0xa9fea9fe',
  '2852039166',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '198.18.0.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:10.0.0.1]',
  '[0:0:0:0:0:ffff:c0a8:1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:c0a8:101::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[::ffff:0:127.0.0.1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[100::1]',
  '[5f00::1]',
];

// ATT-26, OUT-2
test('every spelling of a private address is refused without asking a name server', async () => {
  expect(privateHosts.length).toBeGreaterThan(75);
  const client = openOutboundClient({
    allowedHosts: [],
    resolveName: () => Promise.reject(new Error('asked')),
  });
  for (const host of privateHosts) {
    for (const address of [`http://${host}/`, `https://${host}:8443/latest/meta-data`]) {
      expect(isPrivateLiteral(parseOutboundUrl(address)), address).toBe(true);
      const sent = client.request({
        url: address,
        timeoutMs: 1_000,
        maxBodyBytes: 10,
        followRedirects: 0,
      });
      await expect(sent, address).rejects.toMatchObject({ kind: 'private_address' });
    }
  }
  await client.close();
});

test('an address that is not plain http is refused with the matching kind', () => {
  const kindOf = (url: string) => {
    try {
      return parseOutboundUrl(url).href;
    } catch (error) {
      return error instanceof Error && 'kind' in error ? error.kind : error;
    }
  };
  const invalid = [
    '',
    'example.com',
    'http://',
    'http://./',
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://a b/',
  ];
  const more = ['http://256.1.1.1/', 'http://1.2.3.4.5/', 'http://0x/'];
  for (const url of [...invalid, ...more, 'http://example.com:0/', 'http://example.com:70000/']) {
    expect([url, kindOf(url)]).toEqual([
      url,
      url === 'http://0x/' ? 'http://0.0.0.0/' : 'invalid_url',
    ]);
  }
  for (const url of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://x/',
    'data:text/plain,x',
    'javascript:1',
  ]) {
    expect([url, kindOf(url)]).toEqual([url, 'scheme']);
  }
  for (const url of ['http://u@example.com/', 'http://:p@h/', 'https://u:p@[::1]/']) {
    expect([url, kindOf(url)]).toEqual([url, 'credentials']);
  }
  expect(kindOf(' HTTPS://EXAMPLE.com.:443/a#b ')).toBe('https://example.com/a');
});

test('public addresses pass, and public IPv4 inside IPv6 too', () => {
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '223.255.255.1',
  ];
  for (const ip of [
    ...open,
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ]) {
    expect([ip, isPublicAddress(ip)]).toEqual([ip, true]);
  }
  for (const text of ['', 'example.com', '8.8.8', '2606:4700::1%eth0', '0x8.8.8.8']) {
    expect([text, isPublicAddress(text)]).toEqual([text, false]);
  }
});

// OUT-2
test('every number that means a private IPv4 address is refused in every base', () => {
  const ranges = fc.constantFrom(
    [0x0a000000, 24],
    [0x7f000000, 24],
    [0xac100000, 20],
    [0xc0a80000, 16],
    [0xa9fe0000, 16],
  );
  const spelling = fc.constantFrom(
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0${value.toString(8)}`,
    (value: number) => `[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
    (value: number) => `0x${(value >>> 24).toString(16)}.${value & 0xffffff}`,
  );
  const property = fc.property(
    ranges,
    fc.nat(),
    spelling,
    ([base = 0, bits = 0], offset, spell) => {
      const value = (base | (offset % 2 ** bits)) >>> 0;
      return isPrivateLiteral(parseOutboundUrl(`http://${spell(value)}/`));
    },
  );
  fc.assert(property);
});

test('a host of a million dots with one letter at its end is parsed', () => {
  // Trying the run from each of its dots would take longer than a test may.
  expect(() => parseOutboundUrl(`http://${'.'.repeat(1_000_000)}x/`)).not.toThrow(RangeError);
});

// OUT-4
test('the allow list names hosts, with or without a port', () => {
  const allows = (entry: string, url: string) => isAllowedHost(parseOutboundUrl(url), [entry]);
  expect(allows('localhost', 'http://LOCALHOST.:8080/')).toBe(true);
  expect(allows('localhost:8080', 'http://localhost:8080/')).toBe(true);
  expect(allows('localhost:8080', 'http://localhost:8081/')).toBe(false);
  expect(allows('localhost:443', 'https://localhost/')).toBe(true);
  expect(allows('127.0.0.1', 'http://2130706433/')).toBe(true);
  expect(allows('[::1]:9', 'http://[0:0::1]:9/')).toBe(true);
  expect(allows('example.com', 'http://a.example.com/')).toBe(false);
  expect(allows('localhost', 'http://127.0.0.1/')).toBe(false);
});
