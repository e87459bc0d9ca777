import { SaxesParser } from 'saxes';

interface PictureElement {
  name: string;
  attributes: Record<string, string>;
  /** Its own text, without that of its children. */
  text: string;
}

/** Reads a picture as strict XML. Throws if it is not well-formed. */
export function readPicture(svg: string): PictureElement[] {
  const elements: PictureElement[] = [];
  const open: PictureElement[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: PictureElement = {
      name,
      attributes: attributes as Record<string, string>,
      text: '',
    };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const parent = open.at(-1);
    if (parent) parent.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  return elements;
}

/** Returns the texts that a reader sees, in the order of the picture. */
export function readTexts(svg: string): string[] {
  return readPicture(svg).flatMap(({ name, text }) =>
    ['text', 'tspan'].includes(name) && text !== '' ? [text] : [],
  );
}

/** Returns the marks of a kind: Vega gives each group of marks a class such as `mark-rect`. */
export function readMarks(svg: string, className: string): PictureElement[] {
  const [, group] =
    new RegExp(`<g class="mark-${className} role-mark[^"]*"[^>]*>(.*?)</g>`, 's').exec(svg) ?? [];
  return group === undefined ? [] : readPicture(`<g>${group}</g>`).slice(1);
}
