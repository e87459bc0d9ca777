/**
 * The parts of samlify that tests use. Its own types bring in those of the DOM, which change the
 * types of Node everywhere.
 */
declare module 'samlify/build/index.js' {
  interface Service {
    Binding: string;
    Location: string;
  }
  export function IdentityProvider(settings: {
    entityID: string;
    signingCert: string[];
    nameIDFormat: string[];
    singleSignOnService: Service[];
    singleLogoutService: Service[];
  }): { getMetadata(): string };

  export const SamlLib: {
    constructSAMLSignature(options: {
      rawSamlMessage: string;
      referenceTagXPath: string;
      privateKey: string;
      signingCert: string;
      signatureAlgorithm: string;
      isBase64Output: false;
      signatureConfig: { prefix: string; location: { reference: string; action: 'after' } };
    }): string;
  };
}
