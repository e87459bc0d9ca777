import { childOf, elementsOf, type XmlElement } from '../../word/reading/xml-tree.ts';
import { addNotesMaster, notesPage } from '../own-master.ts';
import {
  type PackageParts,
  type PartRelation,
  partTypes,
  relationTypes,
} from '../package-parts.ts';
import { readLanguage } from '../script-fonts.ts';
import { escapeXml } from '../xml.ts';
import { openTemplate, parseTemplateXml, refuse, type TemplatePackage } from './open-template.ts';
import type { Design } from './read-design.ts';

const maxLayouts = 500;
const maxMasters = 50;
const firstId = 2_147_483_648;

const presentationTypes = /\.(?:presentation|template|slideshow)\.main\+xml$/;
const macroTypes = /macroEnabled/i;
/** Parts that run something, by the type of the relation that leads to them. */
const activeRelation =
  /\/(?:oleObject|control|activeXControlBinary|vbaProject|wordVbaData|attachedToolbars|keyMapCustomizations|frame|afChunk)$/i;
const activeType = /activeX|oleObject|vbaProject|msdownload|octet-stream|x-ms|javascript|vbscript/i;
/** What a master may lead to: XML, pictures, films, sounds, fonts, and the workbook of a chart. */
const harmlessExtension =
  /\.(?:xml|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|hdp|ico|webp|fntdata|odttf|ttf|otf|mp4|m4v|mov|wmv|avi|mpe?g|mp3|m4a|wav|wma|xlsx)$/i;
const programStart = [
  Buffer.from('MZ'),
  Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
  Buffer.from([0xca, 0xfe, 0xba, 0xbe]),
  Buffer.from('#!'),
];
/** Names of parts that a deck writes. */
const ownNames =
  /^(?:ppt\/(?:slides|notesSlides)\/|ppt\/presentation\.xml$|ppt\/charts\/deck|ppt\/embeddings\/deck|docProps\/|\[Content_Types\])/i;

/** The parts that a deck is drawn into: masters with all that they need, but no slides. */
export interface DeckBase {
  parts: PackageParts;
  masters: { part: string; id: number }[];
  notesMaster: string;
  /** A master of handouts; null without one. */
  handoutMaster: string | null;
  size: Design['size'];
  notesSize: Design['size'];
  /** Elements of the presentation that name embedded fonts, with the relations that they need. */
  fonts: { xml: string; relations: PartRelation[] };
  /** The text of the footer; null keeps the footer of the layout. */
  footer: string | null;
}

/**
 * Reads the master of a firm: masters and layouts with all that they need, without slides. Throws
 * DeckTemplateError for a file that cannot serve.
 */
export async function readTemplate(bytes: Buffer): Promise<DeckBase> {
  const source = await openTemplate(bytes);
  const [main] = (await source.relationsOf('')).filter(({ type }) =>
    /\/officeDocument$/.test(type),
  );
  if (!main) return refuse('not_pptx');
  if (main.type.includes('purl.oclc.org')) refuse('strict');
  const type = source.typeOf(main.target);
  if (macroTypes.test(type)) refuse('macros', type);
  if (!presentationTypes.test(type)) refuse('not_pptx', type);
  const content = await source.read(main.target);
  if (!content) return refuse('damaged', main.target);
  const presentation = parseTemplateXml(content, main.target);
  if (presentation.name !== 'p:presentation') refuse('not_pptx', presentation.name);
  if (content.includes('http://purl.oclc.org/ooxml/presentationml')) refuse('strict');
  const relations = await source.relationsOf(main.target);
  const collector = createCollector(source);

  const masters: DeckBase['masters'] = [];
  const listed = elementsOf(childOf(presentation, 'p:sldMasterIdLst') ?? noElement);
  if (listed.length === 0) refuse('damaged', 'sldMasterIdLst');
  if (listed.length > maxMasters) refuse('too_large', `${listed.length} masters`);
  for (const { attributes } of listed) {
    const part = targetOf(relations, attributes['r:id'], relationTypes.slideMaster, main.target);
    masters.push({ part, id: Number(attributes['id']) });
  }
  if (new Set(masters.map(({ part }) => part)).size < masters.length)
    refuse('damaged', 'sldMasterIdLst');
  for (const { part } of masters) await collector.keep(part, partTypes.slideMaster);
  checkFamily(
    collector.parts,
    masters.map(({ part }) => part),
  );
  const notesId = elementsOf(childOf(presentation, 'p:notesMasterIdLst') ?? noElement)[0]
    ?.attributes['r:id'];
  const handoutId = elementsOf(childOf(presentation, 'p:handoutMasterIdLst') ?? noElement)[0]
    ?.attributes['r:id'];
  const keepMaster = async (id: string | undefined, kind: 'notesMaster' | 'handoutMaster') => {
    if (id === undefined) return null;
    const part = targetOf(relations, id, relationTypes[kind], main.target);
    await collector.keep(part, partTypes[kind]);
    return part;
  };
  const notesMaster = await keepMaster(notesId, 'notesMaster');
  const handoutMaster = await keepMaster(handoutId, 'handoutMaster');
  const fonts = await keepFonts(presentation, relations, collector);
  await keepTableStyles(relations, source, collector.parts);
  const { parts } = collector;
  makeIdsUnique(parts, masters);
  return {
    parts,
    masters,
    handoutMaster,
    fonts,
    footer: null,
    notesMaster: notesMaster ?? addNotesMaster(parts, { primaryColor: null }, readLanguage('en')),
    size: readSize(childOf(presentation, 'p:sldSz')),
    notesSize: readNotesSize(childOf(presentation, 'p:notesSz')),
  };
}

