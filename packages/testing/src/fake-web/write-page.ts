import type { SitePage } from './site-page.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes a page as HTML. `linkTo` gives the address of `publisher/path`. */
export function writeHtml(page: SitePage, body: string, linkTo: (target: string) => string): string {
  const { title, author, date, form } = page;
  const tags = [`<meta charset="utf-8">`, `<title>${escapeHtml(title)}</title>`];
  if (form === 'meta') {
    if (author !== null) tags.push(`<meta name="author" content="${escapeHtml(author)}">`);
    if (date !== null) tags.push(`<meta property="article:published_time" content="${date}T08:00:00Z">`);
  }
  if (form === 'json-ld') {
    const said = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title };
    const named = { ...said, author: { '@type': 'Person', name: author }, datePublished: `${date}T08:00:00+01:00` };
    tags.push(`<script type="application/ld+json">${JSON.stringify(named).replaceAll('<', '\\u003c')}</script>`);
  }
  const time = form === 'time' ? `<p>Published <time datetime="${date}">${date}</time></p>` : '';
  const blocks = body.split('\n\n').map((block) => writeBlock(block, linkTo));
  return `<!doctype html>\n<html lang="en"><head>${tags.join('')}</head>\n<body><nav>Home · News · Contact</nav>
<article><h1>${escapeHtml(title)}</h1>${time}\n${blocks.join('\n')}</article><footer>All rights reserved.</footer></body></html>\n`;
}

function writeBlock(block: string, linkTo: (target: string) => string): string {
  if (block.startsWith('## ')) return `<h2>${escapeHtml(block.slice(3))}</h2>`;
  if (block.startsWith('| ')) return writeTable(block.split('\n'));
  const text = escapeHtml(block).replace(
    /\[([^\]]+)\]\(([^)]+)\)/g,
    (_, words: string, target: string) => `<a href="${linkTo(target)}">${words}</a>`,
  );
  return `<p>${text}</p>`;
}

function writeTable([head = '', ...lines]: string[]): string {
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => escapeHtml(cell.trim()));
  const row = (line: string, tag: string) =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${lines.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

const lineLength = 92;

/** Writes a page as a PDF of one page, with title, author and date in its information dictionary. */
export function writePdf({ title, author, date }: SitePage, body: string): Buffer {
  const lines = [title, '', ...body.split('\n').flatMap((line) => wrap(line))];
  const shown = lines.map((line) => `(${literal(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 10 Tf 14 TL 50 790 Td\n${shown}\nET`;
  const entries = [
    `/Title (${literal(title)})`,
    ...(author === null ? [] : [`/Author (${literal(author)})`]),
    ...(date === null ? [] : [`/CreationDate (D:${date.replaceAll('-', '')}080000Z)`]),
  ];
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< ${entries.join(' ')} >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const literal = (text: string) => text.replace(/[\\()]/g, '\\$&');

function wrap(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < lineLength) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
