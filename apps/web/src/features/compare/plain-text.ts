/** The words of a line of markdown as they are read: without emphasis, with addresses and notes behind their words. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]^][^\]]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g, (_, text: string, address: string) =>
      text === address ? text : `${text} (${address})`,
    )
    .replace(/\[\^([^\]\s]+)\]/g, '[$1]')
    .replace(/(?<!\\)(\*\*|__|~~)(?=\S)(.+?)(?<=\S)(?<!\\)\1/g, '$2')
    .replace(/(?<![\\\w*])([*_])(?=\S)([^*_]+?)(?<=\S)(?<!\\)\1(?!\w)/g, '$2')
    .replace(/(?<!\\)`([^`]+)`/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\\([\\`*_{}[\]()<>#+\-.!|~&^$])/g, '$1');
}
