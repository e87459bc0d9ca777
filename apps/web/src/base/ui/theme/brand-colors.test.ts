import { expect, it } from 'vitest';
import { brandColors, contrast, parseHex, type Rgb } from './brand-colors.ts';

const rgb = (hex: string): Rgb => parseHex(hex) ?? [0, 0, 0];
const levels = ['00', '33', '66', '99', 'cc', 'ff'];
const everyColor = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);
const grounds = {
  light: ['#ffffff', '#fafafb', '#f0f0f4'],
  dark: ['#0f1013', '#16171b', '#212329'],
};

// BRA-5
it.each(['light', 'dark'] as const)(
  'keeps AA contrast with every brand colour in the %s theme',
  (theme) => {
    for (const color of everyColor) {
      const made = brandColors(color, theme);
      if (!made) throw new Error(color);
      const { accent, ink, strong, text, soft } = made;
      for (const below of [...grounds[theme], soft]) {
        expect(
          contrast(rgb(text), rgb(below)),
          `${color} as text on ${below}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
      for (const below of [accent, strong]) {
        expect(
          contrast(rgb(ink), rgb(below)),
          `${ink} on ${below} of ${color}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

it('keeps a suitable colour unchanged, and rejects a text that is no colour', () => {
  expect(brandColors('#0B6E6E', 'light')).toMatchObject({
    accent: '#0b6e6e',
    ink: '#ffffff',
    text: '#0b6e6e',
  });
  expect(brandColors('#ffe600', 'light')).toMatchObject({ ink: '#000000' });
  expect(brandColors('teal', 'light')).toBeNull();
});
