import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type FootnoteCall, Markdown } from './markdown.tsx';
import { readDocument } from './read-document.ts';

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://app.example.com/engagements/e1'));
  return () => vi.unstubAllGlobals();
});

type Options = Omit<Parameters<typeof Markdown>[0], 'text'>;
const render = (text: string, options: Options = {}) =>
  renderToStaticMarkup(createElement(Markdown, { text, ...options }));

describe('untrusted content', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'A <b onclick="alert(1)">word</b>.',
    '<div style="position:fixed">over all</div>',
  ])('shows HTML as text: %s', (html) => {
    expect(render(html)).not.toMatch(/<(script|img|b|div style)\b/);
    expect(render(html)).toContain('&lt;');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
  ])('makes no link of an address that runs code: %s', (href) => {
    expect(render(`[word](<${href}>)`)).not.toMatch(/href="(?!https)/);
    expect(render(`![word](<${href}>)`)).not.toMatch(/src="(?!https)/);
  });

  it('loads no image, neither from another origin nor by a request in the reader’s name', () => {
    expect(render('![Chart](https://tracker.example.org/a.png)')).not.toContain('<img');
    expect(render('![Chart](//tracker.example.org/a.png)')).not.toContain('<img');
    expect(render('![Chart](http://[)')).toContain('Chart');
    for (const src of [
      '/api/auth/verify?token=theirs',
      '/%61pi/auth/verify',
      'https://app.example.com/a.png',
    ]) {
      expect(render(`![Chart](${src})`)).toMatch(/<span>Chart<\/span>/);
      expect(render(`![Chart](${src})`)).not.toMatch(/<img|href/);
    }
  });
});

describe('links', () => {
  it('to other sites are marked as such', () => {
    const html = render('[Report](https://example.org/report)');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
    expect(html).toContain('(opens another site)');
  });

  it.each([
    'https://app.example.com/api/auth/magic-link/verify?token=theirs',
    'http://app.example.com:8080/api/auth/magic-link/verify?token=theirs',
    'HTTPS://anybody@APP.example.com./sign-in',
    'https://app.example.com/engagements',
  ])('to this service are plain text, so that a click cannot act for the reader: %s', (href) => {
    expect(render(`[Word](<${href}>)`)).toMatch(/<span>Word<\/span>/);
    expect(render(`<${href}>`)).not.toContain('<a');
    expect(render(`See ${href} now.`)).not.toContain('<a');
  });

  it('to a neighbouring document lead where the page resolves them, or nowhere', () => {
    expect(render('[Costs](costs.md)')).not.toContain('<a');
    const resolveLink = (href: string) => (href === 'costs.md' ? '/read/costs.md' : undefined);
    expect(render('[Costs](costs.md)', { resolveLink })).toContain(
      '<a href="/read/costs.md">Costs</a>',
    );
    expect(render('[Else](else.md)', { resolveLink })).not.toContain('<a');
  });

  it('within the text lead to its sections', () => {
    const html = render('# Costs\n\n[See](#costs)', { idPrefix: 'old-' });
    expect(html).toContain('<h2 id="old-section-costs">');
    expect(html).toContain('href="#old-section-costs"');
  });
});

describe('footnotes', () => {
  const text =
    'One[^a] and again[^a], other[^%e0%80] and [^市].\n\n[^a]: First.\n[^%e0%80]: Odd.\n[^市]: Third.';

  it('are passed to the page with label and occurrence', () => {
    const calls: FootnoteCall[] = [];
    render(text, {
      renderCall(call) {
        calls.push(call);
        return call.number;
      },
    });
    expect(
      calls.map(({ label, number, occurrence, id }) => [label, number, occurrence, id]),
    ).toEqual([
      ['a', '1', 1, 'fnref-a'],
      ['a', '1', 2, 'fnref-a-2'],
      ['%e0%80', '2', 1, 'fnref-%e0%80'],
      ['市', '3', 1, 'fnref-%E5%B8%82'],
    ]);
  });

  it('are links with unique ids unless the page renders them', () => {
    const html = render(text, { idPrefix: 'new-' });
    expect(html).toContain(
      '<a href="#new-fn-a" id="new-fnref-a" aria-label="Footnote 1" class="call">1</a>',
    );
    expect(html).toContain('<h2 id="new-footnotes">Sources</h2>');
  });
});

it('shows the start of a body that looks like front matter, since the page has removed the real one', () => {
  const { body } = readDocument(
    '---\nagent: a\n---\n# Title\n---\nSaid first.\n\n---\n\nSaid next.',
  );
  expect(render(body)).toContain('Said first.');
});

// EXP-19
it('aligns columns of figures to the right, footnotes or not, unless their header row asks otherwise', () => {
  const html = render(
    '| Item | Cost | Share |\n|---|---|:-:|\n| Rent | **1,200**[^1] | 4 % |\n| Gas | – | 5 % |\n\n[^1]: Note.',
  );
  expect(html).toContain(
    '<th>Item</th><th style="text-align:right">Cost</th><th style="text-align:center">Share</th>',
  );
  expect(html).toMatch(
    /<td style="text-align:right"><strong>1,200<\/strong>.*<td style="text-align:right">–<\/td>/,
  );
});

it('aligns table columns as their header row asks', () => {
  expect(render('| Item | Cost |\n|---|---:|\n| Rent | 1,200 |')).toContain(
    '<td style="text-align:right">1,200</td>',
  );
});
