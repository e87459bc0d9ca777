import { getDocumentProxy } from 'unpdf';

/** The parts of a PDF that a person, a screen reader and a viewer see. */
export interface ReadPdf {
  /** Text of each page with single spaces and without invisible places to break. */
  pages: string[];
  outline: { title: string; items: string[] }[];
  info: Record<string, unknown>;
  tagged: boolean;
  /** Roles of the structure tree, such as `H1` and `TH`, over all pages. */
  roles: Set<string>;
  links: string[];
  /** Width and height of each page in points. */
  sizes: { width: number; height: number }[];
}

interface StructNode {
  role?: string;
  children?: unknown[];
}

/** Reads a PDF back with pdf.js, which shares no code with the typesetter. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const found: ReadPdf = {
    pages: [],
    outline: readOutline(await document.getOutline()),
    info: (await document.getMetadata()).info as Record<string, unknown>,
    tagged: (await document.getMarkInfo())?.Marked === true,
    roles: new Set(),
    links: [],
    sizes: [],
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
      .join('');
    found.pages.push(
      text
        .replaceAll(/[\u200b\u00ad]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    collectRoles(await page.getStructTree(), found.roles);
    for (const { url } of await page.getAnnotations())
      if (typeof url === 'string') found.links.push(url);
    const { width, height } = page.getViewport({ scale: 1 });
    found.sizes.push({ width, height });
  }
  await document.loadingTask.destroy();
  return found;
}

function readOutline(
  outline: { title: string; items: { title: string }[] }[] | null,
): ReadPdf['outline'] {
  return (outline ?? []).map(({ title, items }) => ({
    title,
    items: items.map((item) => item.title),
  }));
}

function collectRoles(node: StructNode | null, roles: Set<string>): void {
  if (node?.role !== undefined) roles.add(node.role);
  for (const child of node?.children ?? []) collectRoles(child as StructNode, roles);
}
