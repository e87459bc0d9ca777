type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name a service outside of the installation's own network, or keys to one. */
const outside =
  /^(STRIPE|KMS|SEARCH|AZURE|BEDROCK|GOOGLE)_|^(ANTHROPIC_API_KEY|OPENAI_API_KEY|OTEL_EXPORTER_OTLP_ENDPOINT|DNS_SERVERS|TENANT_MODEL_KEYS)$/;

/**
 * Returns the variables that count, and the names of those that do not: with OUTBOUND=off none
 * counts that names a service outside of the installation, not even a wrong one.
 */
export function countVariables(environment: Environment): {
  counted: Environment;
  ignored: string[];
} {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  if (environment['OUTBOUND'] !== 'off') return { counted: Object.fromEntries(given), ignored: [] };
  // An embedding model that no model server of the installation has is one of a hosted provider.
  const hasServer = given.some(([name]) => name === 'OPENAI_COMPATIBLE_BASE_URL');
  const isOutside = (name: string) =>
    outside.test(name) || (name === 'EMBEDDING_MODEL' && !hasServer);
  return {
    counted: Object.fromEntries(given.filter(([name]) => !isOutside(name))),
    ignored: given.map(([name]) => name).filter(isOutside),
  };
}