const noElement: XmlElement = { name: '', attributes: {}, children: [] };

function targetOf(
  relations: readonly PartRelation[],
  id: string | undefined,
  type: string,
  part: string,
): string {
  const relation = relations.find(
    (each) => each.id === id && each.type === type && !each.isExternal,
  );
  return relation?.target ?? refuse('damaged', `${part}: ${id}`);
}

interface Collector {
  parts: PackageParts;
  /** Keeps a part and all that it leads to. */
  keep(part: string, type?: string): Promise<void>;
}

/** The types of parts that a relation must lead to. */
const typeByRelation: Record<string, string> = {
  [relationTypes.slideMaster]: partTypes.slideMaster,
  [relationTypes.slideLayout]: partTypes.slideLayout,
  [relationTypes.theme]: partTypes.theme,
};

function createCollector(source: TemplatePackage): Collector {
  const parts: PackageParts = new Map();
  let layouts = 0;

  async function keep(first: string, firstType?: string): Promise<void> {
    const waiting: { part: string; type: string | undefined }[] = [
      { part: first, type: firstType },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { part, type = source.typeOf(next.part) } = next;
      if (parts.has(part)) continue;
      if (ownNames.test(part) || !harmlessExtension.test(part) || activeType.test(type)) {
        refuse(ownNames.test(part) ? 'damaged' : 'active_content', part);
      }
      layouts += type === partTypes.slideLayout ? 1 : 0;
      if (layouts > maxLayouts) refuse('too_large', `more than ${maxLayouts} layouts`);
      const content = await source.read(part);
      if (!content) return refuse('damaged', part);
      checkContent(part, content);
      const relations = (await source.relationsOf(part)).filter((relation) =>
        checkRelation(relation, part, source),
      );
      parts.set(part, { content, type: type || 'application/xml', relations });
      for (const relation of relations) {
        if (relation.isExternal || relation.type === relationTypes.slide) continue;
        waiting.push({ part: relation.target, type: typeByRelation[relation.type] });
      }
    }
  }
  return { parts, keep };
}

function checkContent(part: string, content: Buffer): void {
  // Nothing of it is used here, but a reader of the deck must not meet a document type or an
  // entity.
  if (/\.(?:xml|vml|svg)$/i.test(part)) parseTemplateXml(content, part);
  else if (programStart.some((start) => content.subarray(0, start.length).equals(start)))
    refuse('active_content', part);
}

/**
 * Tells whether a relation stays. Throws DeckTemplateError for one to an outer file or to what
 * runs.
 */
function checkRelation(
  { type, target, isExternal }: PartRelation,
  part: string,
  source: TemplatePackage,
): boolean {
  if (activeRelation.test(type))
    refuse('active_content', `${part}: ${type.slice(type.lastIndexOf('/') + 1)}`);
  if (isExternal) {
    const isLink = /\/hyperlink$/.test(type) && /^(?:https?:\/\/|mailto:)/i.test(target);
    return isLink || refuse('external', `${part}: ${target}`);
  }
  // Of embedded packages a chart needs its workbook; other ones are files that open in another
  // program.
  if (type === relationTypes.package && source.typeOf(target) !== partTypes.workbook)
    refuse('active_content', target);
  return true;
}

