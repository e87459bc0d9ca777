import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contrast, mix, parseHex, type Rgb } from './brand-colors.ts';

// The tests in the browser look at the colours of one theme. These look at every pair of colours,
// in both.

const sources = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(sources + path, 'utf8');
const [light = '', dark = ''] = read('style.css').split('[data-theme="dark"] {');

/** Reads the colours that a theme defines, by their names. */
function readTokens(css: string): Map<string, Rgb> {
  const found = [...css.matchAll(/^\s*--([\w-]+): (#[0-9a-f]{6});$/gm)];
  return new Map(found.map(([, name = '', value = '']) => [name, parseHex(value) ?? [0, 0, 0]]));
}

const themes = { light: readTokens(light), dark: readTokens(dark) };
const texts = ['ink', 'muted', 'accent-text', 'good', 'warn', 'danger', 'info'];
const neutral = ['canvas', 'surface', 'sunken', 'hover'];
const soft = ['accent-soft', 'good-soft', 'warn-soft', 'danger-soft', 'info-soft'];
/** The least contrast of WCAG 2.2 AA: of a text, and of a line or mark. */
const least = { text: 4.5, mark: 3 };
/**
 * The parts of the colour of comments that a passage with comments has, from
 * comments/highlights.css.
 */
const highlights = [0.14, 0.34];
const comment = parseHex('#d99a17') ?? [0, 0, 0];

it('both themes define the same colours', () => {
  expect(themes.light.size).toBeGreaterThan(20);
  expect([...themes.dark.keys()]).toEqual([...themes.light.keys()]);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colorOf = (name: string): Rgb => {
    const color = themes[theme].get(name);
    if (!color) throw new Error(`There is no colour ${name}`);
    return color;
  };

  it.each(texts)('text in %s is readable on every ground', (text) => {
    for (const ground of [...neutral, ...soft]) {
      expect(contrast(colorOf(text), colorOf(ground)), ground).toBeGreaterThanOrEqual(least.text);
    }
  });

  it('text is readable on what is filled, and where somebody has commented', () => {
    for (const fill of ['accent', 'accent-strong']) {
      expect(contrast(colorOf('accent-ink'), colorOf(fill)), fill).toBeGreaterThanOrEqual(
        least.text,
      );
    }
    expect(contrast([255, 255, 255], colorOf('danger-fill'))).toBeGreaterThanOrEqual(least.text);
    for (const share of highlights) {
      for (const ground of ['canvas', 'surface']) {
        expect(
          contrast(colorOf('ink'), mix(colorOf(ground), comment, share)),
        ).toBeGreaterThanOrEqual(least.text);
      }
    }
  });

  it.each(['line-strong', 'chart-1', 'chart-2', 'chart-3'])(
    'a mark in %s is seen on every page',
    (mark) => {
      for (const ground of ['canvas', 'surface']) {
        expect(contrast(colorOf(mark), colorOf(ground)), ground).toBeGreaterThanOrEqual(least.mark);
      }
    },
  );
});

it('no text has another colour than these', () => {
  const other = /\btext-(?:[a-z]+-\d{2,3}|black|white|\[#|\[rgb|\[color)/g;
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const found = files.flatMap((path) =>
    (read(path).match(other) ?? []).map((use) => `${path}: ${use}`),
  );
  // On danger-fill.
  expect(found).toEqual(['base/ui/buttons.tsx: text-white']);
  expect(read('shared/comments/highlights.css')).toContain('--comment: #d99a17;');
});
