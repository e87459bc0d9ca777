import { readFile, writeFile } from 'node:fs/promises';

const page = new URL('../../docs/chaos.md', import.meta.url);

/** Replaces the text between the markers of a table in docs/chaos.md. Throws if the page has no such markers. */
export async function writeTable(table: 'chaos' | 'soak', text: string): Promise<void> {
  const whole = await readFile(page, 'utf8');
  const [begin, end] = [`<!-- ${table} -->`, `<!-- end of ${table} -->`];
  const [before, rest] = whole.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/chaos.md has no ${begin} … ${end}`);
  await writeFile(page, `${before}${begin}\n${text.trim()}\n${end}${after}`);
}
