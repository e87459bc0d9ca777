import { expect, test } from 'vitest';
import { createRedactor } from './redact-secrets.ts';

// SET-14
test('removes keys and the passwords of addresses from texts, in any spelling', () => {
  const redact = createRedactor([
    'sk-12345678',
    'odd"key\\12345',
    'postgres://user:p%40ssword1@db:5432/x',
    undefined,
  ]);
  expect(redact('Wrong key sk-12345678, sk-12345678!')).toBe('Wrong key [redacted], [redacted]!');
  expect(redact(JSON.stringify({ error: 'odd"key\\12345 is wrong' }))).toBe(
    '{"error":"[redacted] is wrong"}',
  );
  expect(redact('p@ssword1 at postgres://user:p%40ssword1@db:5432/x')).toBe(
    '[redacted] at postgres://user:[redacted]@db:5432/x',
  );
});

test('removes all of a secret that contains another one', () => {
  expect(createRedactor(['12345678', 'key-12345678'])('key-12345678')).toBe('[redacted]');
});

test('leaves short placeholders and addresses without a password unchanged', () => {
  const redact = createRedactor(['ollama', '', 'redis://cache:6379']);
  expect(redact('ollama at redis://cache:6379')).toBe('ollama at redis://cache:6379');
});

// SET-14
test.each([
  ['the secret', (secret: string) => secret],
  ['JSON', (secret: string) => JSON.stringify({ secret }).slice(11, -2)],
  ['an address', encodeURIComponent],
  [
    'base64',
    (secret: string) => Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  ],
  [
    'base64 of a longer text',
    (secret: string) => Buffer.from(`key:${secret}`).toString('base64url').slice(6, -2),
  ],
  ['hexadecimal digits', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['its beginning', (secret: string) => secret.slice(0, 20)],
  ['its end', (secret: string) => secret.slice(-20)],
])('removes a secret that is spelt as %s', (_name, spell) => {
  const secret = 'S3cr t/of+the"platform-and-long';
  const shown = createRedactor(['another-secret', secret])(
    `before (${spell(secret)}) after ${spell(secret)}`,
  );
  expect(shown).toMatch(/^before \(\S{0,2}\[redacted\]\S{0,4}\) after \S{0,2}\[redacted\]\S{0,4}$/);
});

test('takes time in proportion to the text, also where beginnings of secrets are repeated', () => {
  const redact = createRedactor(['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', `${'b'.repeat(40)}c`]);
  expect(redact('a'.repeat(40_000))).toMatch(/^(\[redacted\])+$/);
  expect(redact('b'.repeat(40_000)).length).toBeLessThan(40_000);
});
