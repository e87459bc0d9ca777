import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { elementsOf, parseXml, type XmlElement } from '../../word/reading/xml-tree.ts';
import { type PartRelation, relationsName } from '../package-parts.ts';
import { DeckTemplateError, type DeckTemplateFault } from './template-fault.ts';

/** Sizes in bytes unpacked. A part is unpacked only when something needs it. */
const limits = {
  entries: 20_000,
  xmlBytes: 12_000_000,
  partBytes: 50_000_000,
  totalBytes: 120_000_000,
} as const;

const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');
const macros = /(?:^|\/)(?:vbaProject(?:Signature\w*)?\.bin|vbaData\.xml)$/i;
const programs =
  /\.(?:exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|jar|lnk|cpl|chm|sys|app|sh)$/i;

/** A package of which parts are unpacked one by one. */
export interface TemplatePackage {
  /** Returns the bytes of a part; null if there is none. */
  read(part: string): Promise<Buffer | null>;
  typeOf(part: string): string;
  /**
   * Returns the relations of a part, with the names of the parts that they lead to; those of the
   * package for ''.
   */
  relationsOf(part: string): Promise<PartRelation[]>;
}

export function refuse(
  kind: DeckTemplateFault['kind'],
  detail: string | null = null,
  cause?: unknown,
): never {
  throw new DeckTemplateError(
    { kind, detail: detail === null ? null : detail.slice(0, 300) },
    { cause },
  );
}

/**
 * Opens a package. Throws DeckTemplateError for what is no archive, is encrypted, or has macros or
 * programs.
 */
export async function openTemplate(bytes: Buffer): Promise<TemplatePackage> {
  if (bytes.subarray(0, 4).equals(compoundFile))
    refuse(bytes.includes(encryptedStream) ? 'encrypted' : 'not_pptx');
  if (bytes.toString('latin1', 0, 2) !== 'PK') refuse('not_pptx');
  try {
    return await openArchive(await fromBufferPromise(bytes, { lazyEntries: true }));
  } catch (error) {
    if (error instanceof DeckTemplateError) throw error;
    return refuse('damaged', null, error);
  }
}

async function openArchive(archive: ZipFile): Promise<TemplatePackage> {
  if (archive.entryCount > limits.entries) refuse('too_large', `${archive.entryCount} files`);
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName.replace(/^\//, '');
    if (/^Encrypt(?:edPackage|ionInfo)$/i.test(name) || entry.isEncrypted()) refuse('encrypted');
    if (macros.test(name)) refuse('macros', name);
    if (programs.test(name)) refuse('active_content', name);
    // Names of parts do not depend on the case of letters.
    if (entries.has(name.toLowerCase())) refuse('damaged', name);
    entries.set(name.toLowerCase(), entry);
  }
  let total = 0;
  async function read(part: string): Promise<Buffer | null> {
    const entry = entries.get(part.toLowerCase());
    if (!entry) return null;
    total += entry.uncompressedSize;
    const limit = /\.(?:xml|rels)$/i.test(part) ? limits.xmlBytes : limits.partBytes;
    if (entry.uncompressedSize > limit || total > limits.totalBytes) refuse('too_large', part);
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry))
        chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    } catch (error) {
      return refuse('damaged', part, error);
    }
  }
  const types = readTypes(await read('[Content_Types].xml'));
  return {
    read,
    typeOf: (part) =>
      types.overrides.get(part.toLowerCase()) ?? types.defaults.get(extensionOf(part)) ?? '',
    relationsOf: async (part) => {
      const name = part === '' ? '_rels/.rels' : relationsName(part);
      const content = await read(name);
      return content ? readRelations(parseTemplateXml(content, name), part) : [];
    },
  };
}

const extensionOf = (part: string): string => posix.extname(part).slice(1).toLowerCase();

/** Parses a part. Throws DeckTemplateError `damaged`. */
export function parseTemplateXml(content: Buffer, part: string): XmlElement {
  try {
    return parseXml(content);
  } catch (error) {
    return refuse('damaged', part, error);
  }
}

function readTypes(content: Buffer | null): {
  defaults: Map<string, string>;
  overrides: Map<string, string>;
} {
  if (!content) return refuse('not_pptx', '[Content_Types].xml');
  const [defaults, overrides] = [new Map<string, string>(), new Map<string, string>()];
  for (const { attributes } of elementsOf(parseTemplateXml(content, '[Content_Types].xml'))) {
    const type = attributes['ContentType'] ?? '';
    if (attributes['Extension'] !== undefined)
      defaults.set(attributes['Extension'].toLowerCase(), type);
    const part = attributes['PartName'];
    if (part !== undefined) overrides.set(decodeName(part).replace(/^\//, '').toLowerCase(), type);
  }
  return { defaults, overrides };
}

function decodeName(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function readRelations(root: XmlElement, part: string): PartRelation[] {
  return elementsOf(root).map(({ attributes }) => {
    const target = attributes['Target'] ?? '';
    const isExternal = attributes['TargetMode'] === 'External';
    const path = decodeName(target.replace(/#.*$/, ''));
    const name = path.startsWith('/')
      ? path.slice(1)
      : posix.join(posix.dirname(part || 'x'), path);
    return {
      id: attributes['Id'] ?? '',
      type: attributes['Type'] ?? '',
      target: isExternal ? target : posix.normalize(name),
      ...(isExternal && { isExternal }),
    };
  });
}
