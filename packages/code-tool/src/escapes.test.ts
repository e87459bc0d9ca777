import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProgramLimits } from './program-types.ts';
import { openProgramBench } from './testing/program-bench.ts';

/**
 * What a hostile program tries. It writes ESCAPED where it succeeds, and SECRET stands in the
 * environment and in files that every user may read.
 */
interface Escape {
  name: string;
  code: string;
  /** What the model is told, or undefined if the program ends well without any success. */
  reason?: RegExp;
  /** What the console writes. */
  output?: RegExp;
  limits?: Partial<ProgramLimits>;
}

const folder = mkdtempSync(join(tmpdir(), 'ecp-escape-'));
const secretJson = join(folder, 'secret.json');
const secretText = join(folder, 'secret.txt');
const secretModule = join(folder, 'secret.ts');
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  chmodSync(folder, 0o755);
  writeFileSync(secretJson, '{"secret":"SECRET"}');
  writeFileSync(secretText, 'SECRET');
  writeFileSync(secretModule, 'export default "SECRET";');
  process.env['ESCAPE_SECRET'] = 'SECRET';
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  delete process.env['ESCAPE_SECRET'];
  rmSync(folder, { recursive: true });
  server.close();
});

const port = 20_000 + (process.pid % 20_000);
const imports = /^A program imports only arquero, decimal\.js, finance and simple-statistics/;
const importCall = /by import statements alone, and not by import\(\)/;
const undefinedName = /ReferenceError: \w+ is not defined\.$/;
const noCode = /EvalError: A program makes no code from texts\.$/;
const file = (path: string) => JSON.stringify(`file://${path}`);
const small: Partial<ProgramLimits> = { cpuMs: 500, wallMs: 30_000 };

