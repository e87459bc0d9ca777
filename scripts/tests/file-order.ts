import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest's order (longest first), but the files that share a platform come after all others of their project: a file
 * with a service of its own ends the shared one.
 */
export default class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const sharing = new Set(own.filter(({ moduleId }) => sharesPlatform(moduleId)));
      return [...own.filter((file) => !sharing.has(file)), ...sharing];
    });
  }
}

const sharesPlatform = (path: string): boolean => readFileSync(path, 'utf8').includes('shareTestPlatform(');
