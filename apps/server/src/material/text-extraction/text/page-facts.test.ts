import { fromHtml } from 'hast-util-from-html';
import { describe, expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { readDay, readPageFacts } from './page-facts.ts';

const facts = (html: string) => readPageFacts(fromHtml(html));

describe('title, author and day of a page', () => {
  // RES-12
  test('come from meta tags before JSON-LD before time', () => {
    const linked = {
      '@type': 'Article',
      headline: 'From JSON-LD',
      author: { name: 'Lin' },
      datePublished: '2024-02-02',
    };
    const script = `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'Organization', name: 'X' }, linked] })}</script>`;
    const time = '<article><time datetime="2023-03-03T10:00">x</time></article>';
    const metas = `<meta property="og:title" content="From meta"><meta name="Author" content=" Ada
      Lovelace "><meta name="DC.date" content="2025-01-01T00:00:00Z">`;
    expect(facts(metas + script + time)).toEqual({
      title: 'From meta',
      author: 'Ada Lovelace',
      publishedOn: '2025-01-01',
    });
    expect(facts(script + time)).toEqual({
      title: 'From JSON-LD',
      author: 'Lin',
      publishedOn: '2024-02-02',
    });
    expect(facts(time)).toEqual({ title: null, author: null, publishedOn: '2023-03-03' });
  });

  // RES-12
  test('are absent where the page does not say them clearly', () => {
    const nothing = { title: null, author: null, publishedOn: null };
    expect(facts('<p>By Ada, 3 March 2024</p>')).toEqual(nothing);
    // Times of comments, and a day with two readings.
    expect(
      facts(
        '<article><time datetime="2024-01-01">a</time><time datetime="2024-01-02">b</time></article>',
      ),
    ).toEqual(nothing);
    expect(facts('<aside><time datetime="2024-01-01">a</time></aside>')).toEqual(nothing);
    expect(
      facts(
        '<meta name="date" content="03/04/2024"><meta name="author" content="https://example.com/ada">',
      ),
    ).toEqual(nothing);
    for (const broken of [
      '{',
      '[1,2]',
      '"x"',
      'null',
      '{"@type":"Article","author":7,"datePublished":{"a":1}}',
    ]) {
      expect(facts(`<script type="application/ld+json">${broken}</script>`)).toEqual(nothing);
    }
  });

  test('name each of several authors', () => {
    const linked = { '@type': ['Report'], author: [{ name: 'Ada' }, 'Lin', { no: 'name' }] };
    expect(
      facts(`<script type="application/ld+json">${JSON.stringify(linked)}</script>`).author,
    ).toBe('Ada, Lin');
  });
});

// RES-12
test.each([
  ['2025-03-31', '2025-03-31'],
  ['2025-03-31T23:30:00-05:00', '2025-03-31'],
  ['2025/03/31', '2025-03-31'],
  ['20250331', '2025-03-31'],
  ["D:20250331080000+01'00'", '2025-03-31'],
  ['2025-02-30', null],
  ['2025', null],
  ['1711843200000', null],
  ['31.03.2025', null],
  ['0000-00-00', null],
  [undefined, null],
])('%s is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

// RES-7
test('links are absolute, each once, and of the web only', () => {
  const html =
    '<a href="/a">a</a><a href="/a">b</a><a href="mailto:x@example.com">c</a><a href="javascript:x">d</a>';
  expect(htmlToText({ html, url: 'https://example.com/x/' }).links).toEqual([
    'https://example.com/a',
  ]);
});
