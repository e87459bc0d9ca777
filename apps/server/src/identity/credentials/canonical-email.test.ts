import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEmail } from './email-addresses.ts';

const spell = (...codePoints: number[]) => String.fromCodePoint(...codePoints);

// AUT-17
describe('the canonical form of an address', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ＡＤＡ@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    [`${spell(0x212a)}im@example.com`, 'kim@example.com'],
    [`jo${spell(0x308)}rg@example.com`, 'jörg@example.com'],
    ['JÖRG@example.com', 'jörg@example.com'],
    ['ada@EXÄMPLE.com', 'ada@xn--exmple-cua.com'],
    ['ada+tag@sub.example.co.uk', 'ada+tag@sub.example.co.uk'],
    [`${spell(0x130)}@example.com`, `i${spell(0x307)}@example.com`],
  ])('of %s is %s', (spelling, expected) => {
    expect(canonicalEmail(spelling)).toBe(expected);
  });

  test.each([
    ['a zero-width space', `a${spell(0x200b)}da@example.com`],
    ['a soft hyphen', `a${spell(0xad)}da@example.com`],
    ['a change of direction', `a${spell(0x202e)}da@example.com`],
    ['a variation selector', `ada${spell(0xfe0f)}@example.com`],
    ['a format character in the domain', `ada@exa${spell(0x200b)}mple.com`],
    ['a control character', 'a\u0000da@example.com'],
    ['half a character', 'a\ud800da@example.com'],
    ['angle brackets', 'ada<eve@example.com'],
    ['a quotation mark', '"ada"@example.com'],
    ['a comma', 'ada,eve@example.com'],
    ['a semicolon', 'ada;eve@example.com'],
    ['a comment', 'ada(eve)@example.com'],
    ['two @', 'ada@eve@example.com'],
    ['an @ in compatibility form', 'ada＠eve@example.com'],
    ['no local part', '@example.com'],
    ['no @', 'example.com'],
    ['a host', 'ada@127.0.0.1'],
    ['a short host', 'ada@127.1'],
    ['a host in brackets', 'ada@[::1]'],
    ['a domain without a dot', 'ada@localhost'],
    ['an empty label', 'ada@example..com'],
    ['a path', 'ada@example.com/x'],
    ['an escape', 'ada@example%2ecom'],
    ['more than 254 characters once unified', `${'ﷺ'.repeat(20)}@example.com`],
  ])('does not exist for one with %s', (_what, spelling) => {
    expect(() => canonicalEmail(spelling)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  test('is its own canonical form, whatever the text', () => {
    const local = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const domain = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
      fc.constant('.com'),
    );
    fc.assert(
      fc.property(local, domain, (name, [host, end]) => {
        const first = tryCanonical(`${name}@${host}${end}`);
        if (first !== null) expect(tryCanonical(first)).toBe(first);
      }),
    );
  });
});

function tryCanonical(text: string): string | null {
  try {
    return canonicalEmail(text);
  } catch {
    return null;
  }
}
