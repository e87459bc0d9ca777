const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The allowed extensions with their media types. The type that a browser sends is ignored. */
const mimeTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': `${office}.wordprocessingml.document`,
  '.xlsx': `${office}.spreadsheetml.sheet`,
  '.pptx': `${office}.presentationml.presentation`,
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.odt': `${openDocument}.text`,
  '.ods': `${openDocument}.spreadsheet`,
  '.odp': `${openDocument}.presentation`,
  '.rtf': 'application/rtf',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.zip': 'application/zip',
};

/** The last extension of a name with its dot, lowercase; empty when it has none. */
export function extensionOf(filename: string): string {
  return /\.[^.]*$/.exec(filename)?.[0].toLowerCase() ?? '';
}

/** The media type of a file by its name; undefined when such files are not allowed. */
export function mimeTypeOf(filename: string): string | undefined {
  const extension = extensionOf(filename);
  return Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined;
}

/** Mails as programs save them. Only .eml is read, as a request; none is attached. */
export const mailExtensions: readonly string[] = ['.eml', '.msg', '.oft', '.mbox', '.mht', '.emlx'];

/** All allowed extensions, in the form that a file input accepts. */
export const attachmentExtensions: readonly string[] = Object.keys(mimeTypes);
