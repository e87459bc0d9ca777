import { strFromU8, unzipSync } from 'fflate';

/**
 * Reads the cells of the first sheet of a workbook by their addresses: texts, numbers, and the
 * values of formulas.
 */
export function readWorkbook(bytes: Uint8Array): {
  cells: Map<string, string | number>;
  formulas: Map<string, string>;
} {
  const files = unzipSync(bytes);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const strings = [...text('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, item = '']) =>
      decode(
        [...item.matchAll(/<t(?: [^>]*)?>(.*?)<\/t>/gs)].map(([, part = '']) => part).join(''),
      ),
  );
  const [cells, formulas] = [new Map<string, string | number>(), new Map<string, string>()];
  for (const [, attributes = '', inner = ''] of text('xl/worksheets/sheet1.xml').matchAll(
    /<c ([^>]*)>(.*?)<\/c>/gs,
  )) {
    const address = /r="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? '';
    const value = /<v>(.*?)<\/v>/.exec(inner)?.[1];
    const formula = /<f>(.*?)<\/f>/.exec(inner)?.[1];
    if (formula !== undefined) formulas.set(address, decode(formula));
    if (value !== undefined)
      cells.set(address, /t="s"/.test(attributes) ? (strings[Number(value)] ?? '') : Number(value));
  }
  return { cells, formulas };
}

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
