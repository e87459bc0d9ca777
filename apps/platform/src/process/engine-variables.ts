import { EngineEnvironment } from '@ecp/contract/engine/engine-environment';

/** Variables that the database driver, the exporter of traces and Node's requests read in an engine by themselves. */
const readByLibraries = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PGPASSWORD',
  'PGSSLMODE',
];

/** Chooses the variables that an engine needs, so that no secret of the platform reaches it (SBX-10). */
export function chooseEngineVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const names = [...Object.keys(EngineEnvironment.properties), ...readByLibraries];
  return Object.fromEntries(names.filter((name) => name in environment).map((name) => [name, environment[name]]));
}
