/** Bundles the servers of the code under test, once for all tiers that start them. */
export default async function setup(): Promise<void> {
  await import('../build/bundle-servers.ts');
}
