import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on a free port of 127.0.0.1 that knows TXT records alone. */
export interface NameServer {
  /** Its address as `DNS_SERVERS` takes it. */
  address: string;
  /** The TXT records of each name; any other name does not exist. */
  records: Map<string, string[]>;
  close(): Promise<void>;
}

const typeTxt = 16;
const headerBytes = 12;

/** Starts a name server without records. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) =>
    socket.send(answer(query, records), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Answers a query of one question (RFC 1035, 4.1). */
function answer(query: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(headerBytes, at + 5);
  const known = records.get(labels.join('.').toLowerCase());
  const found = query.readUInt16BE(at + 1) === typeTxt ? (known ?? []) : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // A response of an authority, and for an unknown name that it does not exist.
  header.writeUInt16BE(known ? 0x8400 : 0x8403, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, question, ...found.map(writeRecord)]);
}

function writeRecord(text: string): Buffer {
  const data = Buffer.from(text);
  const fixed = Buffer.alloc(13);
  // A pointer to the name of the question.
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(typeTxt, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(data.length + 1, 10);
  fixed.writeUInt8(data.length, 12);
  return Buffer.concat([fixed, data]);
}
