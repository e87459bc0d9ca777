import type { Branding } from '../reports/report-types.ts';
import { brandColors, mixColors } from '../typesetting/brand-colors.ts';
import { measureRaster } from '../typesetting/image-files.ts';
import { type Box, exhibitGap, inches, points, splitAcross, writeTransform } from './geometry.ts';
import { type PackageParts, type PartRelation, partTypes, relationTypes } from './package-parts.ts';
import type { DeckLanguage } from './script-fonts.ts';
import { cleanLine, escapeXml, slideNamespaces, xmlHead } from './xml.ts';

/** Size of our slides: 13.33 by 7.5 inches. */
export const ownSize = { width: 12_192_000, height: 6_858_000 };
/** Fonts that Office brings along. */
const fonts = { sans: 'Arial', serif: 'Georgia' } as const;

const margin = inches(0.6);
const inner = ownSize.width - 2 * margin;
const boxes = {
  title: { x: margin, y: inches(0.48), width: inner, height: inches(0.92) },
  body: { x: margin, y: inches(1.65), width: inner, height: inches(4.85) },
  source: { x: margin, y: inches(6.58), width: inner, height: inches(0.36) },
  footer: { x: margin, y: inches(7.05), width: inches(6), height: inches(0.28) },
  number: {
    x: ownSize.width - margin - inches(0.7),
    y: inches(7.05),
    width: inches(0.7),
    height: inches(0.28),
  },
  coverTitle: { x: inches(1.1), y: inches(2.05), width: inches(9.6), height: inches(1.75) },
  coverText: { x: inches(1.1), y: inches(4.1), width: inches(9.6), height: inches(1.4) },
};

/** Places the shapes of our master, mirrored for languages from right to left. */
interface Frame {
  place: (box: Box) => Box;
  start: 'l' | 'r';
  end: 'l' | 'r';
}

function makeFrame({ isRtl }: DeckLanguage): Frame {
  if (!isRtl) return { place: (box) => box, start: 'l', end: 'r' };
  return {
    place: (box) => ({ ...box, x: ownSize.width - box.x - box.width }),
    start: 'r',
    end: 'l',
  };
}

/** The master, layouts and theme of a firm without a master of its own. */
interface OwnMaster {
  parts: PackageParts;
  master: string;
  notesMaster: string;
}

/** Makes our master, coloured by the branding. */
export function makeOwnMaster(branding: Branding, language: DeckLanguage): OwnMaster {
  const company = cleanLine(branding.companyName ?? '');
  const logo = readLogo(branding);
  const parts: PackageParts = new Map();
  const frame = makeFrame(language);
  if (logo) parts.set(logo.part, { content: logo.bytes, type: logo.type, relations: [] });
  const logoRelation = (id: string): PartRelation[] =>
    logo ? [{ id, type: relationTypes.image, target: logo.part }] : [];
  const layouts = [
    writeTitleLayout(frame, logo, branding.logo?.isWide ? '' : company),
    writeContentLayout(frame),
    writeTitleOnlyLayout(frame),
    writeExhibitLayout(frame, language),
  ];
  const layoutName = (index: number) => `ppt/slideLayouts/slideLayout${index + 1}.xml`;
  const master = 'ppt/slideMasters/slideMaster1.xml';
  parts.set(master, {
    content: writeMaster(frame, layouts.length, company, logo),
    type: partTypes.slideMaster,
    relations: [
      ...layouts.map((_, index) => ({
        id: `rId${index + 1}`,
        type: relationTypes.slideLayout,
        target: layoutName(index),
      })),
      { id: 'rId20', type: relationTypes.theme, target: 'ppt/theme/theme1.xml' },
      ...logoRelation('rId21'),
    ],
  });
  for (const [index, content] of layouts.entries()) {
    parts.set(layoutName(index), {
      content,
      type: partTypes.slideLayout,
      relations: [
        { id: 'rId1', type: relationTypes.slideMaster, target: master },
        ...(index === 0 ? logoRelation('rId2') : []),
      ],
    });
  }
  parts.set('ppt/theme/theme1.xml', {
    content: writeTheme(branding, language),
    type: partTypes.theme,
    relations: [],
  });
  return { parts, master, notesMaster: addNotesMaster(parts, branding, language) };
}

/** Adds a master of notes with a theme of its own, and returns its name. */
export function addNotesMaster(
  parts: PackageParts,
  branding: Pick<Branding, 'primaryColor' | 'typeface'>,
  language: DeckLanguage,
): string {
  const name = 'ppt/notesMasters/notesMasterOwn.xml';
  const theme = 'ppt/theme/themeOfNotes.xml';
  parts.set(theme, {
    content: writeTheme(branding, language),
    type: partTypes.theme,
    relations: [],
  });
  parts.set(name, {
    content: writeNotesMaster(),
    type: partTypes.notesMaster,
    relations: [{ id: 'rId1', type: relationTypes.theme, target: theme }],
  });
  return name;
}

