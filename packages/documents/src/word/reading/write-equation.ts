import { readRaised, writeLowered } from '@ecp/language/raised-text';
import { childOf, elementsOf, textOf, type XmlElement } from './xml-tree.ts';

/** Writes an equation of Office on one line: fractions with a slash, roots with their sign, rows apart. */
export function writeEquation(element: XmlElement): string {
  const part = (name: string) => {
    const child = childOf(element, name);
    return child ? writeEquation(child) : '';
  };
  const setting = (properties: string, name: string) =>
    childOf(childOf(element, properties), name)?.attributes['m:val'] ?? null;
  switch (element.name) {
    case 'm:t':
    case 'w:t':
      return textOf(element);
    case 'm:f':
      return `${group(part('m:num'))}/${group(part('m:den'))}`;
    case 'm:sSup':
      return raise(part('m:e'), part('m:sup'));
    case 'm:sSub':
      return lower(part('m:e'), part('m:sub'));
    case 'm:sSubSup':
      return raise(lower(part('m:e'), part('m:sub')), part('m:sup'));
    case 'm:sPre':
      return `${part('m:sub')} ${part('m:sup')} ${part('m:e')}`.trim();
    case 'm:rad':
      return part('m:deg') === '' ? `√(${part('m:e')})` : `√[${part('m:deg')}](${part('m:e')})`;
    case 'm:nary': {
      const bounds = [part('m:sub'), part('m:sup')].filter((bound) => bound !== '').join('…');
      return `${setting('m:naryPr', 'm:chr') ?? '∫'}${bounds === '' ? '' : `[${bounds}]`} ${part('m:e')}`;
    }
    case 'm:d': {
      const inner = elementsOf(element).filter(({ name }) => name === 'm:e');
      const [opening, closing] = [setting('m:dPr', 'm:begChr') ?? '(', setting('m:dPr', 'm:endChr') ?? ')'];
      return `${opening}${inner.map(writeEquation).join(setting('m:dPr', 'm:sepChr') ?? '|')}${closing}`;
    }
    case 'm:func':
      return `${part('m:fName')}(${part('m:e')})`;
    case 'm:limLow':
    case 'm:limUpp':
      return `${part('m:e')}[${part('m:lim')}]`;
    case 'm:m':
    case 'm:eqArr':
      return elementsOf(element)
        .filter(({ name }) => name === 'm:mr' || name === 'm:e')
        .map(writeEquation)
        .join('; ');
    case 'm:mr':
      return elementsOf(element).map(writeEquation).join(' ');
  }
  return /Pr$/.test(element.name) ? '' : elementsOf(element).map(writeEquation).join('');
}

/** In an equation a raised number is no mark of a note. */
function raise(base: string, raised: string): string {
  if (raised === '') return base;
  const { kind, written } = readRaised(base, raised, '=');
  return base + (kind === 'note' || kind === 'words' ? `^${group(raised)}` : written);
}
const lower = (base: string, lowered: string) => base + (lowered === '' ? '' : writeLowered(base, lowered));
const group = (text: string) => (/^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`);
