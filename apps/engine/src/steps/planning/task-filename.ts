const maxLength = 80;
const extension = '.md';

// Latin letters that Unicode does not decompose into a base letter and a mark.
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\.md\s*$/, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => transliterations[letter] ?? '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Returns the file name of a task's deliverable: its name in kebab case with `.md`, at most 80 characters. A name in
 * `taken` gets `-2`, `-3` … It has only a–z, 0–9, `-` and the final `.md`, so it can never start with `_`, which marks
 * internal files (DEL-2). A name without Latin letters or digits becomes `task-<position>`.
 */
export function taskFilename(name: string, position: number, taken: ReadonlySet<string>): string {
  const slug = slugOf(name) || `task-${position}`;
  for (let copy = 1; ; copy += 1) {
    const suffix = copy === 1 ? extension : `-${copy}${extension}`;
    const filename = slug.slice(0, maxLength - suffix.length).replace(/-$/, '') + suffix;
    if (!taken.has(filename)) return filename;
  }
}
