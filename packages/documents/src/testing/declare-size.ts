/** Sets the size that an entry of an archive declares, in bytes. */
export function declareSize(archive: Uint8Array, name: string, sizeBytes: number): Buffer {
  const changed = Buffer.from(archive);
  for (const [signature, at, nameAt] of [
    ['PK\u0001\u0002', 24, 46],
    ['PK\u0003\u0004', 22, 30],
  ] as const) {
    for (
      let from = changed.indexOf(signature);
      from >= 0;
      from = changed.indexOf(signature, from + 1)
    ) {
      if (changed.toString('latin1', from + nameAt, from + nameAt + name.length) !== name) continue;
      changed.writeUInt32LE(sizeBytes, from + at);
    }
  }
  return changed;
}
