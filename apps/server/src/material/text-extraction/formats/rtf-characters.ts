import { signOf } from '@ecp/documents/word/reading/read-inlines';
import { dropUnseen, type SeenRtf } from './rtf-unseen.ts';

/** Control symbols that officeparser ignores, with their code points. */
const codePoints: Record<string, number> = {
  '\\endash': 0x2013,
  '\\emdash': 0x2014,
  '\\bullet': 0x2022,
  '\\enspace': 0x2002,
  '\\emspace': 0x2003,
  '\\qmspace': 0x2005,
  '\\~': 0xa0,
  '\\_': 0x2011,
};

/** Maps control words that officeparser ignores to words that it reads. */
const words: Record<string, string> = {
  '\\page': '\\line',
  '\\column': '\\line',
  '\\softline': '\\line',
  '\\softpage': '\\line',
  '\\sect': '\\par',
  '\\super0': '\\nosupersub',
  '\\sub0': '\\nosupersub',
  '\\up0': '\\nosupersub',
  '\\dn0': '\\nosupersub',
  '\\striked1': '\\strike',
  '\\striked0': '\\strike0',
};
/** Text that is raised or lowered by a number of half points, six if it names none. */
const shift = /^\\(up|dn)\d*$/;

/**
 * Rewrites them as `\u` numbers and as those words, which officeparser reads. An escaped backslash
 * stays unchanged.
 */
export function spellOutCharacters(source: Buffer): SeenRtf {
  const { rtf, hidesText } = dropUnseen(source.toString('latin1'));
  const text = rtf
    .replace(/\{\\(?:listtext|pntext)(?:\\pard)?(?:\\plain)?(?![a-z])/g, '{')
    .replace(
      /\{\\field.{0,40}?\\fldinst[^"\\]{0,20}SYMBOL {1,4}(\d{1,3}) {1,4}\\\\f {1,4}"([^"]{1,40})"/gs,
      spellField,
    )
    .replace(/\\\\|\\[~_]|\\[a-z]+\d{0,10}(?![a-z0-9-]) ?/g, (whole) => {
      const word = whole.trimEnd();
      const code = codePoints[word];
      if (code !== undefined) return `\\u${code}?`;
      const [, way] = shift.exec(word) ?? [];
      const other =
        words[word] ?? (way === undefined ? undefined : way === 'up' ? '\\super' : '\\sub');
      return other === undefined ? whole : `${other} `;
    });
  return { rtf: text, hidesText };
}

/** How far behind its instruction a field's result is looked for. */
const reach = 400;

/** Puts the sign of a SYMBOL field before it, unless the field has a result that shows it. */
function spellField(field: string, code: string, font: string, at: number, rtf: string): string {
  const behind = rtf.slice(at + field.length, at + field.length + reach);
  const [, result = ''] = /\\fldrslt((?:\{[^{}]{0,200}\}|[^{}]){0,200})/.exec(behind) ?? [];
  const shown = result.replace(/\\[a-z]+-?\d*|[\s{}]/g, '');
  const sign = signOf(font, Number(code));
  return shown !== '' || sign === null ? field : `\\u${sign.codePointAt(0)}?${field}`;
}
