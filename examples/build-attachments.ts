/**
 * Makes the PDF and the workbook of each example from its `attachment-sources/`: `node examples/build-attachments.ts`.
 * A markdown file becomes a PDF with the same name. A JSON file with sheets, each a list of rows, becomes a workbook.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import XLSX from '@e965/xlsx';
import { createDocumentRenderer, type DocumentRenderer } from '@ecp/documents/document-renderer';
import { openSandbox } from '@ecp/sandbox/sandbox';

type Sheets = Record<string, (string | number)[][]>;

const folder = import.meta.dirname;

/** The date on the cover. It is fixed, so that the same text gives the same file. */
const coverDate = '2026-06-01';

async function buildPdf(path: string, client: string, renderer: DocumentRenderer): Promise<Uint8Array> {
  const markdown = await readFile(path, 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? basename(path);
  const facts = { filename: basename(path), version: 1, approvalStatus: 'approved' };
  const report = {
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

const sandbox = openSandbox();
const renderer = createDocumentRenderer({ sandbox });
try {
  for await (const name of glob('*/attachment-sources/*.{md,json}', { cwd: folder })) {
    const example = join(folder, dirname(dirname(name)));
    const { client } = JSON.parse(await readFile(join(example, 'engagement.json'), 'utf8')) as { client: string };
    const isText = extname(name) === '.md';
    const made = isText
      ? await buildPdf(join(folder, name), client, renderer)
      : await buildWorkbook(join(folder, name));
    const target = join(example, 'attachments', `${basename(name, extname(name))}${isText ? '.pdf' : '.xlsx'}`);
    await writeFile(target, made);
    console.log(`${target} ${made.length} bytes`);
  }
} finally {
  await sandbox.close();
}
