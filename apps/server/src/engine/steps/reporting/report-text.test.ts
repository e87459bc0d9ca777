import { describe, expect, it } from 'vitest';
import { inlineText, quoteText, writeTable } from './report-text.ts';

describe('inlineText', () => {
  it.each([
    ['a | b', 'a \\| b'],
    ['one\r\ntwo\u2028three\u0000four', 'one two three four'],
    ['# Title', '\\# Title'],
    ['C #', 'C \\#'],
    ['#', '\\#'],
    ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
    ['[link](javascript:x) ![i](u)', '\\[link\\](javascript:x) !\\[i\\](u)'],
    ['- item', '\\- item'],
    ['1. first', '1\\. first'],
    ['snake_case and *stars*', 'snake_case and \\*stars\\*'],
    ['ends with \\', 'ends with \\\\'],
    ['half \ud83d', 'half \ufffd'],
  ])('makes %j inert', (text, expected) => {
    expect(inlineText(text)).toBe(expected);
  });
});

describe('quoteText', () => {
  it('keeps paragraphs and escapes each line', () => {
    expect(quoteText('First\n\n# Second\n> third', 100)).toBe(
      '> First\n>\n> \\# Second\n>\n> \\> third',
    );
  });

  it('cuts at the end of a word and adds an ellipsis', () => {
    expect(quoteText('one two three four', 10)).toBe('> one two …');
  });

  it('returns an empty text for an empty text', () => {
    expect(quoteText(' \n ', 10)).toBe('');
  });
});

describe('writeTable', () => {
  it('fills short rows and aligns numbers right', () => {
    expect(writeTable(['A', { title: 'B', numeric: true }], [['x']])).toBe(
      '| A | B |\n| --- | ---: |\n| x |  |',
    );
  });
});
