import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

const read = (html: string, url: string | null = null) => htmlToText({ html, url });

// ATT-23
test('structure is kept, code and styling are removed', () => {
  const { title, text } = read(
    `<html><head><title> Harbour &amp;\n plan </title><style>h1{}</style><script>alert(1)</script></head><body onload="x()">
     <h1>Quay</h1><p>It <b>costs</b> 4&nbsp;million.<br>Twice.</p><ul><li>One<li>Two<ol><li>Deep</ol></ul>
     <table><tr><th>Item<th>Cost<tr><td>Crane<td>900</table><pre><code>a  b</code></pre><blockquote>Said</blockquote>
     <noscript>Enable it</noscript><iframe src="/x">no</iframe><svg><text>no</text></svg><template>no</template>
     <form><input value="secret"><textarea>typed</textarea></form><!-- no --></body></html>`,
  );
  expect(title).toBe('Harbour & plan');
  for (const part of [
    '# Quay',
    'It **costs** 4',
    'Twice.',
    '- One',
    'Deep',
    '| Item | Cost |',
    '| Crane | 900 |',
    'a  b',
    '> Said',
  ]) {
    expect(text).toContain(part);
  }
  for (const part of ['alert', 'h1{}', 'secret', 'typed', 'x()', '<', 'no -->'])
    expect(text).not.toContain(part);
});

// ATT-35
test.each([
  [
    'struck words keep their sign',
    '<p><del>60</del> 45 euros, <s>7</s>8 ~ <strike>9</strike>',
    '~~60~~ 45 euros, ~~7~~8 ~ ~~9~~',
  ],
  ['struck blocks too', '<del><p>60</p><ul><li>7</ul></del><p>45', '~~60~~\n\n- ~~7~~\n\n45'],
  [
    'and struck cells',
    '<table><tr><th>A<th>B<tr><td><s>60</s>45<td><del>',
    '| A | B |\n| - | - |\n| ~~60~~45 | |',
  ],
  [
    'marks join no number',
    '<p>12.5<sup>3</sup> percent in 2023<sup><a href="#n">4</a></sup>',
    '12.5[3] percent in 2023[4]',
  ],
  [
    'whatever raises them',
    '<p>12<a href="#n">5</a> <span style="vertical-align: super">6</span> a<sup>[7]</sup>',
    '12[5] [6] a[7]',
  ],
  ['nor do those of the notes', '<p><sup>3</sup>Excluding North', '[3] Excluding North'],
  [
    'units and exponents stay',
    '<p>5 m<sup>2</sup>, 10<sup>3</sup>, CO<sub>2</sub>, 1<sup>st</sup>',
    '5 m², 10³, CO₂, 1st',
  ],
  [
    'blocks of a cell are apart',
    '<table><tr><td><p>1<p>2<td><ul><li>3<li>4</ul>5',
    '| | |\n| - | - |\n| 1 2 | 3 4 5 |',
  ],
  [
    'merged cells stay cells',
    '<table><tr><th rowspan=2>A<th colspan=2>B<tr><td>1<td>2',
    '| A | B | |\n| - | - | - |\n| | 1 | 2 |',
  ],
  [
    'captions stand above',
    '<table><caption>In EUR</caption><tr><th>A<tr><td>1',
    'In EUR\n\n| A |\n| - |\n| 1 |',
  ],
  [
    'readings are left out',
    '<p><ruby>東京都<rp>(</rp><rt>とうきょうと</rt><rp>)</rp></ruby>の人口',
    '東京都の人口',
  ],
  [
    'emphasis splits no number and no word',
    '<p>From 4<b>7</b>.5 to <i>4</i>9 euros, 3<b>.5</b>, <b>8</b>,25 and <b>6</b>%. <b>Hint:</b>Prices <b>hold</b>.',
    'From 47.5 to 49 euros, 3.5, 8,25 and 6%. **Hint:**Prices **hold**.',
  ],
  [
    'nor words without blanks',
    '<p><b>注意：</b>在庫は<b>40</b>個。<em> 確認</em>済み',
    '**注意：**在庫は40個。 確認済み',
  ],
  [
    'formulas are one line',
    '<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>=</mo><mi>x</mi></math>',
    '1/2 = x',
  ],
  [
    'drawings have words',
    '<p>See <svg><style>a{}</style><text>12</text><text>15</text></svg>',
    'See 12 15',
  ],
  [
    'any element is read',
    '<menu><li>1</menu><x-y>2</x-y><dialog open>3</dialog><blink>4</blink><marquee>5',
    '- 1\n\n2\n\n3\n\n45',
  ],
])('%s', (_, html, expected) => {
  expect(read(html).text).toBe(expected);
});

test('links are absolute and lead to pages only; pictures become their description', () => {
  const base = 'https://example.com/docs/page';
  expect(read('<a href="../a?b=1#c">A</a>', base).text).toBe('[A](https://example.com/a?b=1#c)');
  expect(
    read(
      '<a href="javascript:x()">A</a> <a href="data:text/html,x">B</a> <a href="#top">C</a>',
      base,
    ).text,
  ).toBe('A B C');
  expect(read('<a href="/a">A</a>').text).toBe('[A](/a)');
  expect(read('<img src="data:image/png;base64,AAAA" alt="A crane">').text).toBe('A crane');
});

test('any input gives some text', () => {
  expect(read('')).toMatchObject({ title: null, text: '', truncated: false });
  expect(read('just words').text).toBe('just words');
  expect(read('<title></title><p>\0a\u0007b\ud800').text).toContain('ab');
  expect(read(`${'<b>'.repeat(5_000)}deep`).text).toContain('deep');
});

test('a page too deep for markdown is read without its scripts, however many of them are not closed', () => {
  const deep = `${'<b>'.repeat(20_000)}deep`;
  const { text } = read(
    `${deep}<script>one()</SCRIPT >after<style>b{}</style>${'<script '.repeat(50_000)}never`,
  );
  expect(text).toBe('deep after');
});

test('a page of five megabytes is read up to the limit, which does not count scripts', () => {
  const script = `<script>${'x'.repeat(2_000_000)}</script>`;
  const page = read(
    `<title>Big</title>${script}${'<p>The quay <a href="/x">costs</a> much.</p>\n'.repeat(70_000)}`,
  );
  expect([page.title, page.truncated, page.text.length > 400_000]).toEqual(['Big', true, true]);
});
