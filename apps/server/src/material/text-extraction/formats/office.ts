import { type OfficeContentNode, OfficeParser, type OfficeParserAST } from 'officeparser';
import {
  type ExtractedSection,
  ExtractionFailure,
  encryptedFailure,
  type FormatReading,
  type SourceFile,
} from '../extraction.ts';
import { splitByHeadings } from '../text/decode-text.ts';
import { isCompoundFile, openCompoundFile } from './compound-file.ts';
import { writeNode } from './office-nodes.ts';
import { type ShownFile, showContent, showObjects } from './office-objects.ts';
import { spellOutCharacters } from './rtf-characters.ts';
import { hiddenTextRemark } from './word.ts';

type OfficeType = 'odt' | 'ods' | 'odp' | 'rtf';

const decompressionLimits = {
  maxUncompressedBytes: 64 * 1024 * 1024,
  maxTableCells: 300_000,
  maxXmlElements: 1_000_000,
};

/** Error codes of officeparser for files that exceed the limits. */
const limitCodes = /LIMIT_EXCEEDED|ZIP_ENTRY_INVALID_SIZE|OUTPUT_TOO_LARGE|MAX_NESTING/;

/**
 * Makes a reader of .odt, .ods, .odp or .rtf that returns a section for each slide, sheet or
 * heading.
 */
export function readOffice(type: OfficeType): (file: SourceFile) => Promise<FormatReading> {
  return async ({ bytes }) => {
    if (isCompoundFile(bytes) && openCompoundFile(bytes).stream('EncryptedPackage'))
      throw encryptedFailure();
    const shown = await prepare(bytes, type);
    const ast = await parse(shown.bytes, type);
    const hidden = shown.hidesText ? [hiddenTextRemark] : [];
    // The sheets of a workbook hold the values of its charts.
    const objects = type === 'odt' || type === 'odp' ? await showObjects(bytes, ast.content) : [];
    return { sections: sectionsOf(ast), note: null, remarks: [...hidden, ...objects] };
  };
}

/**
 * Rewrites what the parser does not read as a reader sees it. Throws ExtractionFailure for bytes
 * that are no .rtf.
 */
async function prepare(bytes: Buffer, type: OfficeType): Promise<ShownFile> {
  if (type === 'rtf') {
    // The parser would read any bytes as words.
    if (!isRtf(bytes))
      throw new ExtractionFailure(
        'failed',
        'The file is no real .rtf file; its text could not be read.',
      );
    const { rtf, hidesText } = spellOutCharacters(bytes);
    return { bytes: Buffer.from(rtf, 'latin1'), hidesText };
  }
  return type === 'ods' || !bytes.subarray(0, 2).equals(zipMark)
    ? { bytes, hidesText: false }
    : showContent(bytes);
}

const zipMark = Buffer.from('PK');

/**
 * The text of an .rtf file has no control characters besides line ends and tabs. In random bytes,
 * one in nine is such a character.
 */
const mostControls = 0.02;

function isRtf(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, 65_536);
  if (!/^(?:\xef\xbb\xbf)?\s{0,99}\{\\rtf/.test(beginning)) return false;
  // Pictures may be stored as they are.
  const [words = ''] = beginning.split(/\\bin\d/, 1);
  const controls = words.match(/[^\P{Cc}\s\x7f-\x9f]/gu)?.length ?? 0;
  return controls <= words.length * mostControls;
}

async function parse(bytes: Buffer, fileType: OfficeType): Promise<OfficeParserAST> {
  try {
    return await OfficeParser.parseOffice(bytes, {
      fileType,
      decompressionLimits,
      ignoreComments: true,
      ignoreHeadersAndFooters: true,
      ignoreSlideMasters: true,
      onWarning: () => undefined,
    });
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith('PASSWORD') || code === 'DOCUMENT_DECRYPTION_FAILED')
      throw encryptedFailure();
    if (limitCodes.test(code))
      throw new ExtractionFailure('too_large', 'The file unpacks to more than can be read.');
    throw error;
  }
}

function codeOf(error: unknown): string {
  const issue = error instanceof Error && 'officeIssue' in error ? error.officeIssue : null;
  return typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : '';
}

function sectionsOf({ content }: OfficeParserAST): ExtractedSection[] {
  const flow = content.filter(({ type }) => type !== 'slide' && type !== 'sheet');
  const parts = content.flatMap((node) => locate(node) ?? []);
  return [...parts, ...splitByHeadings(flow.map(writeNode).join('\n'))];
}

function locate(node: OfficeContentNode): ExtractedSection | null {
  if (node.type === 'slide')
    return { location: `slide ${node.metadata?.slideNumber ?? '?'}`, text: writeNode(node) };
  if (node.type === 'sheet')
    return { location: `sheet ${node.metadata?.sheetName ?? '?'}`, text: writeNode(node) };
  return null;
}
