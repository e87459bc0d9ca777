import { expect, test } from 'vitest';
import { addressesIn, addressOf, fetchLimits, isWithinDomains, userAgentOf } from './fetching.ts';
import { restrictQuery } from './search-providers.ts';

// RES-5
test('addresses have one form', () => {
  for (const same of [
    'HTTP://Example.COM:80/a#part',
    ' http://example.com./a ',
    'http://example.com/x/../a',
  ]) {
    expect(addressOf(same)).toBe('http://example.com/a');
  }
  expect(addressOf('http://example.com')).toBe('http://example.com/');
  for (const none of [
    '',
    'example.com/a',
    'ftp://example.com/',
    'http://a:b@example.com/',
    `http://e.com/${'x'.repeat(2_000)}`,
  ]) {
    expect(addressOf(none)).toBeNull();
  }
});

// RES-7
test('addresses in a text are found with and without the punctuation after them', () => {
  expect(
    addressesIn(
      'See https://example.com/a, (https://example.com/b_(c)) and "https://example.com/d?e=f&g".',
      10,
    ),
  ).toEqual([
    'https://example.com/a,',
    'https://example.com/a',
    'https://example.com/b_(c))',
    'https://example.com/b_(c',
    'https://example.com/d?e=f&g',
  ]);
  expect(addressesIn('https://a.example https://b.example https://c.example', 2)).toHaveLength(2);
});

// RES-6
test('a domain stands for itself and its subdomains', () => {
  const domains = ['example.com', 'ferry.example'];
  for (const host of ['example.com', 'www.example.com', 'WWW.Ferry.Example'])
    expect(isWithinDomains(host, domains)).toBe(true);
  for (const host of ['notexample.com', 'example.com.evil.example', 'com', '127.0.0.1']) {
    expect(isWithinDomains(host, domains)).toBe(false);
  }
  expect(isWithinDomains('anything.example', [])).toBe(true);
});

// RES-6
test('a query names few domains', () => {
  expect(restrictQuery('ferry', [])).toBe('ferry');
  expect(restrictQuery('ferry', ['a.example'])).toBe('ferry site:a.example');
  expect(restrictQuery('ferry', ['a.example', 'b.example'])).toBe(
    'ferry (site:a.example OR site:b.example)',
  );
  expect(
    restrictQuery(
      'ferry',
      Array.from({ length: 6 }, (_, at) => `${at}.example`),
    ),
  ).toBe('ferry');
});

// RES-8
test('the user agent says who asks and whom to tell of abuse', () => {
  expect(
    userAgentOf({ baseUrl: 'https://platform.example', abuseContact: 'abuse@example.com\r\nx: y' }),
  ).toBe('EngagementPlatform/1.0 (+https://platform.example; abuse@example.comx: y)');
  expect(fetchLimits).toMatchObject({
    timeMs: 20_000,
    bodyBytes: 10_485_760,
    redirects: 5,
    paceMs: 500,
  });
});
