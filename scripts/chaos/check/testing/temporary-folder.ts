import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes an empty folder that is removed after the tests of the file. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
