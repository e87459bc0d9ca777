import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readWorkbook } from './read-workbook.ts';

const office = ['soffice', 'libreoffice'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
if (office === undefined)
  console.error(
    '\n*** SKIPPED: no LibreOffice is installed, so no workbook was computed anew ***\n',
  );

/** Makes LibreOffice compute each formula when it opens a workbook, whatever value is stored. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** A formula whose stored value is another than the computed one. */
export interface Difference {
  sheet: string;
  place: string;
  formula: string;
  stored: string | number | null;
  computed: string | number | null;
}

/**
 * Lets LibreOffice compute a workbook anew. Returns the number of its formulas, and those whose
 * value differs. Null without LibreOffice.
 */
export async function recalculate(
  xlsx: Uint8Array,
): Promise<{ formulas: number; differences: Difference[] } | null> {
  if (office === undefined) return null;
  const stored = readWorkbook(xlsx);
  const computed = readWorkbook(await convert(office, xlsx));
  let formulas = 0;
  const differences: Difference[] = [];
  for (const [index, { name, cells }] of stored.sheets.entries()) {
    for (const [place, { formula, number, text }] of cells) {
      if (formula === null) continue;
      formulas += 1;
      const other = computed.sheets[index]?.cells.get(place);
      const isSame =
        number === null
          ? other?.text === text
          : Math.abs((other?.number ?? Number.NaN) - number) <= Math.abs(number) * 1e-9 + 1e-12;
      if (isSame) continue;
      const found = other?.number ?? other?.text ?? null;
      differences.push({ sheet: name, place, formula, stored: number ?? text, computed: found });
    }
  }
  return { formulas, differences };
}

async function convert(program: string, xlsx: Uint8Array): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
  try {
    const [profile, path, out] = ['profile', 'book.xlsx', 'out'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings);
    await writeFile(path, xlsx);
    const args = ['--headless', '--convert-to', 'xlsx', '--outdir', out, path];
    const { status, stderr } = spawnSync(
      program,
      [`-env:UserInstallation=${pathToFileURL(profile)}`, ...args],
      {
        timeout: 120_000,
      },
    );
    if (status !== 0) throw new Error(`LibreOffice failed: ${stderr}`);
    return await readFile(join(out, 'book.xlsx'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
