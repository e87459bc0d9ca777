import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

describe('a document split into parts', () => {
  it('has its front matter and title separated from the body', () => {
    const text =
      '---\ntitle: Tariffs\nagent: pricing-strategist\noffline: "true"\n---\n\n# Tariff *models*\n\nText.\n';
    expect(readDocument(text)).toEqual({
      title: 'Tariff models',
      facts: [
        ['title', 'Tariffs'],
        ['agent', 'pricing-strategist'],
        ['offline', 'true'],
      ],
      body: '\nText.\n',
    });
  });

  it.each([
    ["'Why \"loyal\" people leave: it''s late'", 'Why "loyal" people leave: it\'s late'],
    ['"it\'s \\"late\\": C:\\\\x"', 'it\'s "late": C:\\x'],
    ['Plain words', 'Plain words'],
  ])('reads the value %s of its front matter', (written, value) => {
    expect(readDocument(`---\ntitle: ${written}\n---\n\nText.`).facts).toEqual([['title', value]]);
  });

  it('keeps any other text unchanged', () => {
    for (const text of [
      '## Part\n\n# Late\n',
      'Plain.\n\n---\n\nMore.',
      '---\n\nA line above.',
      '',
    ]) {
      expect(readDocument(text)).toEqual({ title: null, facts: [], body: text });
    }
  });

  // MRK-2
  it.each([
    ['# Plan [for](https://example.org) `x` #', 'Plan for x'],
    ['#  Costs \\& gains[^1]', 'Costs & gains'],
    ['# 価格戦略 🚀', '価格戦略 🚀'],
    ['# 2 * 3 * 4', '2 * 3 * 4'],
    ['# 6*7*8 of **snake_case**', '6*7*8 of snake_case'],
  ])('reads %s', (heading, title) => {
    expect(readDocument(`${heading}\n\nText.`).title).toBe(title);
  });
});
