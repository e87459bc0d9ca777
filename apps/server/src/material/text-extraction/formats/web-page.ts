import type { FormatReading, SourceFile } from '../extraction.ts';
import { readHtml, splitByHeadings } from '../text/decode-text.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { readBeginning } from './plain.ts';

/** Reads .html and .htm, a section for each heading. */
export async function readWebPage(file: SourceFile): Promise<FormatReading> {
  const { text: html, remark } = await readHtml(readBeginning(file));
  const { title, text, truncated } = htmlToText({ html });
  return {
    sections: splitByHeadings(text),
    note: title === null ? null : `Web page: ${title}.`,
    truncated,
    remarks: remark === null ? [] : [remark],
  };
}
