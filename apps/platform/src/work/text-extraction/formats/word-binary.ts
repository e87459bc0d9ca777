import WordExtractor from 'word-extractor';
import { encryptedFailure, type FormatReading, type SourceFile } from '../text/extraction.ts';
import { openCompoundFile } from './compound-file.ts';
import { readOffice } from './office.ts';

/** The offset of the flags in a Word document's header, and the flag of encryption ([MS-DOC], FibBase). */
const flagsOffset = 10;
const encryptedFlag = 0x0100;

/** Reads body, text boxes, footnotes and endnotes of .doc. RTF with this extension is read as RTF. */
export async function readWordBinary(file: SourceFile): Promise<FormatReading> {
  const { bytes } = file;
  if (bytes.toString('latin1', 0, 5) === '{\\rtf') return await readOffice('rtf')(file);
  const header = openCompoundFile(bytes).stream('WordDocument');
  if (header && header.length > 12 && (header.readUInt16LE(flagsOffset) & encryptedFlag) !== 0)
    throw encryptedFailure();
  const document = await new WordExtractor().extract(bytes);
  const parts = [document.getBody(), document.getTextboxes(), document.getFootnotes(), document.getEndnotes()];
  return { sections: [{ location: null, text: parts.join('\n') }], note: null };
}
