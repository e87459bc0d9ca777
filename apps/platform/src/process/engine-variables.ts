import { EngineEnvironment } from '@ecp/contract/engine/engine-environment';

/** Variables that Node, the database driver and the exporter of traces read in an engine by themselves. */
const readByLibraries = [
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PGPASSWORD',
  'PGSSLMODE',
  'TZ',
];

/** Chooses the variables that an engine needs, so that no secret of the platform reaches it (SBX-10). */
export function chooseEngineVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const names = [...Object.keys(EngineEnvironment.properties), ...readByLibraries];
  return Object.fromEntries(names.filter((name) => name in environment).map((name) => [name, environment[name]]));
}
