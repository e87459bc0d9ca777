import { expect, it } from 'vitest';
import { nameSources, titleOfFilename } from './name-sources.ts';

// EXP-25
it('a file is named by the words of its name', () => {
  expect(titleOfFilename('clinic-activity.xlsx')).toBe('Clinic activity');
  expect(titleOfFilename('Jahresbericht_2025.pdf')).toBe('Jahresbericht 2025');
  expect(titleOfFilename('Prices of timber in 2025')).toBe('Prices of timber in 2025');
  expect(titleOfFilename('.pdf')).toBe('.pdf');
});

// EXP-25
it('footnotes name sources by titles, and the text around them stays', () => {
  const titles = new Map([['what-causes-the-waits.md', 'What causes the waits in *Ward 7*']]);
  const text =
    'See sales.csv.[^1]\n\n[^1]: what-causes-the-waits.md: “sales.csv”\n[^b]: clinic-activity.xlsx, sheet A: “1”\n[^3]: = 3 − 1 = 2; [^1]\n';
  expect(nameSources(text, titles)).toBe(
    'See sales.csv.[^1]\n\n[^1]: What causes the waits in \\*Ward 7\\*: “sales.csv”\n[^b]: Clinic activity, sheet A: “1”\n[^3]: = 3 − 1 = 2; [^1]\n',
  );
});