const escapes: Escape[] = [
  // The network.
  { name: 'fetch', code: `await fetch('http://127.0.0.1:${port}')`, reason: undefinedName },
  { name: 'WebSocket', code: `new WebSocket('ws://127.0.0.1:${port}')`, reason: undefinedName },
  { name: 'EventSource', code: `new EventSource('http://x.test')`, reason: undefinedName },
  {
    name: 'Deno.connect',
    code: `await Deno.connect({ hostname: '127.0.0.1', port: ${port} }); console.log('ESCAPED')`,
    reason: undefinedName,
  },
  { name: 'names by DNS', code: `await Deno.resolveDns('x.test', 'A')`, reason: undefinedName },
  {
    name: 'node:net',
    code: `import { connect } from 'node:net'; connect(${port})`,
    reason: imports,
  },
  { name: 'net', code: `import net from 'net'; net.connect(${port})`, reason: imports },
  { name: 'node:dns', code: `import dns from 'node:dns'; dns.lookup('x.test')`, reason: imports },
  // Files.
  {
    name: 'Deno.readTextFile',
    code: `console.log(await Deno.readTextFile(${JSON.stringify(secretText)}))`,
    reason: undefinedName,
  },
  {
    name: 'node:fs',
    code: `import fs from 'node:fs'; console.log(fs.readFileSync(${JSON.stringify(secretText)}, 'utf8'))`,
    reason: imports,
  },
  {
    name: 'a JSON file by import',
    code: `import secret from ${file(secretJson)} with { type: 'json' }; console.log(secret)`,
    reason: imports,
  },
  {
    name: 'a text file by import',
    code: `import secret from ${file(secretText)} with { type: 'text' }; console.log(secret)`,
    reason: imports,
  },
  {
    name: 'a module file by import',
    code: `import secret from ${file(secretModule)}; console.log(secret)`,
    reason: imports,
  },
  {
    name: 'a file by a relative path',
    code: `import secret from '../../../../../../../../../../../..${secretModule}'; console.log(secret)`,
    reason: imports,
  },
  { name: 'a file by export from', code: `export * from ${file(secretModule)};`, reason: imports },
  {
    name: 'a file by a named export from',
    code: `export { default } from ${file(secretModule)};`,
    reason: imports,
  },
  {
    name: 'a file by a literal import()',
    code: `console.log(await import(${file(secretModule)}))`,
    reason: importCall,
  },
  {
    name: 'a file by import() of a variable',
    code: `const name = ${file(secretModule)}; console.log(await import(name))`,
    reason: importCall,
  },
  {
    name: 'import() deep inside',
    code: `class A { static #x = [{ f: async () => \`\${await import('node:fs')}\` }] }`,
    reason: importCall,
  },
  {
    name: 'import() behind a comment that only scripts know',
    code: [`const x = 1; const y = x`, `<!-- \``, `await import('node:fs')`, `// \``].join('\n'),
    reason: /syntax error|import\(\)/,
  },
  {
    name: 'import() behind the end of such a comment',
    code: `let x = 1;\n/*\n*/ --> \`\nconsole.log(await import('node:fs'), 'ESCAPED')\n//\``,
    reason: /syntax error|import\(\)/,
  },
  {
    name: 'the end of the wrapping function',
    code: `}); import('node:fs').then(() => console.log('ESCAPED')); (async () => {`,
    reason: /syntax error/,
  },
  { name: 'import.meta.url', code: `console.log(import.meta.url)`, reason: /no import\.meta/ },
  {
    name: 'import.meta.resolve',
    code: `console.log(import.meta.resolve('npm:decimal.js'))`,
    reason: /no import\.meta/,
  },
  {
    name: 'require',
    code: `console.log(require('fs'))`,
    reason: /import statements alone, and not by require\(\)/,
  },
  { name: 'require by another name', code: `const r = require; r('fs')`, reason: undefinedName },
  {
    name: 'createRequire',
    code: `import { createRequire } from 'node:module'; createRequire('/')('fs')`,
    reason: imports,
  },
  {
    name: 'process.binding',
    code: `process.binding('fs')`,
    reason: undefinedName,
  },
  { name: 'localStorage', code: `localStorage.setItem('a', 'b')`, reason: undefinedName },
  { name: 'caches', code: `await caches.open('a')`, reason: undefinedName },
  // Other addresses of modules.
  { name: 'data: import', code: `import 'data:text/javascript,1'`, reason: imports },
  {
    name: 'data: import()',
    code: `await import('data:text/javascript,console.log("ESCAPED")')`,
    reason: importCall,
  },
  { name: 'npm: import', code: `import 'npm:decimal.js'`, reason: imports },
  { name: 'jsr: import', code: `import 'jsr:@std/fs'`, reason: imports },
  { name: 'http: import', code: `import 'http://127.0.0.1:${port}/a.js'`, reason: imports },
  { name: 'blob: import', code: `await import(URL.createObjectURL(1))`, reason: importCall },
  {
    name: 'a part of an allowed package',
    code: `import 'arquero/package.json' with { type: 'json' }`,
    reason: imports,
  },
  {
    name: 'attributes of an allowed module',
    code: `import a from 'arquero' with { type: 'json' }`,
    reason: /without attributes/,
  },
  { name: 'deferred import', code: `import defer * as fs from 'node:fs'`, reason: /syntax error/ },
  // The environment and processes.
  {
    name: 'environment of Deno',
    code: `console.log(Deno.env.toObject())`,
    reason: undefinedName,
  },
  { name: 'environment of Node', code: `console.log(process.env)`, reason: undefinedName },
  { name: 'a subprocess', code: `new Deno.Command('id').outputSync()`, reason: undefinedName },
  {
    name: 'node:child_process',
    code: `import { execSync } from 'node:child_process'; execSync('id')`,
    reason: imports,
  },
  { name: 'foreign functions', code: `Deno.dlopen('libc.so.6', {})`, reason: undefinedName },
  { name: 'the inner parts of Deno', code: `Deno[Deno.internal]`, reason: undefinedName },
  // Threads and code from texts.
  {
    name: 'a worker',
    code: `new Worker('data:text/javascript,1', { type: 'module' })`,
    reason: undefinedName,
  },
  {
    name: 'node:worker_threads',
    code: `import { Worker } from 'node:worker_threads'; new Worker('1', { eval: true })`,
    reason: imports,
  },
  { name: 'shared memory', code: `new SharedArrayBuffer(8)`, reason: undefinedName },
  {
    name: 'a thread that waits',
    code: `Atomics.wait(new Int32Array(8), 0, 0)`,
    reason: undefinedName,
  },
  {
    name: 'WebAssembly',
    code: `new WebAssembly.Memory({ initial: 1, maximum: 9, shared: true })`,
    reason: undefinedName,
  },
  { name: 'eval', code: `eval("import('node:fs')")`, reason: noCode },
  { name: 'indirect eval', code: `(0, globalThis.eval)('1')`, reason: noCode },
  { name: 'Function', code: `new Function("return import('node:fs')")()`, reason: noCode },
  { name: 'a constructor', code: `(() => 1).constructor('return 1')()`, reason: noCode },
  {
    name: 'the constructor of async functions',
    code: `await (async () => 1).constructor("return import('node:fs')")()`,
    reason: noCode,
  },
  {
    name: 'the constructor of generators',
    code: `(function* () {}).constructor('yield 1')()`,
    reason: noCode,
  },
  {
    name: 'the constructor of async generators',
    code: `(async function* () {}).constructor('yield 1')()`,
    reason: noCode,
  },
  {
    name: 'the constructor of a class of functions',
    code: `class F extends Function { constructor() { super('return 1'); } } new F()`,
    reason: noCode,
  },
  {
    name: 'a constructor by Reflect',
    code: `Reflect.construct(Object.getPrototypeOf(async () => 1).constructor, ['1'])`,
    reason: noCode,
  },
  { name: 'a text in a timer', code: `setTimeout('1', 1)`, reason: /A timer needs a function/ },
  { name: 'another realm', code: `new ShadowRealm()`, reason: undefinedName },
  {
    name: 'code in a formula of arquero',
    code: `import * as aq from 'arquero';
      aq.table({ a: [1] }).derive({ b: "d => import('node:fs')" }).print();`,
    reason: /./,
  },
  {
    name: 'code in an escaped formula of arquero',
    code: `import * as aq from 'arquero';
      aq.table({ a: [1] }).derive({ b: "(0, eval)('1')" }).objects();`,
    reason: /./,
  },
  {
    name: 'code in the name of a column of arquero',
    code: `import * as aq from 'arquero';
      const name = "x']; globalThis.leak = 1; //";
      aq.table({ [name]: [1] }).groupby(name).rollup({ ["a'];leak=1;//"]: aq.op.max(name) });
      if (globalThis.leak) console.log('ESCAPED');`,
  },
  // The bridge to the parent.
  {
    name: 'pollution by a fact',
    code: `facts.set('__proto__', { label: 'a', value: 1, unit: null, period: null })`,
    reason: /kebab-case/,
  },
  {
    name: 'pollution by a column',
    code: `table('a', [JSON.parse('{"__proto__": 1, "constructor": 2}')])`,
  },
  {
    name: 'pollution by the name of a table',
    code: `table('__proto__', [{ polluted: 'ESCAPE' }])`,
  },
  {
    name: 'prototypes that write JSON their way',
    code: `Object.prototype.toJSON = () => ({ outcome: 'done', tables: 'x' })`,
    reason: /not of the expected form/,
  },
  {
    name: 'lists that write JSON their way',
    code: `Array.prototype.toJSON = () => 7; table('a', [{ a: 1 }])`,
    reason: /not of the expected form/,
  },
  {
    name: 'a forged message by the console',
    code: `console.log('\\x05\\0\\0\\0\\x10\\0\\0\\0ready' + 'end{"outcome":"done"}')`,
  },
  {
    name: 'standard input',
    code: `for await (const x of Deno.stdin.readable) {}`,
    reason: undefinedName,
  },
  { name: 'standard output', code: `process.stdout.write('x')`, reason: undefinedName },
  { name: 'a question to the terminal', code: `prompt('?')`, reason: undefinedName },
  {
    name: 'a statement that is no text',
    code: `await sql({ toString: () => 'select 1' })`,
    reason: /sql\(\) takes one statement/,
  },
  {
    name: 'a statement that is too long',
    code: `await sql('x'.repeat(100_001))`,
    reason: /sql\(\) takes one statement of up to 100000 characters/,
  },
  // Tricks with the language.
  {
    name: 'globals of its own',
    code: `JSON.stringify = () => 'ESCAPE'; Promise.prototype.then = null; globalThis.setTimeout = null;
      Map.prototype.get = null; Array.prototype.push = null;`,
  },
  {
    name: 'an encoder of its own',
    code: `TextEncoder.prototype.encode = null; console.log('heard')`,
    output: /^heard\n$/,
  },
  {
    name: 'a trace of its own',
    code: `Error.prepareStackTrace = (_, sites) => sites[0].getThis()`,
    reason: /Cannot assign to read only property/,
  },
  {
    name: 'paths in a trace',
    code: `console.log(new Error('x').stack)`,
    output: /^Error: x\n {4}at program\.ts:1:\d+\n$/,
  },
  {
    name: 'the caller of a function',
    code: `function f() { return f.caller; } console.log(f())`,
    reason: /TypeError/,
  },
  {
    name: 'an object that nobody can write',
    code: `throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } })`,
    reason: /^The program threw/,
  },
  {
    name: 'an error without a message',
    code: `throw Object.defineProperty(new Error(), 'message', { get() { throw 1; } })`,
    reason: /cannot be written/,
  },
  { name: 'an error that is null', code: `throw null`, reason: /^The program threw null\.$/ },
  { name: 'a symbol', code: `throw Symbol('a')`, reason: /^The program threw Symbol\(a\)\.$/ },
  {
    name: 'a promise of its own species',
    code: `class P extends Promise { static get [Symbol.species]() { throw 1; } }
      await P.resolve(1);`,
    reason: /^The program threw 1\.$/,
  },
  {
    name: 'a value that writes itself for the console',
    code: `console.log({ [Symbol.for('Deno.customInspect')]() { return Object.keys(this); } })`,
  },
  { name: 'weak references', code: `new WeakRef({})`, reason: undefinedName },
  { name: 'the end of objects', code: `new FinalizationRegistry(() => 1)`, reason: undefinedName },
  { name: 'the clock of Temporal', code: `Temporal.Now.instant()`, reason: /TypeError/ },
  { name: 'a precise clock', code: `console.log(performance.now())`, output: /^0\n$/ },
  {
    name: 'the zone of the machine',
    code: `console.log(new Date().getTimezoneOffset())`,
    output: /^0\n$/,
  },
  // Ends.
  { name: 'Deno.exit', code: `Deno.exit(0)`, reason: undefinedName },
  { name: 'process.exit', code: `process.exit(0)`, reason: undefinedName },
  { name: 'close', code: `close()`, reason: undefinedName },
  {
    name: 'a rejection that nobody handles',
    code: `Promise.reject(new Error('alone')); await new Promise((r) => setTimeout(r, 1))`,
    reason: /^The program failed in line 1: Error: alone\.$/,
  },
  {
    name: 'an error in a timer',
    code: `setTimeout(() => { throw new Error('late'); }); await new Promise((r) => setTimeout(r, 9))`,
    reason: /^The program failed in line 1: Error: late\.$/,
  },
  {
    name: 'an error in a microtask',
    code: `queueMicrotask(() => { throw new Error('micro'); }); await new Promise((r) => setTimeout(r))`,
    reason: /^The program failed in line 1: Error: micro\.$/,
  },
  {
    name: 'recursion without an end',
    code: `const f = (): number => 1 + f(); f()`,
    reason: /RangeError: Maximum call stack size exceeded/,
  },
  {
    name: 'a promise that never comes',
    code: `await new Promise(() => undefined)`,
    reason: /^The program waits for something that never comes\.$/,
  },
  // Limits.
  {
    name: 'an endless loop',
    code: `while (true);`,
    reason: /more than 0\.5 seconds of processor/,
    limits: small,
  },
  {
    name: 'endless microtasks',
    code: `const f = (): Promise<void> => Promise.resolve().then(f); await f()`,
    reason: /more than 0\.5 seconds of processor|MB of memory/,
    limits: small,
  },
  {
    name: 'endless timers',
    code: `setInterval(() => undefined, 1); await new Promise(() => undefined)`,
    reason: /more than 0\.5 seconds of processor/,
    limits: small,
  },
  {
    name: 'promises without an end',
    code: `const all: unknown[] = []; while (true) all.push(new Promise(() => undefined))`,
    reason: /more than 128 MB of memory/,
    limits: { memoryMb: 128 },
  },
  {
    name: 'memory of the heap',
    code: `const all: number[][] = []; while (true) all.push(new Array(1_000).fill(1.5))`,
    reason: /more than 128 MB of memory/,
    limits: { memoryMb: 128 },
  },
  {
    name: 'memory of buffers',
    code: `const all: Uint8Array[] = []; while (true) all.push(new Uint8Array(4_000_000).fill(1))`,
    reason: /more than 128 MB of memory|RangeError/,
    limits: { memoryMb: 128 },
  },
  {
    name: 'memory of one buffer',
    code: `new Uint8Array(3_000_000_000).fill(1); while (true);`,
    reason: /more than 128 MB of memory|RangeError/,
    limits: { memoryMb: 128 },
  },
  {
    name: 'memory of texts',
    code: `const all: string[] = []; for (let i = 0; ; i += 1) all.push(String(i).repeat(100_000).toUpperCase())`,
    reason: /more than 128 MB of memory/,
    limits: { memoryMb: 128 },
  },
  {
    name: 'a text without an end',
    code: `let s = 'x'; while (true) s += s`,
    reason: /RangeError: Invalid string/,
  },
  {
    name: 'a regular expression without an end',
    code: `/^(a+)+$/.test('a'.repeat(40) + 'b')`,
    reason: /more than 0\.5 seconds of processor/,
    limits: small,
  },
  {
    name: 'a flood of the console',
    code: `while (true) console.log('x'.repeat(1_000))`,
    reason: /^The program returned more than 1 MB of output\.$/,
  },
  {
    name: 'a flood that the program catches',
    code: `while (true) try { console.log('x'.repeat(100_000)); } catch {}`,
    reason: /^The program returned more than 1 MB of output\.$|processor/,
    limits: small,
  },
  {
    name: 'a huge table',
    code: `table('a', Array.from({ length: 900 }, () => ({ text: 'x'.repeat(2_000) })))`,
    reason: /^The program returned more than 1 MB of output\.$/,
  },
  {
    name: 'a huge fact',
    code: `facts.set('a', { label: 'a', value: 'x'.repeat(3_000), unit: null, period: null })`,
    reason: /The value of the fact a is a text of 1 to 2000 characters/,
  },
  {
    name: 'facts without an end',
    code: `for (let i = 0; i < 20_000; i += 1)
      facts.set('fact-' + i, { label: 'A long label of a fact', value: i, unit: null, period: null })`,
    reason: /^The program returned more than 1 MB of output\.$/,
  },
  {
    name: 'statements without an end',
    code: `for (let i = 0; ; i += 1) await sql('select ' + i)`,
    reason: /A program may ask 1000 queries/,
  },
  {
    name: 'a program that is nested deeply',
    code: '['.repeat(150_000),
    reason: /syntax error|too deeply|ended its process/,
  },
  {
    name: 'a program that is too long',
    code: ' '.repeat(200_001),
    reason: /^A program has at most 200000 characters\.$/,
  },
];

describe.each([
  { machine: 'all layers', options: {} },
  { machine: 'Deno alone', options: { layers: [] } },
])('with $machine', ({ options }) => {
  const bench = openProgramBench(options);
  afterAll(() => bench.close());

  test.each(escapes)('$name', async ({ code, reason, output, limits = {} }) => {
    const result = await bench.run(code, { limits });
    const words = JSON.stringify(result);
    expect(words).not.toContain('SECRET');
    expect(words).not.toContain('ESCAPED');
    expect(words).not.toContain('main.mjs');
    expect({ reason: result.reason ?? '' }).toEqual({
      reason: reason ? expect.stringMatching(reason) : '',
    });
    if (output) expect(result.output).toMatch(output);
    expect(connections).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('after all of them a program runs as ever', async () => {
    expect(await bench.run(`console.log(1 + 1)`)).toMatchObject({ outcome: 'done', output: '2\n' });
    expect(bench.pids()).toEqual([]);
  });
});
