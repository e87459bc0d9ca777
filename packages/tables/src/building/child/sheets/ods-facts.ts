import XLSX from '@e965/xlsx';

/** A start tag with its name without prefix; values in quotes may hold `>`. */
const tag =
  /<(?:[\w.-]+:)?(style|table-properties|table-row|table-cell|covered-table-cell|table)(?=[\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const attribute = /([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Repeated cells and rows that are looked at; LibreOffice fills a sheet with a million blank ones. */
const maxRepeats = 1_000;

/** What the library does not tell about an .ods file. */
export interface OdsFacts {
  hiddenSheets: ReadonlySet<string>;
  /** The units of percentages and currencies, by `sheet:row:column`, counted from 0. */
  units: ReadonlyMap<string, string>;
}

/**
 * Reads hidden sheets and units of an .ods file. A sheet names a style, and the properties of the style say that it is not
 * displayed (`table:display` of OpenDocument); a cell names its currency (`office:currency`). Empty for any other archive.
 */
export function readOdsFacts(bytes: Buffer): OdsFacts {
  const archive: unknown = XLSX.CFB.read(bytes, { type: 'buffer' });
  const file: { content?: Uint8Array } | null = XLSX.CFB.find(archive, '/content.xml');
  const hiddenSheets = new Set<string>();
  const units = new Map<string, string>();
  if (!file?.content) return { hiddenSheets, units };
  const hiddenStyles = new Set<string>();
  let style = '';
  let [sheet, row, column, repeats] = [-1, -1, 0, 1];
  for (const [, kind, text = ''] of Buffer.from(file.content).toString('utf8').matchAll(tag)) {
    if (kind === 'table-cell' || kind === 'covered-table-cell') {
      const attributes = text.includes('repeated') || text.includes('value-type') ? readAttributes(text) : null;
      const count = Number(attributes?.get('number-columns-repeated') ?? 1);
      const unit = unitOf(attributes);
      for (let down = 0; unit !== null && down < Math.min(repeats, maxRepeats); down += 1) {
        for (let right = 0; right < Math.min(count, maxRepeats); right += 1)
          units.set(`${sheet}:${row + down}:${column + right}`, unit);
      }
      column += count;
      continue;
    }
    const attributes = readAttributes(text);
    if (kind === 'style') style = attributes.get('name') ?? '';
    if (kind === 'table-properties' && attributes.get('display') === 'false') hiddenStyles.add(style);
    if (kind === 'table-row') {
      row += repeats;
      repeats = Number(attributes.get('number-rows-repeated') ?? 1);
      column = 0;
    }
    if (kind !== 'table') continue;
    [sheet, row, repeats] = [sheet + 1, -1, 1];
    const name = attributes.get('name');
    if (name !== undefined && hiddenStyles.has(attributes.get('style-name') ?? '')) hiddenSheets.add(name);
  }
  return { hiddenSheets, units };
}

function unitOf(attributes: ReadonlyMap<string, string> | null): string | null {
  const type = attributes?.get('value-type');
  if (type === 'percentage') return '%';
  return type === 'currency' ? (attributes?.get('currency') ?? null) : null;
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
  return value.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return entities[name] ?? whole;
  });
}
