import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestPlatform, type TestPlatform } from '../../../testing/start-test-platform.ts';

let platform: TestPlatform;
let page: string;
beforeAll(async () => {
  platform = await shareTestPlatform();
  page = await (await fetch(`${platform.baseUrl}/api/docs`)).text();
});
afterAll(() => platform.close());

const addresses = () =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);

// SVC-3
test('everything that the docs page loads is served by the platform with the right media type', async () => {
  const types: Record<string, string> = {
    css: 'text/css',
    js: 'text/javascript',
    png: 'image/png',
    json: 'application/json',
  };
  expect(addresses().length).toBeGreaterThan(5);
  for (const address of addresses()) {
    expect(address).toMatch(/^\/api\//);
    const answer = await fetch(platform.baseUrl + address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(answer.headers.get('content-type')).toContain(types[address.split('.').at(-1) ?? '']);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10);
  }
});

// SVC-3
test('the page has the strict policy, and no inline script or style', async () => {
  const answer = await fetch(`${platform.baseUrl}/api/docs`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe-(inline|eval)/);
  for (const [, content] of page.matchAll(/<script[^>]*>([^<]*)<\/script>/g))
    expect(content).toBe('');
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|https?:/);
});

test('only the files of the page are served', async () => {
  for (const name of [
    'index.html',
    'swagger-initializer.js',
    '../package.json',
    '%2e%2e/package.json',
  ]) {
    expect((await fetch(`${platform.baseUrl}/api/docs/${name}`)).status).toBe(404);
  }
});
