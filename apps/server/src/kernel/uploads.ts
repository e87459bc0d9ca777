import { ApiError } from '@ecp/contract/declaring/errors';
import { formatMegabytes } from '@ecp/contract/identity/billing-plan-limits';

/** A file that is being received. */
export interface IncomingFile {
  /** The sender's name of the file, without folders; untrusted. */
  filename: string;
  content: AsyncIterable<Uint8Array>;
  /** The most bytes that follow, if the request states its length. */
  expectedBytes: number | undefined;
}

/** A multipart/form-data request that has not been read yet. */
export interface UploadedForm<Fields> {
  /**
   * Reads the form and passes its one file to `store`; settles after that. Errors: `file_required`,
   * `invalid_request`, those of `store`.
   */
  receive<Stored>(
    store: (file: IncomingFile) => Promise<Stored>,
  ): Promise<{ stored: Stored; fields: Partial<Fields> }>;
}

/** A request is longer than its file, by the other parts of its form. */
const formOverhead = 1.1;

/**
 * Receives a file into memory. Errors: `file_too_large`, at once if the length of the request says
 * it.
 */
export async function receiveBytes(
  { content, expectedBytes }: IncomingFile,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = () =>
    new ApiError('file_too_large', { values: { limit: formatMegabytes(maxBytes) } });
  if ((expectedBytes ?? 0) > maxBytes * formOverhead) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The kind that the first bytes of a file indicate; `text` has no known signature and no binary
 * bytes.
 */
type ContentKind =
  | 'pdf'
  | 'zip'
  | 'compound'
  | 'old_workbook'
  | 'rtf'
  | 'png'
  | 'jpeg'
  | 'text'
  | 'binary';

/** How many bytes `contradictsExtension` needs; a shorter file is passed whole. */
export const signatureSizeBytes = 4_100;

const signatures: [ContentKind, string][] = [
  ['pdf', '%PDF-'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['zip', 'PK\x07\x08'],
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['old_workbook', '\x09\x00\x04\x00'],
  ['old_workbook', '\x09\x02\x06\x00'],
  ['old_workbook', '\x09\x04\x06\x00'],
  ['rtf', '{\\rtf'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
];

/**
 * Office files with a password are compound files; old programs save .doc as RTF. Excel opens text,
 * HTML, XML, a new workbook and BIFF 2 to 4 as .xls.
 */
const expectedKinds: Record<string, ContentKind[]> = {
  '.pdf': ['pdf'],
  '.docx': ['zip', 'compound'],
  '.xlsx': ['zip', 'compound'],
  '.pptx': ['zip', 'compound'],
  '.odt': ['zip'],
  '.ods': ['zip'],
  '.odp': ['zip'],
  '.zip': ['zip'],
  '.doc': ['compound', 'rtf'],
  '.xls': ['compound', 'text', 'zip', 'old_workbook'],
  '.ppt': ['compound'],
  '.rtf': ['rtf'],
  '.png': ['png'],
  '.jpg': ['jpeg'],
  '.jpeg': ['jpeg'],
};

/**
 * Tells whether content contradicts its extension, such as an .exe named .pdf; text formats need
 * only be text.
 */
export function contradictsExtension(firstBytes: Uint8Array, extension: string): boolean {
  if (firstBytes.length === 0) return false;
  const head = Buffer.from(firstBytes.subarray(0, signatureSizeBytes)).toString('latin1');
  const kind = kindOf(head);
  const suffix = extension.toLowerCase();
  if (suffix === '.pdf' && head.slice(0, 1_024).includes('%PDF-')) return false;
  if (suffix === '.svg')
    return kind !== 'text' || !/<(\w+:)?svg[\s>/]/i.test(head.replaceAll('\0', ''));
  return !(expectedKinds[suffix] ?? ['text']).includes(kind);
}

function kindOf(head: string): ContentKind {
  const known = signatures.find(([, magic]) => head.startsWith(magic));
  if (known) return known[0];
  return head.includes('\0') && !isWide(head) ? 'binary' : 'text';
}

/**
 * Tells whether bytes are UTF-16 or UTF-32: they have a byte order mark, or zero bytes in regular
 * places.
 */
function isWide(head: string): boolean {
  const marks = ['\xff\xfe', '\xfe\xff', '\0\0\xfe\xff'];
  if (marks.some((mark) => head.startsWith(mark))) return true;
  const zeros = [0, 0, 0, 0];
  for (let at = head.indexOf('\0'); at >= 0; at = head.indexOf('\0', at + 1))
    zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros;
  const quarter = head.length / 4;
  if (Math.min(third, fourth) > quarter * 0.9 && first === 0) return true;
  if (Math.min(first, second) > quarter * 0.9 && fourth === 0) return true;
  const [even, odd] = [first + third, second + fourth];
  return Math.min(even, odd) === 0 && Math.max(even, odd) > head.length / 64;
}
