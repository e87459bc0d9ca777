import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { platformOptions, serverPrograms } from '@ecp/testing/server-programs';
import { SupervisedProcess } from '@ecp/testing/supervised-process';

/** The root of the repository. */
export const checkout = fileURLToPath(new URL('../', import.meta.url));

/** Settings of this shell that programs need: paths of programs, and the compile cache. */
export const inherited: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
  NODE_COMPILE_CACHE:
    process.env['NODE_COMPILE_CACHE'] ?? join(checkout, 'node_modules/.cache/compiled'),
};

/** Tells whether an address answers with success. */
export const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A role of the product on a port. */
interface Service {
  name: string;
  role: 'web' | 'worker';
  port: number;
  environment: Record<string, string>;
  logPath: string;
  stopLimitMs?: number | undefined;
  /** Node's options; by default those of `npm start` and the images. */
  nodeOptions?: readonly string[] | undefined;
}

/** Returns the process of a role; `start` starts it. */
export function makeService({
  name,
  role,
  port,
  environment,
  nodeOptions = role === 'web' ? platformOptions : [],
  ...rest
}: Service): SupervisedProcess {
  const ports = { PORT: String(port), ENGINE_PORT: String(port), HOST: '127.0.0.1' };
  return new SupervisedProcess({
    name,
    command: [process.execPath, ...nodeOptions, serverPrograms.platform],
    cwd: checkout,
    environment: { ...inherited, NO_COLOR: '1', ...environment, ...ports, ROLES: role },
    isReady: () => answers(`http://127.0.0.1:${port}/ready`),
    ...rest,
  });
}
