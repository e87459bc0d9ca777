import type { Deck, Slide } from './deck-types.ts';
import { drawSlide } from './draw-slide.ts';
import { makeOwnMaster, notesPage, ownSize } from './own-master.ts';
import {
  type PackageParts,
  type PartRelation,
  partTypes,
  relationTypes,
  writePackage,
} from './package-parts.ts';
import { readLanguage } from './script-fonts.ts';
import type { SlideContext } from './slide-frame.ts';
import { type SlideDraft, writeNotes, writeSlide } from './slide-xml.ts';
import { readDesign } from './template/read-design.ts';
import type { DeckBase } from './template/read-template.ts';
import { writeParagraph } from './text-xml.ts';
import { cleanLine, escapeXml, slideNamespaces, xmlHead } from './xml.ts';

/** Writes a deck as a .pptx. Throws DeckTemplateError. */
export function buildDeck(deck: Deck, given: DeckBase | null): Buffer {
  const language = readLanguage(deck.language);
  const base = given ?? openOwnBase(deck);
  const parts: PackageParts = new Map(base.parts);
  const design = readDesign(
    parts,
    base.masters.map(({ part }) => part),
    base.size,
  );
  const context: SlideContext = { deck, language, design, parts, footer: base.footer };
  const drafts = drawSlides(deck.slides, context);
  const slides = drafts.map((draft, index) =>
    addSlide(draft, `ppt/slides/slide${index + 1}.xml`, index + 1, base, context),
  );
  addPresentation(parts, base, slides);
  addProperties(parts, deck, slides.length);
  // A link of a layout to a slide of its own leads to the first one.
  for (const part of parts.values()) {
    for (const relation of part.relations) {
      if (
        relation.type === relationTypes.slide &&
        !relation.isExternal &&
        !parts.has(relation.target)
      )
        relation.target = slides[0] ?? '';
    }
  }
  return writePackage(parts, [
    { id: 'rId1', type: relationTypes.officeDocument, target: 'ppt/presentation.xml' },
    { id: 'rId2', type: relationTypes.coreProperties, target: 'docProps/core.xml' },
    { id: 'rId3', type: relationTypes.extendedProperties, target: 'docProps/app.xml' },
  ]);
}

/**
 * Draws all slides. The list of sources, whose last column counts the slides of the deck from 1,
 * gets the numbers that they have once tables go on on further slides.
 */
function drawSlides(slides: readonly Slide[], context: SlideContext): SlideDraft[] {
  const drafts = slides.map((slide) => drawSlide(slide, context));
  let next = 1;
  const numbers = drafts.map(({ length }) => {
    const first = next;
    next += length;
    return { first, last: next - 1 };
  });
  return slides.flatMap((slide, at) =>
    slide.kind === 'sources'
      ? drawSlide(renumberSources(slide, numbers), context)
      : (drafts[at] ?? []),
  );
}

function renumberSources(slide: Slide, numbers: readonly { first: number; last: number }[]): Slide {
  const { table } = slide;
  if (table === null) return slide;
  const renumber = (cell: string): string =>
    cell.replace(/\d+/g, (number) => {
      const place = numbers[Number(number) - 1];
      if (place === undefined) return number;
      return place.first === place.last ? String(place.first) : `${place.first}–${place.last}`;
    });
  const rows = table.rows.map((row) => [...row.slice(0, -1), renumber(row.at(-1) ?? '')]);
  return { ...slide, table: { ...table, rows } };
}

function openOwnBase(deck: Deck): DeckBase {
  const { parts, master, notesMaster } = makeOwnMaster(deck.branding, readLanguage(deck.language));
  return {
    parts,
    notesMaster,
    handoutMaster: null,
    size: ownSize,
    notesSize: notesPage,
    masters: [{ part: master, id: 2_147_483_648 }],
    fonts: { xml: '', relations: [] },
    // A wide logo holds the firm's name.
    footer: deck.branding.logo?.isWide ? '' : cleanLine(deck.branding.companyName ?? ''),
  };
}

function addSlide(
  draft: SlideDraft,
  name: string,
  number: number,
  base: DeckBase,
  { parts, language }: SlideContext,
): string {
  const relations: PartRelation[] = [
    { id: 'rId1', type: relationTypes.slideLayout, target: draft.layout.part },
    ...draft.relations,
  ];
  const notes = draft.notes.map(cleanLine).filter((text) => text !== '');
  if (notes.length > 0) {
    const part = `ppt/notesSlides/notesSlide${number}.xml`;
    relations.push({ id: 'rIdNotes', type: relationTypes.notesSlide, target: part });
    parts.set(part, {
      content: writeNotes(notes.map((text) => writeParagraph(text, {}, language)).join('')),
      type: partTypes.notesSlide,
      relations: [
        { id: 'rId1', type: relationTypes.notesMaster, target: base.notesMaster },
        { id: 'rId2', type: relationTypes.slide, target: name },
      ],
    });
  }
  parts.set(name, { content: writeSlide(draft), type: partTypes.slide, relations });
  return name;
}

