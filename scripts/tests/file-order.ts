import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Files that take most of a minute. If a worker starts one of them last, it works alone at the end.
 */
const slowFiles = [
  'apps/web/e2e/every-engagement-page.e2e.test.ts',
  'apps/web/e2e/every-other-page.e2e.test.ts',
  'apps/web/e2e/run.e2e.test.ts',
  'apps/server/src/engine/lifecycle/kill-at-every-step.test.ts',
  'e2e/event-loops.e2e.test.ts',
].map((path) => join(root, path));

/**
 * Puts slow files first, then follows Vitest's order (longest first where it has run before). Files
 * that share an engine come after those, and files that share a platform last, because a file with
 * its own service ends the shared one.
 * @throws Error when a slow file has moved.
 */
export default class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = slowFiles.filter((path) => !existsSync(path));
    if (missing.length > 0)
      throw new Error(
        `scripts/tests/file-order.ts names files that do not exist: ${missing.join()}`,
      );
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [0, 1, 2, 3].flatMap((place) =>
        own.filter(({ moduleId }) => placeOf(moduleId) === place),
      );
    });
  }
}

function placeOf(path: string): 0 | 1 | 2 | 3 {
  if (slowFiles.includes(path)) return 0;
  const text = readFileSync(path, 'utf8');
  if (/\bshareTestEngine\(/.test(text)) return 2;
  return /\b(?:shareTestPlatform|useFactorPeople)\(/.test(text) ? 3 : 1;
}
