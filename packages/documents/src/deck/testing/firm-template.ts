import { strToU8, type Zippable, zipSync } from 'fflate';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const namespaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A mark of 2 by 2 pixels in gold. */
const markPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGM8t2oDAwMDEwMDAwMDAwAWXgHrl3bMkwAAAABJRU5ErkJggg==',
  'base64',
);

/** Size of slides in EMU. */
export const slideSizes = {
  wide: { width: 12_192_000, height: 6_858_000 },
  standard: { width: 9_144_000, height: 6_858_000 },
  a4: { width: 9_906_000, height: 6_858_000 },
} as const;

/** Parts of a package by their names. */
export type TemplateFiles = Record<string, string | Uint8Array>;

type Place = [x: number, y: number, width: number, height: number];

/**
 * Makes the master of a firm: serif type, a dark band behind the title, a mark, and a slide of its
 * own. Places are shares of the slide's size.
 */
export function firmTemplateFiles(
  size: { width: number; height: number } = slideSizes.wide,
): TemplateFiles {
  const transform = ([x, y, width, height]: Place) =>
    `<a:xfrm><a:off x="${Math.round(x * size.width)}" y="${Math.round(y * size.height)}"/><a:ext cx="${Math.round(width * size.width)}" cy="${Math.round(height * size.height)}"/></a:xfrm>`;
  let id = 1;
  const place = (
    name: string,
    tie: string,
    box: Place | null,
    style = '',
    text = 'Text',
    anchor = '',
  ) => {
    id += 1;
    const geometry = box ? `${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` : '';
    return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${tie}/></p:nvPr></p:nvSpPr><p:spPr>${geometry}</p:spPr><p:txBody><a:bodyPr${anchor}/><a:lstStyle>${style}</a:lstStyle><a:p>${text === '#' ? '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-GB"/><a:t>‹#›</a:t></a:fld>' : `<a:r><a:rPr lang="en-GB"/><a:t>${text}</a:t></a:r>`}</a:p></p:txBody></p:sp>`;
  };
  const bar = (box: Place, color: string) => {
    id += 1;
    return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Band"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="${color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>`;
  };
  const mark = (box: Place) => {
    id += 1;
    return `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Mark"/><p:cNvPicPr/><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill><a:blip r:embed="rIdMark"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${transform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
  };
  const tree = (shapes: string) =>
    `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
  const layout = (
    type: string,
    name: string,
    shapes: string,
    override = '<a:masterClrMapping/>',
    background = '',
  ) =>
    `${head}<p:sldLayout ${namespaces} type="${type}" preserve="1"><p:cSld name="${name}">${background}${tree(shapes)}</p:cSld><p:clrMapOvr>${override}</p:clrMapOvr></p:sldLayout>`;
  const color = (name: string) => `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`;
  const foot = () =>
    place('Foot', 'type="ftr" sz="quarter" idx="10"', null, '', 'Kestrel Partners · confidential') +
    place('Page', 'type="sldNum" sz="quarter" idx="11"', null, '', '#');
  const map =
    'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
  const dark = map.replace(
    'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"',
    'bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"',
  );
  const layouts = [
    layout(
      'title',
      'Deckblatt',
      mark([0.06, 0.1, 0.05, 0.09]) +
        place(
          'Titel',
          'type="ctrTitle"',
          [0.06, 0.36, 0.7, 0.24],
          `<a:lvl1pPr algn="l"><a:defRPr sz="4000"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr>`,
          'Titel',
          ' anchor="b"',
        ) +
        place(
          'Untertitel',
          'type="subTitle" idx="1"',
          [0.06, 0.63, 0.7, 0.2],
          '<a:lvl1pPr marL="0" indent="0"><a:buNone/><a:defRPr sz="2000"/></a:lvl1pPr>',
          'Untertitel',
        ),
      `<a:overrideClrMapping ${dark}/>`,
      `<p:bg><p:bgPr>${color('bg2')}<a:effectLst/></p:bgPr></p:bg>`,
    ).replace('preserve="1"', 'showMasterSp="0" preserve="1"'),
    layout(
      'obj',
      'Titel und Inhalt',
      place('Titel', 'type="title"', null, '', 'Titel') +
        place('Inhalt', 'idx="1"', null, '', 'Text') +
        foot(),
    ),
    layout(
      'twoObj',
      'Zwei Inhalte',
      place('Titel', 'type="title"', null, '', 'Titel') +
        place('Links', 'sz="half" idx="1"', [0.05, 0.24, 0.43, 0.62]) +
        place('Rechts', 'sz="half" idx="2"', [0.52, 0.24, 0.43, 0.62]) +
        foot(),
    ),
    layout('titleOnly', 'Nur Titel', place('Titel', 'type="title"', null, '', 'Titel') + foot()),
  ];
  const text = (size: number, name: string, family: string) =>
    `<a:defRPr sz="${size}" kern="1200">${color(name)}<a:latin typeface="+${family}-lt"/><a:ea typeface="+${family}-ea"/><a:cs typeface="+${family}-cs"/></a:defRPr>`;
  const master = `${head}<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>${tree(
    bar([0, 0, 1, 0.18], 'tx2') +
      mark([0.91, 0.05, 0.045, 0.08]) +
      place('Titel', 'type="title"', [0.05, 0.025, 0.83, 0.13], '', 'Titel', ' anchor="ctr"') +
      place('Text', 'type="body" idx="1"', [0.05, 0.24, 0.9, 0.62]) +
      place(
        'Foot',
        'type="ftr" sz="quarter" idx="3"',
        [0.05, 0.92, 0.6, 0.05],
        `<a:lvl1pPr algn="l"><a:defRPr sz="900">${color('accent3')}</a:defRPr></a:lvl1pPr>`,
        '',
      ) +
      place(
        'Page',
        'type="sldNum" sz="quarter" idx="4"',
        [0.85, 0.92, 0.1, 0.05],
        `<a:lvl1pPr algn="r"><a:defRPr sz="900">${color('accent3')}</a:defRPr></a:lvl1pPr>`,
        '#',
      ),
  )}</p:cSld><p:clrMap ${map}/><p:sldLayoutIdLst>${layouts.map((_, at) => `<p:sldLayoutId id="${2_147_483_661 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:buNone/>${text(2600, 'bg1', 'mj')}</a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="228600" indent="-228600" algn="l"><a:spcBef><a:spcPts val="600"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="–"/>${text(1800, 'tx1', 'mn')}</a:lvl1pPr></p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`;
  const relations = (entries: [id: string, type: string, target: string][]) =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
      .map(
        ([name, type, target]) =>
          `<Relationship Id="${name}" Type="${office}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const types = ['presentation.main', 'slideMaster', 'slide', ...layouts.map(() => 'slideLayout')];
  const names = [
    '/ppt/presentation.xml',
    '/ppt/slideMasters/slideMaster1.xml',
    '/ppt/slides/slide1.xml',
    ...layouts.map((_, at) => `/ppt/slideLayouts/slideLayout${at + 1}.xml`),
  ];
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${names
      .map(
        (name, at) =>
          `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.${types[at]}+xml"/>`,
      )
      .join(
        '',
      )}<Override PartName="/ppt/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${head}<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483660" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="${size.width}" cy="${size.height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ['rId2', 'slide', 'slides/slide1.xml'],
      ['rId3', 'theme', 'theme/theme1.xml'],
    ]),
    'ppt/slideMasters/slideMaster1.xml': master,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ...layouts.map((_, at): [string, string, string] => [
        `rId${at + 1}`,
        'slideLayout',
        `../slideLayouts/slideLayout${at + 1}.xml`,
      ]),
      ['rIdTheme', 'theme', '../theme/theme1.xml'],
      ['rIdMark', 'image', '../media/mark.png'],
    ]),
    ...Object.fromEntries(
      layouts.map((content, at) => [`ppt/slideLayouts/slideLayout${at + 1}.xml`, content]),
    ),
    ...Object.fromEntries(
      layouts.map((_, at) => [
        `ppt/slideLayouts/_rels/slideLayout${at + 1}.xml.rels`,
        relations([
          ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
          ...(at === 0
            ? [['rIdMark', 'image', '../media/mark.png'] as [string, string, string]]
            : []),
        ]),
      ]),
    ),
    'ppt/slides/slide1.xml': `${head}<p:sld ${namespaces}><p:cSld>${tree(place('Titel', 'type="title"', null, '', 'A slide of the firm'))}</p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout2.xml'],
    ]),
    'ppt/theme/theme1.xml': firmTheme(),
    'ppt/media/mark.png': markPng,
  };
}

function firmTheme(): string {
  const colors = Object.entries({
    dk1: '1b1b1b',
    lt1: 'ffffff',
    dk2: '14213d',
    lt2: 'f1ece2',
    accent1: '14213d',
    accent2: 'b08d57',
    accent3: '6c7a89',
    accent4: '3e5c76',
    accent5: 'd6c6a8',
    accent6: '8c2f39',
    hlink: '14213d',
    folHlink: '6c7a89',
  }).map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`);
  const font = '<a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return `${head}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Kestrel"><a:themeElements><a:clrScheme name="Kestrel">${colors.join('')}</a:clrScheme><a:fontScheme name="Kestrel"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Kestrel"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}

/** Packs parts as a file. */
export function packTemplate(files: TemplateFiles): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    // Each compressed entry costs 160 KB of buffers, which thousands of small ones feel.
    entries[name] = [bytes, { level: bytes.length > 1000 ? 1 : 0 }];
  }
  return zipSync(entries);
}
