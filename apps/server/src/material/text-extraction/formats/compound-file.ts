import XLSX from '@e965/xlsx';

interface CompoundFile {
  FullPaths: string[];
  FileIndex: { content?: Uint8Array | number[] }[];
}

/**
 * Opens the OLE container of .doc, .xls, .ppt and of Office files with a password. Throws on
 * anything else.
 */
export function openCompoundFile(bytes: Buffer): {
  paths: string[];
  stream(name: string): Buffer | null;
} {
  const file = XLSX.CFB.read(bytes, { type: 'buffer' }) as CompoundFile;
  return {
    paths: file.FullPaths,
    stream(name) {
      // An embedded file has streams of the same names below the root.
      const at = file.FullPaths.indexOf(`${file.FullPaths[0]}${name}`);
      const content = file.FileIndex[at]?.content;
      return content === undefined ? null : Buffer.from(content);
    },
  };
}

/** Tells whether bytes begin like an OLE container. */
export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
}
