import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { locateBinaries, prepareBinaries, sharedServerFilesDir } from './binaries.ts';
import { findServerUser } from './command.ts';
import { openEmbeddedPostgres } from './open-embedded-postgres.ts';
import {
  endProcess,
  makeDataDir,
  query,
  spawnHolder,
  type TemporaryDataDir,
} from './testing/embedded-fixtures.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.warn('NOT ROOT: the tests of closed folders and of changing the user are not run');

/**
 * An ordinary user's process needs a checkout that this user can enter. Otherwise its test is left
 * out.
 */
const onlyInOpenCheckout: (name: string, run: () => Promise<void>) => void = (name, run) => {
  if (othersCanEnter(import.meta.dirname)) it(name, run);
  else
    console.warn(
      `CLOSED CHECKOUT: other users cannot enter ${import.meta.dirname}; "${name}" is not run`,
    );
};

function othersCanEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersCanEnter(parent));
}

// Without root only the last describe exists, because an ordinary user's data are never placed
// elsewhere.
if (isRoot) {
  describe('as root', () => {
    const places: TemporaryDataDir[] = [];
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
    };
    const settings = { fsync: 'off' };
    afterEach(async () => {
      for (const place of places.splice(0)) await place.remove();
      lines.length = 0;
    });
    function makePlace(parentMode: number): TemporaryDataDir {
      const place = makeDataDir(parentMode);
      places.push(place);
      return place;
    }

    it('places the data elsewhere if the folder is closed to the database user, and finds them again', async () => {
      const { dataDir } = makePlace(0o700);
      const first = await openEmbeddedPostgres({ dataDir, log, settings });
      await query(first.url, 'create table note as select 7 as n');
      expect(readlinkSync(join(dataDir, 'postgres'))).toMatch(sharedServerFilesDir);
      expect(
        lines.filter((line) => line.includes(sharedServerFilesDir) && line.includes(dataDir)),
      ).toHaveLength(1);

      // A copied data folder does not use the database of the running original.
      const copy = makeDataDir();
      cpSync(dataDir, copy.dataDir, { recursive: true, verbatimSymlinks: true });
      await expect(openEmbeddedPostgres({ dataDir: copy.dataDir, log, settings })).rejects.toThrow(
        /in use by another checkout/,
      );
      rmSync(join(copy.dataDir, '..'), { recursive: true });
      expect(await query(first.url, 'select n from note')).toEqual([{ n: 7 }]);
      await first.close();

      const second = await openEmbeddedPostgres({ dataDir, log, settings });
      expect(await query(second.url, 'select n from note')).toEqual([{ n: 7 }]);
      await second.close();
      // A place that is missing is reported, and no empty database takes its place.
      rmSync(join(readlinkSync(join(dataDir, 'postgres')), '..'), { recursive: true });
      await expect(openEmbeddedPostgres({ dataDir, log, settings })).rejects.toThrow(
        /The database folder .* is missing/,
      );
    });

    it('moves the data when their folder has become closed, and uses a copy that belongs to root', async () => {
      const { dataDir } = makePlace(0o711);
      const first = await openEmbeddedPostgres({ dataDir, log, settings });
      await query(first.url, 'create table note as select 7 as n');
      await first.close();
      expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
      const backup = makePlace(0o711);
      mkdirSync(backup.dataDir);
      cpSync(join(dataDir, 'postgres'), join(backup.dataDir, 'postgres'), { recursive: true });

      chmodSync(join(dataDir, '..'), 0o700);
      const second = await openEmbeddedPostgres({ dataDir, log, settings });
      expect(await query(second.url, 'select n from note')).toEqual([{ n: 7 }]);
      await second.close();
      expect(readlinkSync(join(dataDir, 'postgres'))).toMatch(sharedServerFilesDir);

      expect(statSync(join(backup.dataDir, 'postgres')).uid).toBe(0);
      const restored = await openEmbeddedPostgres({ dataDir: backup.dataDir, log, settings });
      expect(await query(restored.url, 'select n from note')).toEqual([{ n: 7 }]);
      await restored.close();
    });

    it('copies the binaries once per version if they are in a closed folder', async () => {
      const binaries = await locateBinaries();
      const user = await findServerUser(log);
      const closed = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
      const target = makePlace(0o755);
      try {
        cpSync(binaries.nativeDir, join(closed, 'native'), {
          recursive: true,
          verbatimSymlinks: true,
        });
        chmodSync(join(closed, 'native', 'bin', 'initdb'), 0o700); // as an install under a tight umask leaves it
        const hidden = { ...binaries, nativeDir: join(closed, 'native') };
        const placed = await Promise.all(
          [1, 2].map(() => prepareBinaries(hidden, user, log, target.dataDir)),
        );
        expect(placed).toEqual(
          Array(2).fill(join(target.dataDir, `postgres-${binaries.version}`, 'bin')),
        );
        expect(statSync(join(placed[0] ?? '', 'initdb')).mode & 0o777).toBe(0o755);
        rmSync(closed, { recursive: true });
        mkdirSync(closed, { mode: 0o700 });
        expect(await prepareBinaries(hidden, user, log, target.dataDir)).toBe(placed[0]);
      } finally {
        rmSync(closed, { recursive: true, force: true });
      }
    });

    onlyInOpenCheckout(
      'works for an ordinary user, and clearly refuses the data of another user',
      async () => {
        const { dataDir } = makePlace(0o711);
        const nobody = { uid: 65534, gid: 65534 };
        mkdirSync(dataDir);
        chmodSync(dataDir, 0o777);
        const first = spawnHolder(dataDir, nobody);
        expect(await first.report()).toMatchObject({ owned: true });
        expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
        await endProcess(first.child, 'SIGTERM');

        const asRoot = await openEmbeddedPostgres({ dataDir, log, settings }); // root runs the server as the data's owner
        expect(asRoot.owned).toBe(true);
        await asRoot.close();

        const other = spawnHolder(dataDir, { uid: 65533, gid: 65533 });
        expect((await other.report()).error).toMatch(/another user|belongs to user/);
      },
    );
  });
}

describe('locateBinaries', () => {
  it('finds the Postgres 18 that npm installed', async () => {
    const binaries = await locateBinaries();
    expect(binaries.majorVersion).toBe(18);
    expect(statSync(join(binaries.nativeDir, 'bin', 'postgres')).mode & 0o111).not.toBe(0);
  });
});
