declare module 'virtual:catalogues' {
  import type { PageLanguage } from '@ecp/contract/values/page-languages';
  import type { CatalogueLoaders } from './language.ts';

  /** The catalogues of all languages, which the build makes of the files in `catalogues/`. */
  export const catalogues: Partial<Record<PageLanguage, CatalogueLoaders>>;
}
