import { expect, test } from 'vitest';
import { branding } from '../testing/sample-reports.ts';
import { readParts } from './testing/read-parts.ts';
import { writeSample } from './testing/write-sample.ts';

// BRA-6, EXP-21
test.each([
  [true, false],
  [false, true],
])(
  'a Word file whose logo is wide (%s) names the firm above the title: %s',
  async (isWide, isNamed) => {
    const logo = branding.logo && { ...branding.logo, isWide };
    const docx = await writeSample('# Plan\n\nText.\n', { branding: { ...branding, logo } });
    const { 'word/document.xml': body = '', ...others } = readParts(docx);
    expect(body.includes('Acme Consulting')).toBe(isNamed);
    expect(Object.values(others).join()).toContain('Acme Consulting');
  },
);