function addPresentation(parts: PackageParts, base: DeckBase, slides: readonly string[]): void {
  const relations: PartRelation[] = [...base.fonts.relations];
  const relate = (id: string, type: string, target: string) => {
    relations.push({ id, type, target });
    return `r:id="${id}"`;
  };
  const masters = base.masters.map(
    ({ part, id }, index) =>
      `<p:sldMasterId id="${id}" ${relate(`rIdMaster${index + 1}`, relationTypes.slideMaster, part)}/>`,
  );
  const notes = `<p:notesMasterIdLst><p:notesMasterId ${relate('rIdNotes', relationTypes.notesMaster, base.notesMaster)}/></p:notesMasterIdLst>`;
  const handouts =
    base.handoutMaster === null
      ? ''
      : `<p:handoutMasterIdLst><p:handoutMasterId ${relate('rIdHandout', relationTypes.handoutMaster, base.handoutMaster)}/></p:handoutMasterIdLst>`;
  const list = slides.map(
    (part, index) =>
      `<p:sldId id="${256 + index}" ${relate(`rIdSlide${index + 1}`, relationTypes.slide, part)}/>`,
  );
  const [theme] =
    parts
      .get(base.masters[0]?.part ?? '')
      ?.relations.filter(({ type }) => type === relationTypes.theme) ?? [];
  if (theme) relate('rIdTheme', relationTypes.theme, theme.target);
  const add = (
    id: string,
    name: string,
    kind: 'presProps' | 'viewProps' | 'tableStyles',
    content: string,
  ) => {
    if (!parts.has(name))
      parts.set(name, { content: xmlHead + content, type: partTypes[kind], relations: [] });
    relate(id, relationTypes[kind], name);
  };
  add('rIdProperties', 'ppt/presProps.xml', 'presProps', `<p:presentationPr ${slideNamespaces}/>`);
  add('rIdView', 'ppt/viewProps.xml', 'viewProps', `<p:viewPr ${slideNamespaces}/>`);
  add(
    ...(['rIdTables', 'ppt/tableStyles.xml', 'tableStyles'] as const),
    '<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"/>',
  );
  const size = `<p:sldSz cx="${base.size.width}" cy="${base.size.height}"/><p:notesSz cx="${base.notesSize.width}" cy="${base.notesSize.height}"/>`;
  const levels = Array.from(
    { length: 9 },
    (_, at) =>
      `<a:lvl${at + 1}pPr marL="${457_200 * at}" algn="l" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:defRPr sz="1800" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${at + 1}pPr>`,
  );
  const slideList = list.length > 0 ? `<p:sldIdLst>${list.join('')}</p:sldIdLst>` : '';
  parts.set('ppt/presentation.xml', {
    content: `${xmlHead}<p:presentation ${slideNamespaces} saveSubsetFonts="1"><p:sldMasterIdLst>${masters.join('')}</p:sldMasterIdLst>${notes}${handouts}${slideList}${size}${base.fonts.xml}<p:defaultTextStyle><a:defPPr><a:defRPr lang="en-US"/></a:defPPr>${levels.join('')}</p:defaultTextStyle></p:presentation>`,
    type: partTypes.presentation,
    relations,
  });
}

function addProperties(parts: PackageParts, deck: Deck, slides: number): void {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(deck.date)?.[0];
  const at =
    day !== undefined && !Number.isNaN(Date.parse(day))
      ? `${day}T00:00:00Z`
      : '2020-01-01T00:00:00Z';
  const company = escapeXml(cleanLine(deck.branding.companyName ?? ''));
  parts.set('docProps/core.xml', {
    content: `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(cleanLine(deck.title))}</dc:title><dc:creator>${company}</dc:creator><cp:lastModifiedBy>${company}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${at}</dcterms:modified><dc:language>${escapeXml(readLanguage(deck.language).tag)}</dc:language></cp:coreProperties>`,
    type: partTypes.core,
    relations: [],
  });
  parts.set('docProps/app.xml', {
    content: `${xmlHead}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Slides>${slides}</Slides><Company>${company}</Company></Properties>`,
    type: partTypes.extended,
    relations: [],
  });
}
