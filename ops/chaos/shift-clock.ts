/**
 * Shifts the clock of a Node process by CLOCK_SHIFT_MS. Loaded with --import; timers and monotonic
 * time stay right.
 */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + shiftMs] : given, newTarget),
  apply: () => new RealDate(RealDate.now() + shiftMs).toString(),
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, name),
});
