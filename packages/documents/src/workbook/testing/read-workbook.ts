import { strFromU8, unzipSync } from 'fflate';

/** A cell as the file holds it. A text is null in `number`. */
interface ReadCell {
  text: string | null;
  number: number | null;
  boolean: boolean | null;
  formula: string | null;
}

export interface ReadSheet {
  name: string;
  /** The XML of the worksheet. */
  xml: string;
  /** Cells by their place, such as `B3`. */
  cells: Map<string, ReadCell>;
}

interface ReadWorkbook {
  sheets: ReadSheet[];
  /** References of the names of ranges. */
  names: Map<string, string>;
  /** Names of the parts of the package. */
  parts: string[];
  /** Texts of notes of all worksheets. */
  notes: string[];
}

const readEscapes = (text: string): string =>
  text
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

const textsOf = (xml: string): string =>
  [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)]
    .map(([, text = '']) => readEscapes(text))
    .join('');

/** Reads a workbook of ours, or one that LibreOffice has saved. */
export function readWorkbook(bytes: Uint8Array): ReadWorkbook {
  const files = unzipSync(bytes);
  const read = (path: string): string => strFromU8(files[path] ?? new Uint8Array());
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, xml = '']) => textsOf(xml),
  );
  const workbook = read('xl/workbook.xml');
  const sheets = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name = ''], index) => {
    const xml = read(`xl/worksheets/sheet${index + 1}.xml`);
    return {
      name: readEscapes(name).replaceAll('&apos;', "'"),
      xml,
      cells: readCells(xml, shared),
    };
  });
  const defined = workbook.matchAll(/<definedName ([^>]*)>([^<]*)<\/definedName>/g);
  const names = [...defined].flatMap(([, attributes = '', reference = '']): [string, string][] => {
    const name = /name="([^"]*)"/.exec(attributes)?.[1] ?? '';
    return name.startsWith('_xlnm')
      ? []
      : [[name, readEscapes(reference).replaceAll('&apos;', "'")]];
  });
  const comments = Object.keys(files).filter((path) => /^xl\/comments\d+\.xml$/.test(path));
  const notes = comments.flatMap((path) =>
    [...read(path).matchAll(/<comment [^>]*>(.*?)<\/comment>/gs)].map(([, xml = '']) =>
      textsOf(xml),
    ),
  );
  return { sheets, names: new Map(names), parts: Object.keys(files), notes };
}

function readCells(xml: string, shared: readonly string[]): Map<string, ReadCell> {
  const cells = new Map<string, ReadCell>();
  for (const [, attributes = '', content = ''] of xml.matchAll(
    /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
  )) {
    const place = /\br="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? '';
    const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
    const value = /<v>([^<]*)<\/v>/.exec(content)?.[1];
    const formula = /<f[^>]*>([^<]*)<\/f>/.exec(content)?.[1];
    const text =
      type === 's'
        ? (shared[Number(value)] ?? '')
        : type === 'str' || type === 'e'
          ? readEscapes(value ?? '')
          : null;
    cells.set(place, {
      text: value === undefined ? null : text,
      number: type === 'n' && value !== undefined ? Number(value) : null,
      boolean: type === 'b' ? value === '1' : null,
      formula: formula === undefined ? null : readEscapes(formula),
    });
  }
  return cells;
}
