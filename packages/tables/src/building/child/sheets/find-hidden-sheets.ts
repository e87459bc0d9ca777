import XLSX from '@e965/xlsx';

/** A start tag with its name without prefix; values in quotes may hold `>`. */
const tag = /<(?:[\w.-]+:)?(style|table-properties|table)\s((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const attribute = /([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Returns the names of the hidden sheets of an .ods file, which its library does not tell: a sheet names a style, and
 * the properties of the style say that it is not displayed (`table:display` of OpenDocument). Empty for any other
 * archive.
 */
export function findHiddenSheets(bytes: Buffer): ReadonlySet<string> {
  const archive: unknown = XLSX.CFB.read(bytes, { type: 'buffer' });
  const file: { content?: Uint8Array } | null = XLSX.CFB.find(archive, '/content.xml');
  if (!file?.content) return new Set();
  const hiddenStyles = new Set<string>();
  const hiddenSheets = new Set<string>();
  let style = '';
  for (const [, kind, text = ''] of Buffer.from(file.content).toString('utf8').matchAll(tag)) {
    const attributes = readAttributes(text);
    if (kind === 'style') style = attributes.get('name') ?? '';
    if (kind === 'table-properties' && attributes.get('display') === 'false') hiddenStyles.add(style);
    if (kind !== 'table') continue;
    const name = attributes.get('name');
    if (name !== undefined && hiddenStyles.has(attributes.get('style-name') ?? '')) hiddenSheets.add(name);
  }
  return hiddenSheets;
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  );
}

/** Decodes the entities and character references of XML. */
export function decodeEntities(value: string): string {
  return value.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? whole;
  });
}
