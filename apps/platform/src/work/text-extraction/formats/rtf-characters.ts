/** Control symbols that officeparser ignores, with their code points. */
const codePoints: Record<string, number> = {
  '\\endash': 0x2013,
  '\\emdash': 0x2014,
  '\\bullet': 0x2022,
  '\\enspace': 0x2002,
  '\\emspace': 0x2003,
  '\\~': 0xa0,
  '\\_': 0x2011,
};

/** Rewrites those symbols as `\u` numbers, which officeparser reads. An escaped backslash stays unchanged. */
export function spellOutCharacters(rtf: Buffer): Buffer {
  const text = rtf
    .toString('latin1')
    .replace(
      /\\\\|(\\(?:endash|emdash|bullet|enspace|emspace))(?![a-z0-9-]) ?|(\\[~_])/g,
      (whole, word: string | undefined, symbol: string | undefined) => {
        const code = codePoints[word ?? symbol ?? ''];
        return code === undefined ? whole : `\\u${code}?`;
      },
    );
  return Buffer.from(text, 'latin1');
}
