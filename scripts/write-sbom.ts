import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  keepProduction,
  type LockFile,
  readBillOfMaterials,
} from './sbom/read-bill-of-materials.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];

/**
 * Writes the bill of materials of the production dependencies of all workspaces, in CycloneDX 1.5,
 * to the path given or to stdout. Ends with an error when npm's output has not that form.
 */
async function main([path]: string[]): Promise<void> {
  const { name } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { name: string };
  const { stdout } = await promisify(execFile)('npm', command, {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as LockFile;
  const bill = keepProduction(readBillOfMaterials(stdout, name), lock);
  const text = `${JSON.stringify(bill, null, 2)}\n`;
  if (path === undefined) process.stdout.write(text);
  else await writeFile(path, text);
  console.error(`Bill of materials: ${bill.components.length} components`);
}

await main(process.argv.slice(2));
