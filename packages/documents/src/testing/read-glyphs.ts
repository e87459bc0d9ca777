import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** What the fonts of a PDF draw. */
interface ReadGlyphs {
  /** The characters of each stretch of text as they are drawn, from left to right. */
  drawn: string[];
  /** Boxes in place of characters that the font lacks. */
  boxes: number;
}

interface DrawnGlyph {
  originalCharCode: number;
  unicode: string;
}

/** Reads the glyphs of a PDF of ours, whose fonts number their glyphs: the first is the box. */
export async function readGlyphs(bytes: Uint8Array): Promise<ReadGlyphs> {
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const drawn: string[] = [];
  let boxes = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    for (const [at, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      const [entries] = argsArray[at] as [(DrawnGlyph | number)[]];
      const glyphs = entries.filter((entry) => typeof entry === 'object');
      drawn.push(glyphs.map(({ unicode }) => unicode).join(''));
      boxes += glyphs.filter(({ originalCharCode }) => originalCharCode === 0).length;
    }
  }
  await document.loadingTask.destroy();
  return { drawn, boxes };
}
