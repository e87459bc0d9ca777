import { type ThemeColor, writeColor } from './colors.ts';
import { type DeckLanguage, isRtlText, writeScriptFonts } from './script-fonts.ts';
import { cleanLine, escapeXml } from './xml.ts';

export interface RunLook {
  /** In points; that of the placeholder if it is missing. */
  size?: number;
  isBold?: boolean;
  isStruck?: boolean;
  color?: ThemeColor;
  /** True outside of placeholders, which have the theme's font by themselves. */
  hasThemeFont?: boolean;
}

export interface ParagraphLook extends RunLook {
  /** `start` is right in text from right to left; that of the placeholder if it is missing. */
  align?: 'start' | 'end' | 'center';
  /** Share of the size. */
  spaceAfter?: number;
  /** False removes the bullet of the placeholder. */
  hasBullet?: boolean;
  /** A number before the text, from which a list counts. */
  number?: number;
  /** The beginning of the text, which is set bold. */
  lead?: string;
}

/**
 * Writes the attributes and children of the properties of a run, for `a:rPr`, `a:defRPr` and their
 * like.
 */
function writeRunProperties(
  tag: string,
  text: string,
  look: RunLook,
  language: DeckLanguage,
): string {
  const size = look.size === undefined ? '' : ` sz="${Math.round(look.size * 100)}"`;
  const bold = look.isBold === undefined ? '' : ` b="${look.isBold ? 1 : 0}"`;
  const strike = look.isStruck === true ? ' strike="sngStrike"' : '';
  const fill =
    look.color === undefined ? '' : `<a:solidFill>${writeColor(look.color)}</a:solidFill>`;
  const alternative =
    language.base === 'ja' || language.base === 'zh' || language.base === 'ko'
      ? ' altLang="en-US"'
      : '';
  return `<${tag} lang="${escapeXml(language.tag)}"${alternative}${size}${bold}${strike} dirty="0">${fill}${look.hasThemeFont ? '<a:latin typeface="+mn-lt"/>' : ''}${writeScriptFonts(text, language)}</${tag}>`;
}

/** Writes a paragraph of one line of text. */
export function writeParagraph(given: string, look: ParagraphLook, language: DeckLanguage): string {
  const text = cleanLine(given);
  const isRtl = isRtlText(text, language);
  const aligned = look.align === 'center' ? 'ctr' : (look.align === 'end') === isRtl ? 'l' : 'r';
  const align = look.align !== undefined || isRtl ? ` algn="${aligned}"` : '';
  const direction = isRtl ? ' rtl="1"' : '';
  const hanging = look.hasBullet === false ? ' marL="0" indent="0"' : '';
  const space =
    look.spaceAfter === undefined
      ? ''
      : `<a:spcBef><a:spcPts val="0"/></a:spcBef>${spaceAfter(look)}`;
  const bullet = look.hasBullet === false ? '<a:buNone/>' : '';
  const number =
    look.number === undefined
      ? bullet
      : `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod" startAt="${look.number}"/>`;
  const properties = `<a:pPr${hanging}${align}${direction}>${space}${number}</a:pPr>`;
  if (text === '')
    return `<a:p>${properties}${writeRunProperties('a:endParaRPr', text, look, language)}</a:p>`;
  const lead = look.lead !== undefined && text.startsWith(look.lead) ? look.lead : '';
  const runs = [
    lead === '' ? '' : writeRun(lead, { ...look, isBold: true }, language),
    writeRun(text.slice(lead.length), look, language),
  ];
  return `<a:p>${properties}${runs.join('')}</a:p>`;
}

const spaceAfter = ({ spaceAfter: share = 0, size = 14 }: ParagraphLook) =>
  `<a:spcAft><a:spcPts val="${Math.round(share * size * 100)}"/></a:spcAft>`;

/** Characters that U+0336 strikes through. */
const struck = /((?:.\u0336)+)/su;

function writeRun(text: string, look: RunLook, language: DeckLanguage): string {
  const parts = text.split(struck).filter((part) => part !== '');
  return parts
    .map((part) => {
      const isStruck = part.includes('\u0336');
      const words = isStruck ? part.replaceAll('\u0336', '') : part;
      const properties = writeRunProperties('a:rPr', words, { ...look, isStruck }, language);
      return `<a:r>${properties}<a:t>${escapeXml(words)}</a:t></a:r>`;
    })
    .join('');
}
