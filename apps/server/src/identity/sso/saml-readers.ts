import type { TextReader } from '../../kernel/text-work.ts';
import type { SamlProvider } from './saml-metadata.ts';
import type { SamlExpectation, SamlPerson, SamlRefusalReason } from './saml-response.ts';

/** The person that a response signs in, or the reason why it signs nobody in. */
type SamlReading =
  | { person: SamlPerson }
  | { refusal: { reason: SamlRefusalReason; message: string } };

/**
 * Reads a provider's response. Signed XML takes tens of milliseconds and comes from strangers:
 * always in a child.
 */
export const samlResponseReader: TextReader<
  { encoded: string; expected: SamlExpectation },
  SamlReading
> = {
  name: 'saml-response',
  shortWeight: 0,
  async read({ encoded, expected }) {
    const { readSamlResponse, SamlRefusal } = await import('./saml-response.ts');
    try {
      return { person: await readSamlResponse(encoded, expected) };
    } catch (error) {
      if (error instanceof SamlRefusal)
        return { refusal: { reason: error.reason, message: error.message } };
      throw error;
    }
  },
};

/** Reads a provider's metadata; `problem` says what is wrong with them. */
export const samlMetadataReader: TextReader<
  { metadata: string },
  { provider: SamlProvider } | { problem: string }
> = {
  name: 'saml-metadata',
  shortWeight: 0,
  async read({ metadata }) {
    const [{ readProviderMetadata }, { XmlRefusal }] = await Promise.all([
      import('./saml-metadata.ts'),
      import('./saml-xml.ts'),
    ]);
    try {
      return { provider: await readProviderMetadata(metadata) };
    } catch (error) {
      if (error instanceof XmlRefusal) return { problem: error.message };
      throw error;
    }
  },
};
