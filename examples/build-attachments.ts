/**
 * Makes the PDFs, Word files and workbooks of each example from its `attachment-sources/`: `node
 * examples/build-attachments.ts [name of an example …]`, by default of all. A markdown file becomes
 * a PDF with the same name, or a Word file if it is called `<name>.docx.md`. A JSON file with
 * sheets, each a list of rows, becomes a workbook.
 */
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import XLSX from '@e965/xlsx';
import { createDocumentRenderer, type DocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';
import { buildWordFile } from './build-word-file.ts';

type Sheets = Record<string, (string | number)[][]>;

const folder = import.meta.dirname;

/** The date on the cover. It is fixed, so that the same text gives the same file. */
const coverDate = '2026-06-01';

async function buildPdf(
  path: string,
  client: string,
  renderer: DocumentRenderer,
): Promise<Uint8Array> {
  const markdown = await readFile(path, 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? basename(path);
  const facts = { filename: basename(path), version: 1, approvalStatus: 'approved' };
  const report = {
    audience: 'client' as const,
    engagementName: title,
    client,
    document: { ...facts, title, markdown, wordCount: markdown.split(/\s+/).length },
    branding: { companyName: client, primaryColor: null, logo: null },
    date: coverDate,
    provenance: null,
  };
  return renderer.renderDeliverable(report, { tenantId: 'examples' });
}

async function buildWorkbook(path: string): Promise<Uint8Array> {
  const sheets = JSON.parse(await readFile(path, 'utf8')) as Sheets;
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows);
    for (const cell of Object.values(sheet) as Partial<XLSX.CellObject>[]) {
      if (cell.t === 'n') cell.z = Number.isInteger(cell.v) ? '#,##0' : '0.0#';
    }
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

/** Returns the name of the attachment and its content. */
async function buildAttachment(
  path: string,
  client: string,
  renderer: DocumentRenderer,
): Promise<[string, Uint8Array]> {
  const name = basename(path, extname(path));
  if (extname(path) === '.json') return [`${name}.xlsx`, await buildWorkbook(path)];
  if (name.endsWith('.docx')) return [name, buildWordFile(await readFile(path, 'utf8'))];
  return [`${name}.pdf`, await buildPdf(path, client, renderer)];
}

const sandbox = openSandbox();
const renderer = createDocumentRenderer({ sandbox });
const wanted = process.argv.slice(2);
try {
  for await (const name of glob('*/attachment-sources/*.{md,json}', { cwd: folder })) {
    const example = join(folder, dirname(dirname(name)));
    if (wanted.length > 0 && !wanted.includes(basename(example))) continue;
    const { client } = JSON.parse(await readFile(join(example, 'engagement.json'), 'utf8')) as {
      client: string;
    };
    const [filename, content] = await buildAttachment(join(folder, name), client, renderer);
    const target = join(example, 'attachments', filename);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
    console.log(`${target} ${content.length} bytes`);
  }
} finally {
  await sandbox.close();
}
