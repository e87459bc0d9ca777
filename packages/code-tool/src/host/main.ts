import type { HostMessage, programMessages } from '../program-types.ts';
import { stdin, stdout, writeValue } from './deno.ts';
import { executeProgram } from './execute-program.ts';
import { toObject } from './query-row.ts';

/**
 * Executes one program for the parent process, which sends it over standard input and gets what the
 * program does over standard output. Every message is two lengths, a head and a body.
 */

// These stay what they are if a program changes the prototypes.
const encode = TextEncoder.prototype.encode.bind(new TextEncoder());
const decode = TextDecoder.prototype.decode.bind(new TextDecoder());
const { parse, stringify } = JSON;

/** Reads exactly so many bytes. Never resolves once the parent is gone. */
async function readBytes(length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const count = await stdin.read(bytes.subarray(at));
    if (count === null) return new Promise(() => undefined);
    at += count;
  }
  return bytes;
}

async function readMessage(): Promise<{ head: HostMessage; body: Uint8Array }> {
  const prefix = new DataView((await readBytes(8)).buffer);
  const head = await readBytes(prefix.getUint32(0, true));
  const body = await readBytes(prefix.getUint32(4, true));
  return { head: parse(decode(head)) as HostMessage, body };
}

function send(kind: (typeof programMessages)[number], text: string): void {
  const head = encode(kind);
  const body = encode(text);
  const message = new Uint8Array(8 + head.length + body.length);
  const prefix = new DataView(message.buffer);
  prefix.setUint32(0, head.length, true);
  prefix.setUint32(4, body.length, true);
  message.set(head, 8);
  message.set(body, 8 + head.length);
  for (let at = 0; at < message.length; ) at += stdout.writeSync(message.subarray(at));
}

/** Collects the parts of a query's rows into objects. */
async function query(text: string): Promise<Record<string, unknown>[]> {
  send('query', text);
  const rows: Record<string, unknown>[] = [];
  let columns: string[] = [];
  for (;;) {
    const { head, body } = await readMessage();
    if (head.kind === 'refusal') throw new Error(head.message);
    if (head.kind === 'complete') return rows;
    if (head.kind === 'columns') columns = head.columns;
    if (head.kind === 'rows')
      for (const cells of parse(decode(body)) as unknown[][]) rows.push(toObject(columns, cells));
  }
}

send('ready', '');
const texts: [string, string][] = [];
for (;;) {
  const { head, body } = await readMessage();
  if (head.kind === 'text') texts.push([head.filename, decode(body)]);
  if (head.kind !== 'start') continue;
  const end = await executeProgram(head, Object.fromEntries(texts), {
    query,
    write: (text) => send('output', text),
    inspect: writeValue,
  });
  send('end', stringify(end));
  break;
}
