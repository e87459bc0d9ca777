/**
 * What a file named like a workbook is. Excel opens all as `.xls`: reports of SAP, SSRS or Crystal
 * are often HTML.
 */
type WorkbookKind = 'zip' | 'compound' | 'old' | 'mhtml' | 'html' | 'xml' | 'sylk' | 'text';

const oldMarks = new Set(['0900', '0902', '0904']);

/** Tells from its first bytes what a workbook is. It opens nothing. */
export function kindOfWorkbook(bytes: Uint8Array): WorkbookKind {
  const head = Buffer.from(bytes.subarray(0, 4_096));
  const hex = head.toString('hex', 0, 8);
  if (hex.startsWith('504b')) return 'zip';
  if (hex === 'd0cf11e0a1b11ae1') return 'compound';
  // The first record of BIFF 2 to 4, with its length of 4 or 6 bytes.
  if (oldMarks.has(hex.slice(0, 4)) && ['0400', '0600'].includes(hex.slice(4, 8))) return 'old';
  // UTF-16 has the same signs once its zeros are removed.
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  if (
    /^mime-version:/i.test(text) ||
    /^content-type:\s{0,9}multipart\//im.test(text.slice(0, 1_000))
  )
    return 'mhtml';
  if (/^ID;/.test(text)) return 'sylk';
  if (!text.startsWith('<')) return 'text';
  if (
    /<(?:\w{1,20}:)?workbook[\s>]|urn:schemas-microsoft-com:office:spreadsheet/i.test(text) &&
    !/<html[\s>]/i.test(text)
  )
    return 'xml';
  return /^<\?xml/i.test(text) && !/<(?:html|table|body|head)[\s>]/i.test(text) ? 'xml' : 'html';
}
