import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replacePassage } from './apply-edits.ts';
import { findQuote, findWithContext, selectorOf, squeeze } from './find-quote.ts';
import { renderText, sectionAt } from './rendered-text.ts';

const paper = `---
model: offline
---

# Plan & costs

The **market** grows by 12&nbsp;% a year.[^1] See [the *yard*](https://example.com/yard) and
https://example.com/road for \`cost(2)\`.

> A quote over
> two lines \\*with a star\\*.

## Costs

| Item | EUR |
| --- | ---: |
| Yard \\| road | 1,200 |

- one
- two

\`\`\`chart
{"query": "q1"}
\`\`\`

<div>raw</div>

[^1]: Study, p. 4: “12 %”
`;

describe('renderText', () => {
  // CMT-2
  test('shows the words that a page shows, and knows where each stands', () => {
    const rendered = renderText(paper);
    expect(rendered.text).toBe(
      'Plan & costs\nThe market grows by 12\u00a0% a year. See the yard and\nhttps://example.com/road for cost(2).\n' +
        'A quote over\ntwo lines *with a star*.\nCosts\nItem\tEUR\t\nYard | road\t1,200\t\none\ntwo\n\nStudy, p. 4: “12 %”\n',
    );
    for (const { start, end, source } of rendered.runs) {
      const shown = rendered.text.slice(start, end);
      if (typeof source === 'number')
        expect(paper.slice(source, source + shown.length)).toBe(shown);
      else expect(paper[source.at(-1) ?? 0]).toBeDefined();
    }
    expect(sectionAt(rendered, rendered.text.indexOf('Yard |'))).toBe('Costs');
    expect(sectionAt(rendered, rendered.text.indexOf('market'))).toBe('Plan & costs');
  });
});

describe('findQuote', () => {
  const rendered = renderText(
    '# A\n\nThe yard is **old**. The road is old. The yard is closed.\n\n- one\n- two\n',
  );
  const find = (quote: string, prefix?: string, suffix?: string) => {
    const found = findQuote(rendered, {
      quote,
      ...(prefix && { prefix }),
      ...(suffix && { suffix }),
    });
    return found && [found.start, rendered.text.slice(found.start, found.end)];
  };

  // CMT-2
  test('folds white space; prefix and suffix decide between several places, else the first counts', () => {
    const first = rendered.text.indexOf('The yard');
    const last = rendered.text.lastIndexOf('The yard');
    expect(find('yard  is\nold')).toEqual([first + 4, 'yard is old']);
    expect(find('The yard')).toEqual([first, 'The yard']);
    expect(find('The yard', 'The road is old. ')).toEqual([last, 'The yard']);
    expect(find('The yard', undefined, ' is closed')).toEqual([last, 'The yard']);
    expect(find('one two')?.[1]).toBe('one\ntwo');
    expect(find('is **old**')).toBeNull();
    expect(find(' \n')).toBeNull();
  });

  test('a passage is found again by its words and those around it, if nothing else looks the same', () => {
    const place = rendered.text.lastIndexOf('yard');
    const passage = { start: place, end: place + 4 };
    const selector = selectorOf(rendered, passage);
    expect(findWithContext(squeeze(rendered.text), selector)).toEqual(passage);
    expect(
      findWithContext(squeeze(rendered.text), { ...selector, prefix: 'elsewhere' }),
    ).toBeNull();
    expect(
      findWithContext(squeeze(rendered.text), { quote: 'yard', prefix: '', suffix: '' }),
    ).toBeNull();
  });
});

describe('replacePassage', () => {
  const replace = (markdown: string, quote: string, words: string) => {
    const rendered = renderText(markdown);
    const found = findQuote(rendered, { quote });
    return found && replacePassage(markdown, rendered, found, words);
  };

  // CMT-10
  test.each([
    ['The yard is old.', 'old', 'new', 'The yard is new.'],
    ['The **old** yard[^1].\n\n[^1]: A\n', 'old yard', 'road', 'The **road**[^1].\n\n[^1]: A\n'],
    [
      'The old **yard** is [far](https://a.example) away.',
      'old yard is far',
      'road is',
      'The road is away.',
    ],
    [
      '| a | b |\n| - | - |\n| c | d |\n',
      'd',
      'x | *y*',
      '| a | b |\n| - | - |\n| c | x \\| \\*y\\* |\n',
    ],
    ['Run `a(1)` now.', 'a(1)', 'b(2)', 'Run `b(2)` now.'],
    ['One.\n\nTwo.', 'One. Two', 'Three', null],
    ['Run `a(1)` now.', 'a(1)', 'b`2', null],
  ])('%j: %j becomes %j', (markdown, quote, words, expected) => {
    expect(replace(markdown, quote, words)).toBe(expected);
  });

  // CMT-10
  test('changes the words of the passage and no others, or nothing', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab *_`[]|\\<&#1.-'),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 2, maxLength: 5 }),
        fc.nat(),
        fc.nat(12),
        text,
        (lines, at, length, words) => {
          const markdown = `# Title\n\n${lines.join('\n\n')}\n`;
          const rendered = renderText(markdown);
          const start = at % rendered.text.length;
          const passage = { start, end: Math.min(rendered.text.length, start + length + 1) };
          const changed = replacePassage(markdown, rendered, passage, words);
          if (changed === null) return;
          const expected =
            rendered.text.slice(0, passage.start) + words + rendered.text.slice(passage.end);
          expect(squeeze(renderText(changed).text).letters).toBe(squeeze(expected).letters);
        },
      ),
    );
  });
});
