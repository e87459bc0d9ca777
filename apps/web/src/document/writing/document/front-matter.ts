const titleLine = /^(title:[ \t]*)(.*?)([ \t]*)$/m;

/** Reads the title in the front matter of a text; null without one. */
export function readTitle(frontMatter: string): string | null {
  const [, , value] = titleLine.exec(frontMatter.replace(/\r\n?/g, '\n')) ?? [];
  if (value === undefined) return null;
  const [, mark, quoted = ''] = /^(["'])(.*)\1$/.exec(value) ?? [];
  if (mark === undefined) return value;
  return mark === "'" ? quoted.replaceAll("''", "'") : quoted.replace(/\\(["\\/])/g, '$1');
}

/**
 * Puts a title into the front matter of a text, and keeps all other bytes. It is quoted where YAML
 * needs that.
 */
export function writeTitle(frontMatter: string, title: string): string {
  const plain = title.replace(/\s+/g, ' ');
  const isPlain =
    /^[\p{L}\p{N}(][^:#"'\\]*$/u.test(plain) &&
    !/^(?:true|false|null|yes|no|on|off|[\d.,]+)$/i.test(plain);
  const wasQuoted = /^title:[ \t]*["']/m.test(frontMatter);
  const written =
    isPlain && !wasQuoted && plain.trim() === plain
      ? plain
      : `"${plain.replace(/["\\]/g, '\\$&')}"`;
  return frontMatter.replace(
    /^(title:)[ \t]*[^\r\n]*/m,
    (_line, name: string) => `${name} ${written}`,
  );
}
