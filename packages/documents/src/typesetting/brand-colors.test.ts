import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandColors } from './brand-colors.ts';

function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

it('gives every brand a text colour that is readable on white and on its tint', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const { text, tint } = brandColors(`#${value.toString(16).padStart(6, '0')}`);
      expect(contrastWithWhite(text)).toBeGreaterThanOrEqual(4.5);
      expect(contrastWithWhite(text) / contrastWithWhite(tint)).toBeGreaterThanOrEqual(4);
    }),
  );
});

it('leaves a brand colour unchanged if possible, and has a default without one', () => {
  expect(brandColors('#0b6e6e')).toMatchObject({ bar: '#0b6e6e', text: '#0b6e6e' });
  expect(brandColors('#ffd500').bar).toBe('#ffd500');
  expect(brandColors('#ffffff').bar).not.toBe('#ffffff');
  expect(brandColors('javascript:1')).toEqual(brandColors(null));
});
