import type { Credentials } from '../../apps/platform/testing/populated-tenant.ts';
import type { Choice } from './seeded-choice.ts';

const crlf = '\r\n';
const lines = (...parts: string[]) => parts.join(crlf);

/** Makes the bytes of a connection whose HTTP is broken, ambiguous or followed by a second request. */
export function framings(choice: Choice, callers: readonly Credentials[]): string {
  const caller = Object.entries(choice.from(callers)).map(([name, value]) => `${name}: ${value}`);
  const path = choice.from(['/api/me', '/api/engagements', '/api/health', '/api/portal/comments', '/', '*']);
  const body = choice.from(['{}', '{"name":"x"}', '{"name":"x","client":"y","brief":"z"}', '{']);
  const json = 'content-type: application/json';
  const post = (...headers: string[]) => lines(`POST ${path} HTTP/1.1`, 'host: x', json, ...caller, ...headers, '', '');
  const chunked = (text: string) => post('transfer-encoding: chunked') + text;
  const get = (...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'host: x', ...caller, ...headers, '', '');
  const smuggled = lines('GET /api/me HTTP/1.1', 'host: y', ...caller, '', '');
  const size = body.length;
  const junk = choice.text('\0\x01\t \r\n:;/{}"\x7f\xffGETPOSTHTTP1.0', 1 + Math.floor(choice.uniform() * 200));
  return choice.from([
    () => post(`content-length: ${size}`, `content-length: ${size + 1}`) + body,
    () => post(`content-length: ${size}`, 'transfer-encoding: chunked') + body + smuggled,
    () => post('transfer-encoding: chunked', 'transfer-encoding: identity') + body,
    () => post('transfer-encoding: xchunked') + body,
    () => chunked(`zz${crlf}${body}${crlf}0${crlf}${crlf}`),
    () => chunked(`ffffffffffffffff1${crlf}${body}`),
    () => chunked(`${size.toString(16)};${'e'.repeat(20_000)}${crlf}${body}${crlf}`),
    () => chunked(`${size.toString(16)}${crlf}${body}${crlf}0${crlf}x: y${crlf}${crlf}`),
    () => post(`content-length: ${size + 10}`) + body,
    () => post('content-length: -1') + body,
    () => post(`content-length: ${'9'.repeat(30)}`) + body,
    () => post(`content-length: ${size}`, 'expect: 100-continue') + body,
    () => post(`content-length: ${size}`, 'expect: the-unexpected') + body,
    () => post(`content-length: ${size}`, 'content-encoding: gzip') + body,
    () => post(`content-length: ${size}`) + body + smuggled,
    () => get('upgrade: websocket', 'connection: upgrade'),
    () => get('upgrade: h2c', 'http2-settings: AAMAAABkAAQAoAAAAAIAAAAA', 'connection: upgrade, http2-settings'),
    () => get(`x: ${'x'.repeat(70_000)}`),
    () => get(...Array.from({ length: 3_000 }, (_, at) => `x-${at}: y`)),
    () => get(' folded: x', '\tfolded: y'),
    () => get('bad header: x'),
    () => get('x\0y: z'),
    () => get('host: second'),
    () => get().replaceAll(crlf, '\n'),
    () => get().replace('HTTP/1.1', choice.from(['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''])),
    () => get().replace('GET', choice.from(['get', 'BREW', 'CONNECT', 'PRI', '', 'G\0T', 'TRACE', 'M-SEARCH'])),
    () =>
      get().replace(path, choice.from(['http://other/api/me', '//x', 'x', '/\0', '/\xff', `/${'a'.repeat(70_000)}`])),
    () => get().slice(0, 1 + Math.floor(choice.uniform() * 40)),
    () => junk,
    () => `${crlf}${crlf}${get()}`,
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ])();
}
