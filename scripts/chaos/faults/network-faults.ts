import { setTimeout as wait } from 'node:timers/promises';
import type { ProxyMode } from '@ecp/testing/fault-proxy';
import type { NamedLink } from '../system/open-system.ts';
import { chooseBy, type FaultKind } from './fault.ts';

/** Time in which a call makes its four tries. */
const triesOfCallMs = 9_000;

/** Disturbs one connection between two processes. */
const disturb = (
  kind: string,
  lastsMs: [number, number],
  mode: ProxyMode,
  fits: (link: NamedLink) => boolean,
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

const toProvider = ({ name }: NamedLink) => name.endsWith(' to provider');
const any = () => true;
/** A provider's 404 says that the model does not exist, and a call is tried four times within seconds only. */
const notToProvider = (link: NamedLink) => !toProvider(link);
const httpOfOurs = (link: NamedLink) => link.http && notToProvider(link);

export const networkFaults: FaultKind[] = [
  disturb('connections cut', [1_000, 10_000], { kind: 'cut' }, notToProvider),
  disturb('connections black-holed', [15_000, 40_000], { kind: 'black-hole' }, any),
  disturb('connections delayed by 300 ms', [5_000, 15_000], { kind: 'delay', ms: 300 }, any),
  disturb('proxy answers 404', [3_000, 10_000], { kind: 'answer-404' }, httpOfOurs),
  disturb('proxy answers 502', [3_000, 10_000], { kind: 'answer-502' }, httpOfOurs),
  {
    kind: 'provider away',
    lastsMs: [1_000, 4_000],
    // A second outage right after the first would use up the tries of a call.
    alone: true,
    async begin({ links }, { choice }) {
      const own = links.filter(toProvider);
      const mode = chooseBy(choice, [{ kind: 'cut' }, { kind: 'answer-502' }] as const);
      for (const { proxy } of own) proxy.set(mode);
      return {
        target: 'provider',
        async end() {
          for (const { proxy } of own) proxy.set({ kind: 'pass' });
          await wait(triesOfCallMs);
        },
      };
    },
  },
  {
    kind: 'machine vanishes without a word',
    lastsMs: [30_000, 40_000],
    async begin({ engines, platforms, links }, { choice }) {
      const service = chooseBy(choice, [...engines, ...platforms]);
      const own = links.filter(({ name }) => name.startsWith(`${service.name} to `));
      for (const { proxy } of own) proxy.set({ kind: 'black-hole' });
      service.signal('SIGSTOP');
      return {
        target: service.name,
        async end() {
          for (const { proxy } of own) proxy.set({ kind: 'pass' });
          service.signal('SIGCONT');
          await service.waitUntilReady();
        },
      };
    },
  },
];
