import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder for scratch files in a file system of its own. */
export const ownScratch = '/scratch';

/**
 * The folder on which the file system is built: one that every machine has and no program needs.
 */
const root = '/sys';

/**
 * Builds a file system in memory in a mount namespace and starts its arguments there. Gets folders,
 * files and links, one a line, a program's own path, and a table of mounts. Each tool starts once,
 * because starts take longest.
 */
const script = `
set -ef
PATH=/usr/sbin:/usr/bin:/sbin:/bin
IFS='
'
mount -t tmpfs -o mode=755,size=1m none ${root}
mkdir -p $1
for file in $2; do : > "$file"; done
[ -z "$3" ] || cp -P --parents $3 ${root}
if [ -n "$4" ]; then
  mkdir -p ${root}/proc/self
  ln -s "$4" ${root}/proc/self/exe
  : > ${root}/proc/self/maps
  mount --bind /proc/$$/maps ${root}/proc/self/maps
fi
printf '%s' "$5" > ${root}/fstab
mount -a -T ${root}/fstab
: > ${root}/fstab
shift 5
mount -o remount,bind,ro,nosuid,nodev ${root}
exec chroot ${root} "$@"
`;

/**
 * Returns the command that starts another one in a file system of these paths, without missing
 * ones; `scratchMb` MiB are writable. A program that asks the system about itself finds its file,
 * `executable`, and where its stack lies. Throws Error for a line break in a path.
 */
export function enterOwnFiles(
  paths: readonly string[],
  scratchMb: number,
  executable = '',
): string[] {
  const split = paths.find((path) => path.includes('\n'));
  if (split !== undefined) throw new Error(`${JSON.stringify(split)} has a line break`);
  const folders: string[] = [];
  const files: string[] = [];
  const links: string[] = [];
  const mounts: string[] = [];
  const mount = (source: string, target: string, type: string, options: string) =>
    mounts.push(
      `${escapeField(source)} ${escapeField(root + target)} ${type} ${options},nosuid,nodev 0 0\n`,
    );
  if (scratchMb > 0) {
    folders.push(root + ownScratch);
    mount('none', ownScratch, 'tmpfs', `mode=777,noexec,size=${scratchMb}m`);
  }
  for (const path of paths) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.isSymbolicLink()) {
      links.push(path);
      continue;
    }
    folders.push(root + (found.isDirectory() ? path : dirname(path)));
    if (!found.isDirectory()) files.push(root + path);
    mount(path, path, 'none', 'bind,ro');
  }
  return [
    '/bin/sh',
    '-c',
    script,
    'sh',
    ...[folders, files, links].map((all) => all.join('\n')),
    executable,
    mounts.join(''),
  ];
}

/** Escapes a field of a table of mounts (fstab(5)). */
const escapeField = (text: string) =>
  text.replaceAll(
    /[\\ \t]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
