import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textProgram } from '../../apps/server/src/engine/text-program.ts';
import { programs as platformPrograms } from '../../apps/server/src/reach/process/sandbox-programs.ts';
import { programHosts } from '../../packages/code-tool/src/program-hosts.ts';
import { buildOnce } from './build-once.ts';
import { bundle } from './bundle.ts';

const stamp = fileURLToPath(new URL('../../apps/server/dist/programs.stamp', import.meta.url));
const programs = [...platformPrograms, textProgram];
const mains = [...programs, ...Object.values(programHosts)].map(({ main }) => main);
/** The libraries in a host make code of texts. A program of a model must not, so it loses these. */
const banner = 'const { Function } = globalThis;';

await buildOnce(stamp, mains, () =>
  Promise.all([
    ...programs.map(({ source, main, packages }) => {
      const external = packages.map((name) => new RegExp(`^${name}(?:/|$)`));
      return bundle({ source, folder: dirname(main), external });
    }),
    ...Object.values(programHosts).map(({ source, main }) =>
      bundle({
        source,
        folder: dirname(main),
        external: [/^node:/],
        platform: 'browser',
        banner,
        isWhole: true,
      }),
    ),
  ]),
);