interface OwnLogo {
  part: string;
  bytes: Uint8Array;
  type: string;
  /** Width beside its height. */
  ratio: number;
}

function readLogo({ logo }: Branding): OwnLogo | null {
  const size = logo && measureRaster({ bytes: Buffer.from(logo.bytes), mimeType: logo.mimeType });
  if (!logo || !size) return null;
  const extension = logo.mimeType === 'image/png' ? 'png' : 'jpeg';
  return {
    part: `ppt/media/logo.${extension}`,
    bytes: logo.bytes,
    type: logo.mimeType,
    ratio: Math.min(8, Math.max(0.2, size.width / size.height)),
  };
}

const solid = (color: string) => `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>`;

function writeBar(id: number, name: string, box: Box, color: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${writeTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${solid(color)}<a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>`;
}

function writeLogo(id: number, relation: string, box: Box, company: string): string {
  return `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Logo" descr="${escapeXml(company || 'Logo')}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${writeTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
}

/** Writes the firm's name at the foot of the title slide. */
function writeName({ place, start }: Frame, id: number, company: string): string {
  const box = place({
    x: boxes.coverTitle.x,
    y: inches(6.75),
    width: inches(8),
    height: inches(0.3),
  });
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Firm"/><p:cNvSpPr txBox="1"/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${writeTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr ${noInset} anchor="b"/><a:lstStyle/><a:p><a:pPr algn="${start}"/><a:r><a:rPr lang="en-US" sz="1200" b="1">${solid('tx1')}<a:latin typeface="+mn-lt"/></a:rPr><a:t>${escapeXml(company)}</a:t></a:r></a:p></p:txBody></p:sp>`;
}

interface OwnPlaceholder {
  id: number;
  name: string;
  type: string;
  box?: Box;
  /** Attributes of `a:bodyPr`. */
  body?: string;
  /** Levels of the list style. */
  style?: string;
  prompt: string;
}

function writePlaceholder({
  id,
  name,
  type,
  box,
  body = '',
  style = '',
  prompt,
}: OwnPlaceholder): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${type}/></p:nvPr></p:nvSpPr><p:spPr>${
    box ? `${writeTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` : ''
  }</p:spPr><p:txBody><a:bodyPr ${body}><a:normAutofit/></a:bodyPr><a:lstStyle>${style}</a:lstStyle><a:p>${prompt}</a:p></p:txBody></p:sp>`;
}

const prompt = (text: string) => `<a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r>`;
const numberPrompt =
  '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>';
const noInset = 'lIns="0" tIns="0" rIns="0" bIns="0"';
const gray =
  '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/></a:schemeClr></a:solidFill>';

const smallStyle = (align: string, size = 900) =>
  `<a:lvl1pPr marL="0" indent="0" algn="${align}"><a:spcBef><a:spcPts val="0"/></a:spcBef><a:buNone/><a:defRPr sz="${size}">${gray}</a:defRPr></a:lvl1pPr>`;

const sourcePlaceholder = ({ place, start }: Frame, id: number) =>
  writePlaceholder({
    id,
    name: 'Source',
    type: 'type="body" sz="quarter" idx="13"',
    box: place(boxes.source),
    body: `${noInset} anchor="b"`,
    style: smallStyle(start),
    prompt: prompt('Source'),
  });

const footPlaceholders = ({ place, start, end }: Frame, first: number, withBoxes: boolean) =>
  writePlaceholder({
    id: first,
    name: 'Footer',
    type: 'type="ftr" sz="quarter" idx="11"',
    body: `${noInset} anchor="ctr"`,
    ...(withBoxes && { box: place(boxes.footer), style: smallStyle(start) }),
    prompt: '<a:endParaRPr lang="en-US"/>',
  }) +
  writePlaceholder({
    id: first + 1,
    name: 'Slide number',
    type: 'type="sldNum" sz="quarter" idx="12"',
    body: `${noInset} anchor="ctr"`,
    ...(withBoxes && { box: place(boxes.number), style: smallStyle(end) }),
    prompt: numberPrompt,
  });

const tree = (shapes: string) =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;

function writeLayout(type: string, name: string, shapes: string, attributes = ''): string {
  return `${xmlHead}<p:sldLayout ${slideNamespaces} type="${type}" preserve="1"${attributes}><p:cSld name="${name}">${tree(shapes)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}

function writeTitleLayout(frame: Frame, logo: OwnLogo | null, company: string): string {
  const height = inches(0.55);
  const { place, start } = frame;
  const shapes = [
    writeBar(
      2,
      'Band',
      place({ x: 0, y: 0, width: inches(0.42), height: ownSize.height }),
      'accent1',
    ),
    writeBar(
      3,
      'Rule',
      place({ x: boxes.coverTitle.x, y: inches(3.95), width: inches(1.2), height: points(3) }),
      'accent1',
    ),
    writePlaceholder({
      id: 4,
      name: 'Title',
      type: 'type="ctrTitle"',
      box: place(boxes.coverTitle),
      body: `${noInset} anchor="b"`,
      style: `<a:lvl1pPr algn="${start}"><a:defRPr sz="3600" b="1">${solid('tx1')}</a:defRPr></a:lvl1pPr>`,
      prompt: prompt('Title'),
    }),
    writePlaceholder({
      id: 5,
      name: 'Subtitle',
      type: 'type="subTitle" idx="1"',
      box: place(boxes.coverText),
      body: `${noInset} anchor="t"`,
      style: `<a:lvl1pPr marL="0" indent="0" algn="${start}"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buNone/><a:defRPr sz="1800">${gray}</a:defRPr></a:lvl1pPr>`,
      prompt: prompt('Subtitle'),
    }),
    footPlaceholders(frame, 6, false),
    logo
      ? writeLogo(
          9,
          'rId2',
          place({ x: boxes.coverTitle.x, y: inches(0.7), width: height * logo.ratio, height }),
          company,
        )
      : '',
    company === '' ? '' : writeName(frame, 10, company),
  ];
  return writeLayout('title', 'Title slide', shapes.join(''), ' showMasterSp="0"');
}

function writeContentLayout(frame: Frame): string {
  const shapes = [
    writePlaceholder({ id: 2, name: 'Title', type: 'type="title"', prompt: prompt('Message') }),
    writePlaceholder({ id: 3, name: 'Content', type: 'idx="1"', prompt: prompt('Text') }),
    sourcePlaceholder(frame, 4),
    footPlaceholders(frame, 5, false),
  ];
  return writeLayout('obj', 'Title and content', shapes.join(''));
}

/** An exhibit with points beside it. */
function writeExhibitLayout(frame: Frame, { isRtl }: DeckLanguage): string {
  const [exhibit, text] = splitAcross(frame.place(boxes.body), 0.7, exhibitGap, isRtl);
  const x = isRtl ? text.x + text.width + exhibitGap / 2 : text.x - exhibitGap / 2;
  const shapes = [
    writePlaceholder({ id: 2, name: 'Title', type: 'type="title"', prompt: prompt('Message') }),
    writePlaceholder({
      id: 3,
      name: 'Exhibit',
      type: 'idx="1"',
      box: exhibit,
      prompt: prompt('Exhibit'),
    }),
    writeBar(4, 'Rule', { x, y: text.y, width: points(0.75), height: text.height }, 'accent1'),
    writePlaceholder({
      id: 5,
      name: 'Takeaways',
      type: 'type="body" sz="quarter" idx="14"',
      box: text,
      prompt: prompt('Takeaways'),
    }),
    sourcePlaceholder(frame, 6),
    footPlaceholders(frame, 7, false),
  ];
  return writeLayout('objTx', 'Exhibit and takeaways', shapes.join(''));
}

function writeTitleOnlyLayout(frame: Frame): string {
  const shapes = [
    writePlaceholder({ id: 2, name: 'Title', type: 'type="title"', prompt: prompt('Message') }),
    sourcePlaceholder(frame, 3),
    footPlaceholders(frame, 4, false),
  ];
  return writeLayout('titleOnly', 'Title only', shapes.join(''));
}

function writeMaster(frame: Frame, layouts: number, company: string, logo: OwnLogo | null): string {
  const height = inches(0.26);
  const { place, start } = frame;
  const width = logo ? height * logo.ratio : 0;
  const shapes = [
    writeBar(
      2,
      'Brand',
      place({ x: margin, y: inches(0.3), width: inches(0.6), height: points(4) }),
      'accent1',
    ),
    writeBar(
      3,
      'Rule',
      place({ x: margin, y: inches(7), width: inner, height: points(0.5) }),
      'bg2',
    ),
    writePlaceholder({
      id: 4,
      name: 'Title',
      type: 'type="title"',
      box: place(boxes.title),
      body: `${noInset} anchor="t"`,
      prompt: prompt('Message'),
    }),
    writePlaceholder({
      id: 5,
      name: 'Text',
      type: 'type="body" idx="1"',
      box: place(boxes.body),
      body: noInset,
      prompt: prompt('Text'),
    }),
    footPlaceholders(frame, 6, true),
    logo
      ? writeLogo(
          9,
          'rId21',
          place({ x: boxes.number.x - inches(0.1) - width, y: inches(7.06), width, height }),
          company,
        )
      : '',
  ];
  const levels = [1, 2, 3, 4, 5].map((level) => {
    const size = level === 1 ? 1600 : 1400;
    return `<a:lvl${level}pPr marL="${228_600 * level}" indent="-228600" algn="${start}" defTabSz="914400" rtl="${start === 'r' ? 1 : 0}" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buClr><a:schemeClr val="accent1"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}" kern="1200">${solid('tx1')}<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${level}pPr>`;
  });
  const title = `<a:lvl1pPr algn="${start}" defTabSz="914400" rtl="${start === 'r' ? 1 : 0}" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:spcBef><a:spcPct val="0"/></a:spcBef><a:buNone/><a:defRPr sz="2400" b="1" kern="1200">${solid('tx1')}<a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr>`;
  const ids = Array.from(
    { length: layouts },
    (_, index) => `<p:sldLayoutId id="${2_147_483_649 + index}" r:id="rId${index + 1}"/>`,
  );
  return `${xmlHead}<p:sldMaster ${slideNamespaces}><p:cSld><p:bg><p:bgPr>${solid('bg1')}<a:effectLst/></p:bgPr></p:bg>${tree(shapes.join(''))}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>${ids.join('')}</p:sldLayoutIdLst><p:txStyles><p:titleStyle>${title}</p:titleStyle><p:bodyStyle>${levels.join('')}</p:bodyStyle><p:otherStyle><a:defPPr><a:defRPr lang="en-US"/></a:defPPr></p:otherStyle></p:txStyles></p:sldMaster>`;
}

const notesPage = { width: 6_858_000, height: 9_144_000 };

function writeNotesMaster(): string {
  const picture = { x: 685_800, y: 1_143_000, width: 5_486_400, height: 3_086_100 };
  const text = { x: 685_800, y: 4_400_550, width: 5_486_400, height: 3_600_450 };
  const shapes = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr>${writeTransform(picture)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="12700">${solid('tx1')}</a:ln></p:spPr></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="1"/></p:nvPr></p:nvSpPr><p:spPr>${writeTransform(text)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr lvl="0"/>${prompt('Notes')}</a:p></p:txBody></p:sp>`;
  const background = `<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>`;
  const style = `<a:lvl1pPr marL="0" algn="l" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:defRPr sz="1200" kern="1200">${solid('tx1')}<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr>`;
  return `${xmlHead}<p:notesMaster ${slideNamespaces}><p:cSld>${background}${tree(shapes)}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:notesStyle>${style}</p:notesStyle></p:notesMaster>`;
}

export { notesPage };

function writeTheme(
  { primaryColor, typeface }: Pick<Branding, 'primaryColor' | 'typeface'>,
  { eastAsian, complex }: DeckLanguage,
): string {
  const brand = brandColors(primaryColor).text;
  const color = (name: string, value: string) =>
    `<a:${name}><a:srgbClr val="${value.slice(1).toUpperCase()}"/></a:${name}>`;
  const colors = [
    color('dk1', '#1f2328'),
    color('lt1', '#ffffff'),
    color('dk2', mixColors(brand, '#1f2328', 0.45)),
    color('lt2', '#d9dde2'),
    color('accent1', brand),
    color('accent2', mixColors(brand, '#ffffff', 0.42)),
    color('accent3', '#6b7680'),
    color('accent4', mixColors(brand, '#000000', 0.45)),
    color('accent5', mixColors(brand, '#d9dde2', 0.72)),
    color('accent6', '#b8792a'),
    color('hlink', brand),
    color('folHlink', '#6b7680'),
  ];
  const titles = typeface === 'serif' || typeface === 'mixed' ? fonts.serif : fonts.sans;
  const texts = typeface === 'serif' ? fonts.serif : fonts.sans;
  const write = (latin: string) =>
    `<a:latin typeface="${latin}"/><a:ea typeface="${eastAsian}"/><a:cs typeface="${complex}"/>`;
  const line = (width: number) =>
    `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill><a:prstDash val="solid"/></a:ln>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `${xmlHead}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Deck"><a:themeElements><a:clrScheme name="Brand">${colors.join('')}</a:clrScheme><a:fontScheme name="Brand"><a:majorFont>${write(titles)}</a:majorFont><a:minorFont>${write(texts)}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line(6_350)}${line(12_700)}${line(19_050)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`;
}
