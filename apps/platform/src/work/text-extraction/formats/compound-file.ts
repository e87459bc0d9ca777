import XLSX from '@e965/xlsx';

interface CompoundFile {
  FullPaths: string[];
  FileIndex: { content?: Uint8Array | number[] }[];
}

/** Opens the OLE container of .doc, .xls, .ppt and of Office files with a password. Throws on anything else. */
export function openCompoundFile(bytes: Buffer): { stream(name: string): Buffer | null } {
  const file = XLSX.CFB.read(bytes, { type: 'buffer' }) as CompoundFile;
  return {
    stream(name) {
      const at = file.FullPaths.findIndex((path) => path.split('/').at(-1) === name);
      const content = file.FileIndex[at]?.content;
      return content === undefined ? null : Buffer.from(content);
    },
  };
}

/** Tells whether bytes begin like an OLE container. */
export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
}
