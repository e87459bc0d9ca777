import type { ProxyMode } from '@ecp/testing/fault-proxy';
import type { NamedLink } from '../system/open-system.ts';
import { chooseBy, type FaultKind } from './fault.ts';

/** Disturbs one connection between two processes. */
const disturb = (
  kind: string,
  lastsMs: [number, number],
  mode: ProxyMode,
  fits: (link: NamedLink) => boolean = () => true,
): FaultKind => ({
  kind,
  lastsMs,
  async begin({ links }, { choice }) {
    const { name, proxy } = chooseBy(choice, links.filter(fits));
    proxy.set(mode);
    return {
      target: name,
      async end() {
        proxy.set({ kind: 'pass' });
      },
    };
  },
});

export const networkFaults: FaultKind[] = [
  disturb('connections cut', [1_000, 10_000], { kind: 'cut' }),
  disturb('connections black-holed', [15_000, 40_000], { kind: 'black-hole' }),
  disturb('connections delayed by 300 ms', [5_000, 15_000], { kind: 'delay', ms: 300 }),
  // A provider's 404 says that the model does not exist.
  disturb(
    'proxy answers 404',
    [3_000, 10_000],
    { kind: 'answer-404' },
    ({ name, http }) => http && !name.endsWith(' to provider'),
  ),
  disturb('proxy answers 502', [3_000, 10_000], { kind: 'answer-502' }, ({ http }) => http),
  {
    kind: 'engine vanishes without a word',
    lastsMs: [30_000, 40_000],
    async begin({ engines, links }, { choice }) {
      const engine = chooseBy(choice, engines);
      const own = links.filter(({ name }) => name.startsWith(`${engine.name} to `));
      for (const { proxy } of own) proxy.set({ kind: 'black-hole' });
      engine.signal('SIGSTOP');
      return {
        target: engine.name,
        async end() {
          for (const { proxy } of own) proxy.set({ kind: 'pass' });
          engine.signal('SIGCONT');
          await engine.waitUntilReady();
        },
      };
    },
  },
];
