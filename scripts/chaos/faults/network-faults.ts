import type { ProxyMode } from '@ecp/testing/fault-proxy';
import type { NamedLink } from '../system/open-system.ts';
import { type AimedFault, chooseBy, type FaultKind } from './fault.ts';
import type { Target } from './target.ts';

/** Time in which a call makes its four tries. */
const triesOfCallMs = 9_000;

/** Makes proxies treat their connections by `mode`, and later pass them again. */
export const disturbLinks = (target: Target, links: readonly NamedLink[], mode: ProxyMode): AimedFault => ({
  holds: links.map(({ target: link }) => link),
  async begin(undo) {
    for (const { proxy } of links) {
      undo(() => proxy.set({ kind: 'pass' }));
      proxy.set(mode);
    }
    return target;
  },
  hasMet: () => links.some(({ proxy }) => proxy.countMet() > 0),
});

/** Disturbs one connection between two processes. */
const disturb = (
  kind: string,
  lastsMs: [number, number],
  mode: ProxyMode,
  fits: (link: NamedLink) => boolean,
): FaultKind => ({
  kind,
  lastsMs,
  mayTakeLease: mode.kind === 'cut' || mode.kind === 'black-hole',
  aim({ links }, { choice }) {
    const link = chooseBy(choice, links.filter(fits));
    return disturbLinks(link.target, [link], mode);
  },
});

const toProvider = ({ target }: NamedLink) => target.to === 'provider';
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
    quietMs: triesOfCallMs,
    aim({ links }, { choice }) {
      const mode = chooseBy(choice, [{ kind: 'cut' }, { kind: 'answer-502' }] as const);
      return disturbLinks({ kind: 'server', name: 'provider' }, links.filter(toProvider), mode);
    },
  },
  {
    kind: 'machine vanishes without a word',
    lastsMs: [30_000, 40_000],
    mayTakeLease: true,
    aim({ engines, platforms, links }, { choice }) {
      const service = chooseBy(choice, [...engines, ...platforms]);
      const target: Target = { kind: 'service', name: service.name };
      const own = links.filter((link) => link.target.from === service.name);
      const network = disturbLinks(target, own, { kind: 'black-hole' });
      return {
        holds: [target, ...network.holds],
        async begin(undo) {
          undo(() => void service.signal('SIGCONT'));
          await network.begin(undo);
          return service.signal('SIGSTOP') ? target : null;
        },
      };
    },
  },
];