/** Each layout belongs to the master that lists it, and each master to the presentation. */
function checkFamily(parts: PackageParts, masters: readonly string[]): void {
  for (const [name, { type, relations }] of parts) {
    if (type === partTypes.slideMaster && !masters.includes(name)) refuse('damaged', name);
    if (type !== partTypes.slideLayout) continue;
    const owners = relations.filter((relation) => relation.type === relationTypes.slideMaster);
    const [owner] = owners;
    const lists = parts.get(owner?.target ?? '')?.relations.some(({ target }) => target === name);
    if (owners.length !== 1 || !lists) refuse('damaged', name);
  }
  for (const master of masters) {
    if (!parts.get(master)?.relations.some(({ type }) => type === relationTypes.theme))
      refuse('damaged', `${master}: theme`);
  }
}

async function keepFonts(
  presentation: XmlElement,
  relations: readonly PartRelation[],
  collector: Collector,
): Promise<DeckBase['fonts']> {
  const kept: PartRelation[] = [];
  const written: string[] = [];
  for (const font of elementsOf(childOf(presentation, 'p:embeddedFontLst') ?? noElement)) {
    const name = childOf(font, 'p:font')?.attributes['typeface'];
    if (name === undefined) continue;
    let styles = '';
    for (const style of ['regular', 'bold', 'italic', 'boldItalic']) {
      const id = childOf(font, `p:${style}`)?.attributes['r:id'];
      if (id === undefined) continue;
      const target = targetOf(relations, id, relationTypes.font, 'embeddedFontLst');
      await collector.keep(target, 'application/x-fontdata');
      const own = `rIdFont${kept.length + 1}`;
      kept.push({ id: own, type: relationTypes.font, target });
      styles += `<p:${style} r:id="${own}"/>`;
    }
    written.push(
      `<p:embeddedFont><p:font typeface="${escapeXml(name)}"/>${styles}</p:embeddedFont>`,
    );
  }
  return {
    relations: kept,
    xml: written.length > 0 ? `<p:embeddedFontLst>${written.join('')}</p:embeddedFontLst>` : '',
  };
}

async function keepTableStyles(
  relations: readonly PartRelation[],
  source: TemplatePackage,
  parts: PackageParts,
): Promise<void> {
  const relation = relations.find(
    ({ type, isExternal }) => type === relationTypes.tableStyles && !isExternal,
  );
  const content = relation && (await source.read(relation.target));
  if (!content) return;
  parseTemplateXml(content, relation.target);
  parts.set('ppt/tableStyles.xml', { content, type: partTypes.tableStyles, relations: [] });
}

const layoutIds = /(<(?:[\w-]+:)?sldLayoutId\s(?:[^>]*\s)?id=")(\d+)"/g;

/** Masters and layouts share one range of ids. A file that repeats one gets new ones throughout. */
function makeIdsUnique(parts: PackageParts, masters: DeckBase['masters']): void {
  const texts = masters.map(({ part }) => Buffer.from(parts.get(part)?.content ?? '').toString());
  const ids = [
    ...masters.map(({ id }) => id),
    ...texts.flatMap((text) => [...text.matchAll(layoutIds)].map(([, , id]) => Number(id))),
  ];
  if (new Set(ids).size === ids.length && ids.every((id) => id >= firstId && id < 2 ** 32)) return;
  let next = firstId;
  for (const [index, master] of masters.entries()) {
    master.id = next++;
    const part = parts.get(master.part);
    if (part)
      part.content = (texts[index] ?? '').replace(
        layoutIds,
        (_, before: string) => `${before}${next++}"`,
      );
  }
}

/** Sizes of slides that can be drawn on, in EMU: from 4 by 3 to 56 by 56 inches, no strips. */
const sides = { width: [3_657_600, 51_206_400], height: [2_743_200, 51_206_400] } as const;

function readSize(element: XmlElement | undefined): DeckBase['size'] {
  if (!element) return { width: 9_144_000, height: 6_858_000 };
  const [width, height] = [Number(element.attributes['cx']), Number(element.attributes['cy'])];
  const fits = (side: number, [least, most]: readonly [number, number]) =>
    side >= least && side <= most;
  const ratio = width / height;
  if (!fits(width, sides.width) || !fits(height, sides.height) || ratio < 0.6 || ratio > 3.5) {
    refuse('slide_size', `${element.attributes['cx']} × ${element.attributes['cy']}`);
  }
  return { width: Math.round(width), height: Math.round(height) };
}

function readNotesSize(element: XmlElement | undefined): DeckBase['size'] {
  const [width, height] = [Number(element?.attributes['cx']), Number(element?.attributes['cy'])];
  const fits = (side: number) => Number.isInteger(side) && side >= 914_400 && side <= 51_206_400;
  return fits(width) && fits(height) ? { width, height } : notesPage;
}
