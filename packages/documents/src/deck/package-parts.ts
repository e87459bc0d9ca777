import { posix } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { escapeXml, xmlHead } from './xml.ts';

/** A relation of a part to another by its name, or to an address. */
export interface PartRelation {
  id: string;
  type: string;
  target: string;
  isExternal?: boolean;
}

interface PackagePart {
  content: string | Uint8Array;
  type: string;
  relations: PartRelation[];
}

/** Parts by their names, such as `ppt/slides/slide1.xml`. */
export type PackageParts = Map<string, PackagePart>;

const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const relationTypes = {
  slide: `${officeRelation}/slide`,
  slideLayout: `${officeRelation}/slideLayout`,
  slideMaster: `${officeRelation}/slideMaster`,
  notesMaster: `${officeRelation}/notesMaster`,
  notesSlide: `${officeRelation}/notesSlide`,
  handoutMaster: `${officeRelation}/handoutMaster`,
  theme: `${officeRelation}/theme`,
  image: `${officeRelation}/image`,
  chart: `${officeRelation}/chart`,
  package: `${officeRelation}/package`,
  font: `${officeRelation}/font`,
  tableStyles: `${officeRelation}/tableStyles`,
  presProps: `${officeRelation}/presProps`,
  viewProps: `${officeRelation}/viewProps`,
  officeDocument: `${officeRelation}/officeDocument`,
  extendedProperties: `${officeRelation}/extended-properties`,
  coreProperties:
    'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
} as const;

const presentationType = 'application/vnd.openxmlformats-officedocument.presentationml';
export const partTypes = {
  presentation: `${presentationType}.presentation.main+xml`,
  slide: `${presentationType}.slide+xml`,
  slideLayout: `${presentationType}.slideLayout+xml`,
  slideMaster: `${presentationType}.slideMaster+xml`,
  notesMaster: `${presentationType}.notesMaster+xml`,
  notesSlide: `${presentationType}.notesSlide+xml`,
  handoutMaster: `${presentationType}.handoutMaster+xml`,
  presProps: `${presentationType}.presProps+xml`,
  viewProps: `${presentationType}.viewProps+xml`,
  tableStyles: `${presentationType}.tableStyles+xml`,
  theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  core: 'application/vnd.openxmlformats-package.core-properties+xml',
  extended: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
} as const;

/** Types that a whole package gives an extension; every other part names its own. */
const defaultTypes: Record<string, string> = {
  rels: 'application/vnd.openxmlformats-package.relationships+xml',
  xml: 'application/xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  emf: 'image/x-emf',
  wmf: 'image/x-wmf',
  svg: 'image/svg+xml',
  fntdata: 'application/x-fontdata',
  xlsx: partTypes.workbook,
};
/** The time of all entries, so that the same deck has the same bytes whenever it is written. */
const writtenAt = new Date(2020, 0, 1);
/** Formats that are compressed already. */
const compressed = /\.(?:png|jpe?g|gif|xlsx|mp4|mp3)$/i;

/** Writes parts, their relations and content types as a package. */
export function writePackage(parts: PackageParts, rootRelations: readonly PartRelation[]): Buffer {
  const overrides = [...parts].filter(
    ([name, { type }]) => defaultTypes[extensionOf(name)] !== type,
  );
  const used = new Set(['rels', 'xml', ...[...parts.keys()].map(extensionOf)]);
  const defaults = Object.entries(defaultTypes).filter(([extension]) => used.has(extension));
  const contentTypes = `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
    .join('')}${overrides
    .map(
      ([name, { type }]) =>
        `<Override PartName="/${escapeXml(encodeURI(name))}" ContentType="${escapeXml(type)}"/>`,
    )
    .join('')}</Types>`;
  const files: Zippable = { '[Content_Types].xml': strToU8(contentTypes) };
  files['_rels/.rels'] = strToU8(writeRelations('', rootRelations));
  for (const [name, { content, relations }] of parts) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    files[name] = compressed.test(name) ? [bytes, { level: 0 }] : bytes;
    if (relations.length > 0) files[relationsName(name)] = strToU8(writeRelations(name, relations));
  }
  return Buffer.from(zipSync(files, { level: 6, mtime: writtenAt }));
}

const extensionOf = (name: string): string => posix.extname(name).slice(1).toLowerCase();

/** Returns the name of the part that holds the relations of a part. */
export function relationsName(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

function writeRelations(part: string, relations: readonly PartRelation[]): string {
  const folder = posix.dirname(part);
  const entries = relations.map(({ id, type, target, isExternal }) => {
    const address = isExternal ? target : encodeURI(posix.relative(folder, target));
    const mode = isExternal ? ' TargetMode="External"' : '';
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(address)}"${mode}/>`;
  });
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}
