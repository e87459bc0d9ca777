import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

const read = (html: string, url: string | null = null) => htmlToText({ html: Buffer.from(html), url });

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
  for (const part of ['alert', 'h1{}', 'secret', 'typed', 'x()', '<', 'no -->']) expect(text).not.toContain(part);
});

test('links are absolute and lead to pages only; pictures become their description', () => {
  const base = 'https://example.com/docs/page';
  expect(read('<a href="../a?b=1#c">A</a>', base).text).toBe('[A](https://example.com/a?b=1#c)');
  expect(read('<a href="javascript:x()">A</a> <a href="data:text/html,x">B</a> <a href="#top">C</a>', base).text).toBe(
    'A B C',
  );
  expect(read('<a href="/a">A</a>').text).toBe('[A](/a)');
  expect(read('<img src="data:image/png;base64,AAAA" alt="A crane">').text).toBe('A crane');
});

test('the charset is that of the header, the byte order mark, the page or the bytes', () => {
  const latin = Buffer.from('<p>Größe', 'latin1');
  expect(htmlToText({ html: latin }).text).toBe('Größe');
  expect(htmlToText({ html: latin, charset: 'iso-8859-1' }).text).toBe('Größe');
  expect(htmlToText({ html: Buffer.from('<p>Größe'), charset: 'no-such-charset' }).text).toBe('Größe');
  const japanese = Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from([0x8d, 0x60])]);
  expect(htmlToText({ html: japanese }).text).toBe('港');
  expect(htmlToText({ html: Buffer.from('\ufeff<p>Größe', 'utf16le') }).text).toBe('Größe');
});

test('any input gives some text quickly', () => {
  expect(read('')).toMatchObject({ title: null, text: '', truncated: false });
  expect(read('just words').text).toBe('just words');
  expect(read('<title></title><p>\0a\u0007b\ud800').text).toContain('ab');
  expect(read(`${'<b>'.repeat(50_000)}deep`).text).toContain('deep');
});

test('a page too deep for markdown is read quickly and without its scripts, however many of them are not closed', () => {
  const before = process.threadCpuUsage();
  const deep = `${'<b>'.repeat(50_000)}deep`;
  const { text } = read(`${deep}<script>one()</SCRIPT >after<style>b{}</style>${'<script '.repeat(200_000)}never`);
  expect(text).toBe('deep after');
  const { user, system } = process.threadCpuUsage(before);
  // Searching the rest of the page for the end of each script would take minutes.
  expect((user + system) / 1e6).toBeLessThan(12);
});

test('a page of five megabytes is read up to the limit, which does not count scripts', () => {
  const before = process.threadCpuUsage();
  const script = `<script>${'x'.repeat(2_000_000)}</script>`;
  const page = read(`<title>Big</title>${script}${'<p>The quay <a href="/x">costs</a> much.</p>\n'.repeat(70_000)}`);
  expect([page.title, page.truncated, page.text.length > 400_000]).toEqual(['Big', true, true]);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(12);
});
