import { expect, test } from 'vitest';
import { createRedactor } from './redact-secrets.ts';

// SET-14
test('removes keys and the passwords of addresses from texts, in any spelling', () => {
  const redact = createRedactor(['sk-12345678', 'odd"key\\12345', 'postgres://user:p%40ssword1@db:5432/x', undefined]);
  expect(redact('Wrong key sk-12345678, sk-12345678!')).toBe('Wrong key [redacted], [redacted]!');
  expect(redact(JSON.stringify({ error: 'odd"key\\12345 is wrong' }))).toBe('{"error":"[redacted] is wrong"}');
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
