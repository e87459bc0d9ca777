/** The generator sfc32: fast, and the same on every machine. */
function createRandom(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 15; turn += 1) next();
  return next;
}

/** Globals of the language that a program keeps. None reaches anything outside the process. */
const keptGlobals = new Set<PropertyKey>(
  (
    'Object Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date ' +
    'Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError ' +
    'TypeError URIError SuppressedError globalThis JSON Math Intl ArrayBuffer Uint8Array ' +
    'Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array ' +
    'Uint8ClampedArray Float16Array Float32Array Float64Array DataView Map BigInt Set Iterator ' +
    'WeakMap WeakSet Proxy Reflect decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
    'escape unescape isFinite isNaN DisposableStack AsyncDisposableStack Temporal ' +
    'queueMicrotask structuredClone TextEncoder TextDecoder URL URLSearchParams atob btoa ' +
    'performance crypto'
  ).split(' '),
);

/** The globals that a program finds besides the language. */
export type ProgramGlobals = Record<string, unknown>;

/**
 * Stops the clock, and seeds the random generator. Libraries are loaded afterwards, because they
 * keep the functions that they find.
 * @param dateMs The time of the clock, in milliseconds since 1970.
 */
export function fixWorld(dateMs: number, seed: number): void {
  stopClocks(dateMs);
  seedRandom(seed);
}

/**
 * Leaves a program the language alone, and these globals. Removes whatever depends on the machine:
 * files, network, threads, code from texts, and the collection of garbage.
 */
export function closeWorld(globals: ProgramGlobals): void {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!keptGlobals.has(name)) Reflect.deleteProperty(globalThis, name);
  // The members that a window has by its prototype, such as listeners, go with it.
  Object.setPrototypeOf(globalThis, Object.prototype);
  refuseCodeFromText();
  showOwnLines();
  for (const [name, value] of Object.entries(globals)) define(globalThis, name, value);
}

function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

function stopClocks(dateMs: number): void {
  const SystemDate = Date;
  const FixedDate: DateConstructor = new Proxy(SystemDate, {
    construct: (target, args: unknown[], newTarget): Date =>
      Reflect.construct(
        target,
        args.length > 0 ? args : [dateMs],
        newTarget === FixedDate ? target : newTarget,
      ),
    apply: () => new SystemDate(dateMs).toString(),
  });
  define(SystemDate, 'now', () => dateMs);
  define(SystemDate.prototype, 'constructor', FixedDate);
  define(globalThis, 'Date', FixedDate);
  define(globalThis, 'performance', { now: () => 0, timeOrigin: dateMs });
  const temporal = (globalThis as { Temporal?: object }).Temporal;
  if (temporal) Reflect.deleteProperty(temporal, 'Now');
  fixFormats(dateMs);
}

/** Formats of dates take the clock of the machine where they get no date. */
function fixFormats(dateMs: number): void {
  const prototype = Intl.DateTimeFormat.prototype;
  const { formatToParts } = prototype;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  define(
    prototype,
    'formatToParts',
    function formatPartsOf(this: Intl.DateTimeFormat, date?: Date | number) {
      return formatToParts.call(this, date ?? dateMs);
    },
  );
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const formatDate = format?.call(this) as (date: Date | number) => string;
      return (date?: Date | number) => formatDate(date ?? dateMs);
    },
  });
}

function seedRandom(seed: number): void {
  define(Math, 'random', createRandom(seed));
  const next = createRandom(seed + 1);
  const fill = <Bytes extends ArrayBufferView>(target: Bytes): Bytes => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(next() * 256);
    return target;
  };
  const randomUUID = () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  define(globalThis, 'crypto', { getRandomValues: fill, randomUUID });
}

/** Leaves the lines of the program in the traces of errors, and no path of this machine. */
function showOwnLines(): void {
  const { toString: writeError } = Error.prototype;
  const prepareStackTrace = (error: Error, sites: readonly NodeJS.CallSite[]): string => {
    const lines = sites.flatMap((site) => {
      const isOwn = site.getScriptNameOrSourceURL() === 'program.ts';
      return isOwn ? [`\n    at program.ts:${site.getLineNumber()}:${site.getColumnNumber()}`] : [];
    });
    return writeError.call(error) + lines.join('');
  };
  Object.defineProperty(Error, 'prepareStackTrace', { value: prepareStackTrace });
}

/** The libraries keep the constructor that they got at their start. */
function refuseCodeFromText(): void {
  const refuse = () => {
    throw new EvalError('A program makes no code from texts.');
  };
  const samples = [
    () => undefined,
    // Each kind of function has a constructor of its own.
    async () => undefined,
    function* () {},
    async function* () {},
  ];
  for (const sample of samples) {
    const prototype = Object.getPrototypeOf(sample) as object;
    // An arrow function has no prototype, by which values are recognised as functions.
    const refusal = function makeFunction() {
      refuse();
    };
    Object.defineProperty(refusal, 'prototype', { value: prototype });
    Object.defineProperty(prototype, 'constructor', { value: refusal });
    if (prototype === Function.prototype) define(globalThis, 'Function', refusal);
  }
  define(globalThis, 'eval', refuse);
}
