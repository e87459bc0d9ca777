/** The folder for scratch files in a file system of its own. */
export const ownScratch = '/scratch';

/**
 * Builds a file system in memory, in a mount namespace of its own, and starts the rest of its arguments there. It gets
 * the size of its scratch folder in MiB, then the paths before `--`, read-only. /sys is only the place for it: a folder
 * that every machine has and no program needs.
 */
const script = `
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=/sys
mount -t tmpfs -o mode=755,size=1m none "$root"
scratch=$1
shift
if [ "$scratch" != 0 ]; then
  mkdir "$root${ownScratch}"
  mount -t tmpfs -o "mode=777,nosuid,nodev,noexec,size=\${scratch}m" none "$root${ownScratch}"
fi
while [ "$1" != -- ]; do
  path=$1
  shift
  if [ -h "$path" ]; then
    mkdir -p "$root\${path%/*}"
    cp -P "$path" "$root$path"
  elif [ -d "$path" ]; then
    mkdir -p "$root$path"
    mount -o bind,ro,nosuid,nodev "$path" "$root$path"
  elif [ -e "$path" ]; then
    mkdir -p "$root\${path%/*}"
    : > "$root$path"
    mount -o bind,ro,nosuid,nodev "$path" "$root$path"
  fi
done
shift
mount -o remount,bind,ro,nosuid,nodev "$root"
exec chroot "$root" "$@"
`;

/**
 * Returns the command that starts another one, which follows it, in a file system with these paths only.
 * @param scratchMb size of the folder where it may write; 0 for none
 */
export function enterOwnFiles(paths: readonly string[], scratchMb: number): string[] {
  return ['/bin/sh', '-c', script, 'sh', String(scratchMb), ...paths, '--'];
}
