import { type ThemeColor, writeColor } from './colors.ts';
import { type Box, emuPerPoint, writeTransform } from './geometry.ts';
import type { PartRelation } from './package-parts.ts';
import type { Layout, Placeholder } from './template/read-design.ts';
import { escapeXml, slideNamespaces, xmlHead } from './xml.ts';

/** A slide that is being drawn. */
export interface SlideDraft {
  layout: Layout;
  shapes: string[];
  /** All but that to the layout. */
  relations: PartRelation[];
  notes: string[];
}

/** Returns the id of the next shape. The tree of shapes has the id 1. */
const nextId = ({ shapes }: SlideDraft): number => shapes.length + 2;

const nameOf = (id: number, name: string) => `id="${id}" name="${escapeXml(`${name} ${id - 1}`)}"`;

/** Writes the element that ties a shape to a placeholder of its layout. */
function writePlaceholderTie({ type, idx, size, orient }: Placeholder): string {
  const attributes = [
    ...(type === 'obj' ? [] : [`type="${escapeXml(type)}"`]),
    ...(orient === null ? [] : [`orient="${escapeXml(orient)}"`]),
    ...(size === null ? [] : [`sz="${escapeXml(size)}"`]),
    ...(idx === null ? [] : [`idx="${escapeXml(idx)}"`]),
  ];
  return `<p:ph ${attributes.join(' ')}/>`;
}

/** Adds a text to a placeholder, in its place or in another box. */
export function addPlaceholder(
  draft: SlideDraft,
  place: Placeholder,
  name: string,
  paragraphs: string,
  box?: Box,
): void {
  const transform = box ? writeTransform(box) : '';
  draft.shapes.push(
    `<p:sp><p:nvSpPr><p:cNvPr ${nameOf(nextId(draft), name)}/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${writePlaceholderTie(place)}</p:nvPr></p:nvSpPr><p:spPr>${transform}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`,
  );
}

/** Adds a text box without a frame. */
export function addTextBox(
  draft: SlideDraft,
  name: string,
  box: Box,
  paragraphs: string,
  anchor: 't' | 'ctr' | 'b' = 't',
): void {
  draft.shapes.push(
    `<p:sp><p:nvSpPr><p:cNvPr ${nameOf(nextId(draft), name)}/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${writeTransform(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="${anchor}"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`,
  );
}

/** Adds a shape without text, which readers of the screen skip. */
export function addShape(
  draft: SlideDraft,
  geometry: 'rect' | 'ellipse',
  box: Box,
  color: ThemeColor,
): void {
  draft.shapes.push(
    `<p:sp><p:nvSpPr><p:cNvPr ${nameOf(nextId(draft), 'Mark')}>${decorative}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${writeTransform(box)}<a:prstGeom prst="${geometry}"><a:avLst/></a:prstGeom><a:solidFill>${writeColor(color)}</a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody></p:sp>`,
  );
}

const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';

/** Adds a thin line from the top of a box to its bottom, or from its left to its right. */
export function addRule(draft: SlideDraft, box: Box, widthPt: number, color: ThemeColor): void {
  draft.shapes.push(
    `<p:cxnSp><p:nvCxnSpPr><p:cNvPr ${nameOf(nextId(draft), 'Rule')}>${decorative}</p:cNvPr><p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${writeTransform(box)}<a:prstGeom prst="line"><a:avLst/></a:prstGeom><a:ln w="${Math.round(widthPt * emuPerPoint)}"><a:solidFill>${writeColor(color)}</a:solidFill></a:ln></p:spPr></p:cxnSp>`,
  );
}

/** Adds the number of the slide to its placeholder. */
export function addSlideNumber(draft: SlideDraft, place: Placeholder, language: string): void {
  const field = `<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="${escapeXml(language)}"/><a:t>‹#›</a:t></a:fld>`;
  addPlaceholder(
    draft,
    place,
    'Slide number',
    `<a:p>${field}<a:endParaRPr lang="${escapeXml(language)}"/></a:p>`,
  );
}

/** Adds a table or a chart; `place` is the placeholder for objects that it fills. */
export function addFrame(
  draft: SlideDraft,
  {
    name,
    description,
    box,
    place,
    content,
  }: { name: string; description: string; box: Box; place: Placeholder | null; content: string },
): void {
  const tie =
    place?.type === 'obj' ? `<p:nvPr>${writePlaceholderTie(place)}</p:nvPr>` : '<p:nvPr/>';
  draft.shapes.push(
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr ${nameOf(nextId(draft), name)} descr="${escapeXml(description)}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>${tie}</p:nvGraphicFramePr>${writeTransform(box, 'p:xfrm')}<a:graphic>${content}</a:graphic></p:graphicFrame>`,
  );
}

const emptyGroup =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

export function writeSlide({ shapes, layout }: SlideDraft): string {
  const names = Object.entries(layout.colorMap ?? {}).map(
    ([name, color]) => `${escapeXml(name)}="${escapeXml(color)}"`,
  );
  const colors = layout.colorMap
    ? `<a:overrideClrMapping ${names.join(' ')}/>`
    : '<a:masterClrMapping/>';
  return `${xmlHead}<p:sld ${slideNamespaces}><p:cSld><p:spTree>${emptyGroup}${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr>${colors}</p:clrMapOvr></p:sld>`;
}

/** Writes the notes of a slide. */
export function writeNotes(paragraphs: string): string {
  return `${xmlHead}<p:notes ${slideNamespaces}><p:cSld><p:spTree>${emptyGroup}<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp><p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp></p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
