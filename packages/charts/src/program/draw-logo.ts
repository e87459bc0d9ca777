import { Resvg } from '@resvg/resvg-js';

/** Why a drawing does not become a logo. */
export type LogoFault = 'malformed' | 'entities' | 'script' | 'reference' | 'size' | 'too_complex';

/** A logo to turn into pixels. The drawing itself is the job's body. */
export interface LogoJob {
  logo: true;
  fontFolders: string[];
}

/** The longer side of a logo: 365 dots an inch in its place on the cover of a report. */
const sidePx = 1_024;
/** The most that a drawing may state as its side. More is a mistake. */
const maxStatedSide = 20_000;
/** A logo stands inside pages as text, so that a noisy one loses sharpness. */
const maxBytes = 1_048_576;
const minSidePx = 128;

/** What a reader of XML would do before it draws, or what would look for another file. */
const faults: [LogoFault, RegExp][] = [
  ['entities', /<!ENTITY|<!DOCTYPE[^>[]*\[|<\?xml-stylesheet/i],
  ['script', /<(?:\w+:)?script[\s>/]|\son\w+\s*=/i],
  ['reference', /href\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg|gif|webp)[;,])/i],
  ['reference', /url\(\s*["']?\s*(?!["'#\s])/i],
];

/**
 * Draws a logo as PNG, transparent where nothing is drawn, or says why it is refused. Call it in
 * the sandbox alone.
 */
export function drawLogo(bytes: Buffer, fontFolders: string[]): Buffer | LogoFault {
  const drawing = decode(bytes);
  if (drawing === null) return 'malformed';
  const fault = faults.find(([, pattern]) => pattern.test(drawing));
  if (fault) return fault[0];
  const font = {
    fontDirs: fontFolders,
    loadSystemFonts: false,
    defaultFontFamily: 'Source Sans 3',
  };
  const stated = parse(drawing, { font });
  if (typeof stated === 'string') return stated;
  const longest = Math.max(stated.width, stated.height);
  if (longest > maxStatedSide || !/<(?:\w+:)?svg\b[^>]*\s(?:width|viewBox)\s*=/.test(drawing))
    return 'size';
  for (let side = sidePx; side >= minSidePx; side /= 2) {
    const png = new Resvg(drawing, { font, fitTo: { mode: 'zoom', value: side / longest } })
      .render()
      .asPng();
    if (png.length <= maxBytes) return png;
  }
  return 'too_complex';
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parse(
  drawing: string,
  options: ConstructorParameters<typeof Resvg>[1],
): Resvg | LogoFault {
  try {
    return new Resvg(drawing, options);
  } catch (error) {
    // resvg bounds the elements and references that it makes of a drawing.
    return /limit/i.test(String(error)) ? 'too_complex' : 'malformed';
  }
}
